//! A card that a seat has laid down before it.

use serde::{Deserialize, Serialize};

use super::{Face, PlayingCard, Seen};
use crate::seat::Seat;
use crate::wire;

/// A card that a seat has laid down before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", bound = "", deny_unknown_fields)]
pub struct Laid<C: Face> {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: C,
}

/// A card that a seat has laid down, for all to see.
pub type LaidCard = Laid<super::Card>;

wire::object_only!(read and written impl[C: Face] Laid<C>);

impl<C: PlayingCard> Laid<C> {
    /// It as one sees it to whom the card is shown or not.
    #[must_use]
    pub fn seen(&self, shown: bool) -> Laid<Seen<C>> {
        Laid { seat: self.seat, card: Seen::shown(self.card, shown) }
    }
}

wire::named_schema!(
    impl[C: Face] Laid<C>,
    format!("{}OfSeat", C::name()),
    wire::object("A card that a seat has laid down.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required("card", wire::reference_to::<C>()),
    ]),
    gather [Seat, C]
);

/// Puts what seats have laid down into the order of the seats.
pub fn by_seat<C: Face>(laid: &mut [Laid<C>]) {
    laid.sort_by_key(|laid| laid.seat);
}
