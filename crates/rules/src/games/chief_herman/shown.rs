//! Areas of cards in a scene.

use crate::cards::{CardFace, Cards};
use crate::scene::{Area, Piece};

/// Creates an area of overlapping cards, with space for `room` of them.
pub(super) fn fan<C: CardFace>(name: &'static str, room: usize, cards: &Cards<C>) -> Area {
    Area::fan(name, room, cards.iter().copied().map(Piece::card))
}

/// Creates the area of a hand, with space for `room` cards.
pub(super) fn hand<C: CardFace>(room: usize, cards: &Cards<C>) -> Area {
    fan("hand", room, cards).as_hand()
}

/// Creates an area with a face-down pile of cards.
pub(super) fn pile(name: &'static str, count: usize) -> Area {
    Area::row(name, 1, (count > 0).then_some(Piece::Deck(count as u64)))
}
