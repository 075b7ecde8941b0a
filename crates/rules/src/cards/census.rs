//! A census of cards, which finds duplicate and missing cards.

use std::fmt::Display;
use std::marker::PhantomData;

use super::PlayingCard;
use crate::fault::Faults;

/// A set of counted cards, which reports duplicate and missing cards as faults.
#[derive(Debug)]
pub struct CardCensus<C> {
    seen: u64,
    kind: PhantomData<C>,
}

impl<C: PlayingCard> CardCensus<C> {
    /// Creates an empty census.
    #[must_use]
    pub fn new() -> Self {
        Self { seen: 0, kind: PhantomData }
    }

    /// Counts a card at a JSON pointer; adds a fault if it was counted before.
    pub fn see(&mut self, card: C, at: impl Display, faults: &mut Faults) {
        let bit = 1 << card.index();
        faults.require(self.seen & bit == 0, at, "card_twice", format_args!("the card {card} is there more than once"));
        self.seen |= bit;
    }

    /// Counts the cards of a list at a JSON pointer.
    pub fn see_list(&mut self, cards: &[C], at: impl Display, faults: &mut Faults) {
        for (i, card) in cards.iter().enumerate() {
            self.see(*card, format_args!("{at}/{i}"), faults);
        }
    }

    /// Adds a fault at `at` for each of these cards that was not counted.
    pub fn close(self, cards: &[C], at: impl Display, faults: &mut Faults) {
        for card in cards {
            let there = self.seen & 1 << card.index() != 0;
            faults.require(there, &at, "card_missing", format_args!("the card {card} is nowhere"));
        }
    }
}

impl<C: PlayingCard> Default for CardCensus<C> {
    fn default() -> Self {
        Self::new()
    }
}
