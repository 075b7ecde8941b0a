//! Lists of cards: decks, with the top card first, and sets such as hands, in canonical order.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};

use super::{CardFace, PlayingCard, Viewed};
use crate::chance::{Chance, Draws};
use crate::wire;

/// Maximum length of a list of cards on the wire: a deck with both jokers.
pub const MAX_CARDS: usize = 54;

/// A list of cards. Sets (hands, discards) are in canonical order, and `insert` preserves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cards<C>(Vec<C>);

impl<C> Cards<C> {
    /// Creates an empty list.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the cards as a `Vec`.
    #[must_use]
    pub fn into_vec(self) -> Vec<C> {
        self.0
    }
}

impl<C: PlayingCard> Cards<C> {
    /// Creates a set of cards.
    pub fn set(cards: impl IntoIterator<Item = C>) -> Self {
        let mut cards: Vec<C> = cards.into_iter().collect();
        cards.sort_unstable();
        Self(cards)
    }

    /// Inserts a card into a set.
    pub fn insert(&mut self, card: C) {
        let at = self.0.partition_point(|other| *other < card);
        self.0.insert(at, card);
    }

    /// Inserts cards into a set.
    pub fn insert_all(&mut self, cards: impl IntoIterator<Item = C>) {
        self.0.extend(cards);
        self.0.sort_unstable();
    }

    /// Removes a card and returns whether it was present.
    pub fn remove(&mut self, card: C) -> bool {
        let at = self.0.iter().position(|other| *other == card);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// Removes and returns the cards that match `taken`, in order.
    pub fn take_all(&mut self, mut taken: impl FnMut(C) -> bool) -> Vec<C> {
        self.0.extract_if(.., |card| taken(*card)).collect()
    }

    /// Removes and returns all cards.
    pub fn take_every(&mut self) -> Vec<C> {
        std::mem::take(&mut self.0)
    }

    /// Draws the top card of a deck.
    pub fn draw(&mut self) -> Option<C> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }

    /// Draws up to `count` cards from the top of a deck.
    pub fn draw_many(&mut self, count: usize) -> Vec<C> {
        self.0.drain(..count.min(self.0.len())).collect()
    }

    /// Replaces the card at an index and returns the old one.
    pub fn replace(&mut self, at: usize, card: C) -> Option<C> {
        self.0.get_mut(at).map(|place| std::mem::replace(place, card))
    }

    /// Sorts a set into canonical order.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// Returns the cards as a viewer sees them, hidden unless `shown`.
    #[must_use]
    pub fn viewed(&self, shown: bool) -> Cards<Viewed<C>> {
        Cards(self.0.iter().map(|card| Viewed::shown(*card, shown)).collect())
    }
}

impl<C: CardFace> Cards<C> {
    /// Returns the cards that are not hidden.
    pub fn known(&self) -> impl Iterator<Item = C::Card> + Clone {
        self.0.iter().filter_map(|face| face.known())
    }

    /// Returns the schema of a list of cards.
    #[must_use]
    #[cfg(feature = "schemas")]
    pub fn shape(description: &str) -> wire::AnySchema {
        wire::list_at_most(description, wire::reference_to::<C>(), MAX_CARDS)
    }
}

impl<C> Deref for Cards<C> {
    type Target = [C];
    fn deref(&self) -> &[C] {
        &self.0
    }
}

impl<C> From<Vec<C>> for Cards<C> {
    fn from(cards: Vec<C>) -> Self {
        Self(cards)
    }
}

impl<'de, C: Deserialize<'de>> Deserialize<'de> for Cards<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::at_most::<C, D, MAX_CARDS>(deserializer).map(Self)
    }
}

/// Shuffles cards in canonical order by the event `GAME/deck/N`: the `n`-th shuffle of a run.
#[must_use]
pub fn shuffled<C: PlayingCard>(cards: &[C], chance: Chance, game: &str, n: u64) -> Cards<C> {
    let mut deck = cards.to_vec();
    chance.numbered(&format!("{game}/deck"), n).shuffle(&mut deck);
    Cards(deck)
}

/// Deals a hand from the top of a deck.
pub fn dealt<C: PlayingCard>(deck: &mut Cards<C>, count: usize) -> Cards<C> {
    Cards::set(deck.draw_many(count))
}

/// Collects the cards of these lists and deals them again. Each list keeps its length.
pub fn deal_again<'a, C: PlayingCard>(lists: impl IntoIterator<Item = &'a mut Cards<C>>, draws: &mut Draws) {
    let mut lists: Vec<&mut Cards<C>> = lists.into_iter().collect();
    let mut cards: Vec<C> = lists.iter().flat_map(|list| list.iter().copied()).collect();
    draws.shuffle(&mut cards);
    let mut cards = cards.into_iter();
    for list in &mut lists {
        for card in &mut list.0 {
            *card = cards.next().unwrap_or(*card);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;
    use crate::chance::Seed;

    fn cards(names: &str) -> Vec<Card> {
        names.split_whitespace().map(|name| name.parse().expect("a card")).collect()
    }

    #[test]
    fn set_stays_sorted_and_deck_draws_from_top() {
        let mut set = Cards::set(cards("2s Kd Ac"));
        set.insert("Qh".parse().expect("a card"));
        set.insert_all(cards("3c Ks"));
        assert_eq!(*set, *cards("Ac 3c Kd Qh 2s Ks"));
        assert!(set.remove("Kd".parse().expect("a card")));
        assert!(!set.remove("Kd".parse().expect("a card")));
        let mut deck = Cards::from(cards("2s Kd Ac"));
        assert_eq!(deck.draw(), "2s".parse().ok());
        assert_eq!(deck.draw_many(5), cards("Kd Ac"));
        assert_eq!(deck.draw(), None);
    }

    #[test]
    fn list_longer_than_any_deck_is_rejected() {
        let list = |count: usize| serde_json::to_string(&vec!["As"; count]).expect("JSON");
        assert!(serde_json::from_str::<Cards<Card>>(&list(54)).is_ok());
        assert!(serde_json::from_str::<Cards<Card>>(&list(55)).is_err());
    }

    #[test]
    fn dealing_again_preserves_cards_and_lengths() {
        let seed: Seed = "again".parse().expect("a seed");
        let (mut a, mut b) = (Cards::from(Card::DECK[..20].to_vec()), Cards::from(Card::DECK[20..].to_vec()));
        deal_again([&mut a, &mut b], &mut Chance::new(&seed).event("test"));
        assert_eq!((a.len(), b.len()), (20, 32));
        assert_ne!(*a, Card::DECK[..20]);
        assert_eq!(*Cards::set(a.iter().chain(b.iter()).copied()), Card::DECK);
    }
}
