//! Cards that seats have played to the table.

use serde::{Deserialize, Serialize};

use super::{CardFace, PlayingCard, Viewed};
use crate::seat::Seat;
use crate::wire;

/// A card that a seat has played to the table, face up or face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct PlayedCard<C: CardFace = super::Card> {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: C,
}

impl<C: PlayingCard> PlayedCard<C> {
    /// Returns the played card as a viewer sees it, hidden unless `shown`.
    #[must_use]
    pub fn viewed(&self, shown: bool) -> PlayedCard<Viewed<C>> {
        PlayedCard { seat: self.seat, card: Viewed::shown(self.card, shown) }
    }
}

wire::named_schema!(
    impl[C: CardFace] PlayedCard<C>,
    format!("{}OfSeat", C::name()),
    wire::object("A card that a seat has laid down.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required("card", wire::reference_to::<C>()),
    ]),
    gather [Seat, C]
);

/// Sorts played cards by seat.
pub fn by_seat<C: CardFace>(laid: &mut [PlayedCard<C>]) {
    laid.sort_by_key(|laid| laid.seat);
}
