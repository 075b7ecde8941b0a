//! Lists of cards: decks, of which the top is first, and sets such as hands, which are in canonical order.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{Face, PlayingCard, Seen};
use crate::chance::{Chance, Draws};
use crate::wire;

/// The most cards that a list is read of: a deck with both jokers.
pub const MAX_CARDS: usize = 54;

/// Cards that lie together. Sets (hands, discards, ..) are in canonical order: what is put in goes to its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cards<C>(Vec<C>);

impl<C> Cards<C> {
    /// No cards.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// The cards as a plain list.
    #[must_use]
    pub fn into_vec(self) -> Vec<C> {
        self.0
    }
}

impl<C: PlayingCard> Cards<C> {
    /// A set of cards.
    pub fn set(cards: impl IntoIterator<Item = C>) -> Self {
        let mut cards: Vec<C> = cards.into_iter().collect();
        cards.sort_unstable();
        Self(cards)
    }

    /// Puts a card into a set.
    pub fn insert(&mut self, card: C) {
        let at = self.0.partition_point(|other| *other < card);
        self.0.insert(at, card);
    }

    /// Puts cards into a set.
    pub fn insert_all(&mut self, cards: impl IntoIterator<Item = C>) {
        self.0.extend(cards);
        self.0.sort_unstable();
    }

    /// Takes a card out; tells whether it was there.
    pub fn remove(&mut self, card: C) -> bool {
        let at = self.0.iter().position(|other| *other == card);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// Takes out the cards for which `taken` holds, in their order.
    pub fn take_all(&mut self, mut taken: impl FnMut(C) -> bool) -> Vec<C> {
        self.0.extract_if(.., |card| taken(*card)).collect()
    }

    /// Takes every card.
    pub fn take_every(&mut self) -> Vec<C> {
        std::mem::take(&mut self.0)
    }

    /// Takes the top card of a deck.
    pub fn draw(&mut self) -> Option<C> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }

    /// Takes so many cards from the top of a deck, or all if it has fewer.
    pub fn draw_many(&mut self, count: usize) -> Vec<C> {
        self.0.drain(..count.min(self.0.len())).collect()
    }

    /// Puts a card where another lies, and gives that one.
    pub fn replace(&mut self, at: usize, card: C) -> Option<C> {
        self.0.get_mut(at).map(|place| std::mem::replace(place, card))
    }

    /// Puts a set into canonical order.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// The cards as one sees them to whom they are shown or not.
    #[must_use]
    pub fn seen(&self, shown: bool) -> Cards<Seen<C>> {
        Cards(self.0.iter().map(|card| Seen::shown(*card, shown)).collect())
    }
}

impl<C: Face> Cards<C> {
    /// The cards that are not hidden.
    pub fn known(&self) -> impl Iterator<Item = C::Card> + Clone {
        self.0.iter().filter_map(|face| face.known())
    }

    /// The schema of such a list.
    #[must_use]
    pub fn shape(description: &str) -> RefOr<Schema> {
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

/// The cards in canonical order, shuffled for the `n`-th time in a run of this game by the event `GAME/deck/N`.
#[must_use]
pub fn shuffled<C: PlayingCard>(cards: &[C], chance: Chance, game: &str, n: u64) -> Cards<C> {
    let mut deck = cards.to_vec();
    chance.numbered(&format!("{game}/deck"), n).shuffle(&mut deck);
    Cards(deck)
}

/// Takes the hand of a seat from the top of a deck.
pub fn dealt<C: PlayingCard>(deck: &mut Cards<C>, count: usize) -> Cards<C> {
    Cards::set(deck.draw_many(count))
}

/// Deals the cards of these lists anew among them: each keeps its size.
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
    fn a_set_keeps_the_canonical_order_and_a_deck_gives_its_top_first() {
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
    fn a_list_longer_than_any_deck_is_refused() {
        let list = |count: usize| serde_json::to_string(&vec!["As"; count]).expect("JSON");
        assert!(serde_json::from_str::<Cards<Card>>(&list(54)).is_ok());
        assert!(serde_json::from_str::<Cards<Card>>(&list(55)).is_err());
    }

    #[test]
    fn cards_that_are_dealt_again_are_the_same_in_lists_of_the_same_size() {
        let seed: Seed = "again".parse().expect("a seed");
        let (mut a, mut b) = (Cards::from(Card::DECK[..20].to_vec()), Cards::from(Card::DECK[20..].to_vec()));
        deal_again([&mut a, &mut b], &mut Chance::new(&seed).event("test"));
        assert_eq!((a.len(), b.len()), (20, 32));
        assert_ne!(*a, Card::DECK[..20]);
        assert_eq!(*Cards::set(a.iter().chain(b.iter()).copied()), Card::DECK);
    }
}
