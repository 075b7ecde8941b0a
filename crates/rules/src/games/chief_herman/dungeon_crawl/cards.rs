//! The cards of six decks: what each is in the dungeon, and lists of them.

use serde::{Deserialize, Deserializer};

use crate::cards::{Card, Cards, PlayingCard as _, Rank, Suit};
use crate::wire;

/// The number of decks.
pub(super) const DECKS: u8 = 6;
/// Maximum length of a list of cards.
pub(super) const MAX: usize = 312;

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A small spade.
    Trap,
    /// A small club: a small monster in the open, a weapon in a treasure.
    Weapon,
    /// A small diamond.
    Gold,
    /// A small heart.
    Food,
    /// A jack, queen or king.
    BigMonster,
}

/// Returns what a card is.
pub(super) fn role(card: Card) -> Role {
    match card.suit() {
        _ if card.rank() >= Rank::JACK => Role::BigMonster,
        Suit::Spades => Role::Trap,
        Suit::Clubs => Role::Weapon,
        Suit::Diamonds => Role::Gold,
        Suit::Hearts => Role::Food,
    }
}

/// Returns the face value of a card: 1 for an ace.
pub(super) fn face_value(card: Card) -> u64 {
    card.rank().face_value().into()
}

/// Counts the cards of a table by card, which may be more than six.
#[derive(Clone, Debug)]
pub(super) struct Tally([u16; 52]);

impl Tally {
    pub(super) const fn new() -> Self {
        Self([0; 52])
    }

    /// Counts a card. Returns whether there are more than six of it now.
    pub(super) fn add(&mut self, card: Card) -> bool {
        let count = &mut self.0[card.index()];
        *count += 1;
        *count > DECKS.into()
    }

    /// Counts cards.
    pub(super) fn add_all(&mut self, cards: impl IntoIterator<Item = Card>) {
        for card in cards {
            self.add(card);
        }
    }

    /// Returns how many of a card are missing.
    pub(super) fn missing(&self, card: Card) -> u16 {
        u16::from(DECKS).saturating_sub(self.0[card.index()])
    }
}

/// Returns the six decks in canonical order, deck by deck, without the first of each of these cards for each time that
/// it is named.
pub(super) fn six_decks_without(taken: impl IntoIterator<Item = Card>) -> Vec<Card> {
    let mut decks: Vec<Card> = (0..DECKS).flat_map(|_| Card::DECK).collect();
    for card in taken {
        if let Some(at) = decks.iter().position(|other| *other == card) {
            decks.remove(at);
        }
    }
    decks
}

/// Deserializes a list of cards of six decks.
pub(super) fn read<'de, C: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Cards<C>, D::Error> {
    wire::at_most::<C, D, MAX>(deserializer).map(Cards::from)
}

#[cfg(feature = "schemas")]
pub(super) fn gold_schema() -> wire::AnySchema {
    wire::list_at_most("The diamonds that it has, in canonical order.", wire::reference_to::<Card>(), MAX)
}

#[cfg(feature = "schemas")]
pub(super) fn pile_schema() -> wire::AnySchema {
    let description = "The cards to pick from, in canonical order.";
    wire::list_at_most(description, wire::reference_to::<Card>(), MAX)
}
