//! The cards that a view does not show.

use super::{Cards, Face as _, Laid, PlayingCard, Seen};
use crate::wire::BoundedVec;

/// The cards of a deck that a view does not show. Where it hides a card, one of them is supposed to lie.
#[derive(Clone, Debug)]
pub struct Unseen<C>(std::vec::IntoIter<C>);

impl<C: PlayingCard> Unseen<C> {
    /// The cards of a deck that are none of those shown, in the order of the deck.
    pub fn of(deck: impl IntoIterator<Item = C>, shown: impl IntoIterator<Item = C>) -> Self {
        let seen: u64 = shown.into_iter().fold(0, |seen, card| seen | 1 << card.index());
        let left: Vec<C> = deck.into_iter().filter(|card| seen & 1 << card.index() == 0).collect();
        Self(left.into_iter())
    }

    /// The same cards, of which those for which `wanted` holds are supposed before all others.
    #[must_use]
    pub fn beginning_with(self, wanted: impl Fn(C) -> bool) -> Self {
        let mut left: Vec<C> = self.0.collect();
        left.sort_by_key(|card| !wanted(*card));
        Self(left.into_iter())
    }

    /// The card that it is, or else one that is supposed. Where none is left it is one that lies elsewhere, too, which an
    /// inspection finds.
    pub fn card(&mut self, face: Seen<C>) -> C {
        face.known().or_else(|| self.0.next()).unwrap_or(C::ALL[0])
    }

    /// The cards that these are, or are supposed to be.
    pub fn cards(&mut self, faces: &[Seen<C>]) -> Cards<C> {
        faces.iter().map(|face| self.card(*face)).collect::<Vec<_>>().into()
    }

    /// What seats have laid down, or are supposed to have.
    pub fn laid<const MIN: usize, const MAX: usize>(
        &mut self,
        laid: &BoundedVec<Laid<Seen<C>>, MIN, MAX>,
    ) -> BoundedVec<Laid<C>, MIN, MAX> {
        laid.iter().map(|Laid { seat, card }| Laid { seat: *seat, card: self.card(*card) }).collect()
    }
}
