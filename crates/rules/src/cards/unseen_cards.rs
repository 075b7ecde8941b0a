//! The cards that a view does not show.

use super::{CardFace as _, Cards, PlayedCard, PlayingCard, Viewed};
use crate::wire::BoundedVec;

/// The cards of a deck that a view does not show. They replace hidden cards in a determinization of the view.
#[derive(Clone, Debug)]
pub struct UnseenCards<C>(std::vec::IntoIter<C>);

impl<C: PlayingCard> UnseenCards<C> {
    /// Returns the cards of a deck that are not visible, in the order of the deck. A card that the deck has several
    /// times is left out as often as it is visible.
    pub fn of(deck: impl IntoIterator<Item = C>, shown: impl IntoIterator<Item = C>) -> Self {
        let mut visible = [0_u8; u64::BITS as usize];
        for card in shown {
            visible[card.index()] = visible[card.index()].saturating_add(1);
        }
        let is_left = |card: &C| match &mut visible[card.index()] {
            0 => true,
            count => {
                *count -= 1;
                false
            }
        };
        let left: Vec<C> = deck.into_iter().filter(is_left).collect();
        Self(left.into_iter())
    }

    /// Moves the cards that match `wanted` to the front, so that they are used first.
    #[must_use]
    pub fn prioritizing(self, wanted: impl Fn(C) -> bool) -> Self {
        let mut left: Vec<C> = self.0.collect();
        left.sort_by_key(|card| !wanted(*card));
        Self(left.into_iter())
    }

    /// Returns the cards that are left.
    #[must_use]
    pub fn rest(self) -> Cards<C> {
        self.0.collect::<Vec<_>>().into()
    }

    /// Returns the card, or the next unseen card if it is hidden.
    ///
    /// If none is left, returns a card that is visible elsewhere. The inspection then reports a duplicate.
    pub fn card(&mut self, face: Viewed<C>) -> C {
        face.known().or_else(|| self.0.next()).unwrap_or(C::ALL[0])
    }

    /// Replaces the hidden cards of a list.
    pub fn cards(&mut self, faces: &[Viewed<C>]) -> Cards<C> {
        faces.iter().map(|face| self.card(*face)).collect::<Vec<_>>().into()
    }

    /// Replaces the hidden cards among played cards.
    pub fn played<const MIN: usize, const MAX: usize>(
        &mut self,
        played: &BoundedVec<PlayedCard<Viewed<C>>, MIN, MAX>,
    ) -> BoundedVec<PlayedCard<C>, MIN, MAX> {
        played.iter().map(|PlayedCard { seat, card }| PlayedCard { seat: *seat, card: self.card(*card) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::testing::cards;

    #[test]
    fn each_visible_copy_is_left_out_once() {
        let decks = cards::<Card>("7h 8h 7h 8h");
        let left = |visible: &str| UnseenCards::of(decks.clone(), cards(visible)).rest().into_vec();
        assert_eq!(left("7h"), cards("8h 7h 8h"));
        assert_eq!(left("7h 8h 7h"), cards("8h"));
        assert_eq!(left("7h 7h 7h"), cards("8h 8h"));
    }
}
