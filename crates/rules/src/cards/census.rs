//! A census of cards: each seen once, none missing.

use std::fmt::Display;
use std::marker::PhantomData;

use super::PlayingCard;
use crate::fault::Faults;

/// Counts the cards of a state and finds those that are there twice or not at all.
#[derive(Debug)]
pub struct CardCensus<C> {
    seen: u64,
    kind: PhantomData<C>,
}

impl<C: PlayingCard> CardCensus<C> {
    /// A census that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { seen: 0, kind: PhantomData }
    }

    /// Sees a card at a place (a pointer); a fault if it was seen before.
    pub fn see(&mut self, card: C, at: impl Display, faults: &mut Faults) {
        let bit = 1 << card.index();
        faults.demand(self.seen & bit == 0, at, "card_twice", format_args!("the card {card} is there more than once"));
        self.seen |= bit;
    }

    /// Sees the cards of a list at a place.
    pub fn see_list(&mut self, cards: &[C], at: impl Display, faults: &mut Faults) {
        for (i, card) in cards.iter().enumerate() {
            self.see(*card, format_args!("{at}/{i}"), faults);
        }
    }

    /// Finds those of these cards that were not seen, all of which should be somewhere under `at`.
    pub fn close(self, cards: &[C], at: impl Display, faults: &mut Faults) {
        for card in cards {
            let there = self.seen & 1 << card.index() != 0;
            faults.demand(there, &at, "card_missing", format_args!("the card {card} is nowhere"));
        }
    }
}

impl<C: PlayingCard> Default for CardCensus<C> {
    fn default() -> Self {
        Self::new()
    }
}
