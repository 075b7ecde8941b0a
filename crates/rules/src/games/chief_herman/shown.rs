//! Cards in a scene.

use crate::cards::{Cards, Face};
use crate::scene::{Area, Thing};

/// An area of cards that overlap, with room for `room` of them.
pub(super) fn fan<C: Face>(name: &'static str, room: usize, cards: &Cards<C>) -> Area {
    Area::fan(name, room, cards.iter().copied().map(Thing::card))
}

/// An area of a pile of so many cards, face down.
pub(super) fn pile(name: &'static str, count: usize) -> Area {
    Area::row(name, 1, (count > 0).then_some(Thing::Deck(count as u64)))
}
