//! The lifeboats, one for each suit.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Suit};
use crate::wire::{self, ToSchema};

/// A lifeboat, by its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ShipwreckBoat)]
pub enum Boat {
    /// Clubs.
    C,
    /// Diamonds.
    D,
    /// Hearts.
    H,
    /// Spades.
    S,
}

impl Boat {
    /// All lifeboats, in the order of suits.
    pub const ALL: [Self; 4] = [Self::C, Self::D, Self::H, Self::S];

    /// Returns the lifeboat of a suit.
    #[must_use]
    pub const fn of(suit: Suit) -> Self {
        Self::ALL[suit as usize]
    }

    /// Returns the suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self as usize]
    }
}

/// The cards of a lifeboat: a suit of two decks at most.
pub type Load = wire::BoundedVec<Card, 0, 26>;

wire::record! {
    /// The cards in the lifeboats, each list in canonical order.
    #[derive(Default)]
    #[schema(as = ShipwreckBoats)]
    pub struct Boats {
        /// The lifeboat of clubs.
        pub c: BoundedVec<Card, 0, 26>,
        /// The lifeboat of diamonds.
        pub d: BoundedVec<Card, 0, 26>,
        /// The lifeboat of hearts.
        pub h: BoundedVec<Card, 0, 26>,
        /// The lifeboat of spades.
        pub s: BoundedVec<Card, 0, 26>,
    }
}

impl Boats {
    /// Returns the lifeboats in the order of suits, with their cards.
    pub(super) fn each(&self) -> [(Boat, &Load); 4] {
        [(Boat::C, &self.c), (Boat::D, &self.d), (Boat::H, &self.h), (Boat::S, &self.s)]
    }

    /// Returns the cards of a lifeboat.
    pub(super) const fn load(&self, boat: Boat) -> &Load {
        match boat {
            Boat::C => &self.c,
            Boat::D => &self.d,
            Boat::H => &self.h,
            Boat::S => &self.s,
        }
    }

    fn load_mut(&mut self, boat: Boat) -> &mut Load {
        match boat {
            Boat::C => &mut self.c,
            Boat::D => &mut self.d,
            Boat::H => &mut self.h,
            Boat::S => &mut self.s,
        }
    }

    /// Puts a card into the lifeboat of its suit.
    pub(super) fn put(&mut self, card: Card) {
        let load = self.load_mut(Boat::of(card.suit()));
        let at = load.partition_point(|other| *other < card);
        load.insert(at, card);
    }

    /// Returns all cards.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.each().into_iter().flat_map(|(_, load)| load.iter().copied())
    }

    pub(super) fn sort(&mut self) {
        Boat::ALL.into_iter().for_each(|boat| self.load_mut(boat).sort_unstable());
    }
}

/// Returns the points of a card: its face value.
pub(super) fn value(card: Card) -> i64 {
    card.rank().face_value().into()
}

/// Returns the points of cards.
pub(super) fn worth(cards: &[Card]) -> i64 {
    cards.iter().copied().map(value).sum()
}
