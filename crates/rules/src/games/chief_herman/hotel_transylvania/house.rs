//! The house: a ring of six doors and a room for each card.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, PlayingCard as _};
use crate::wire;

/// The number of doors, and of guests.
pub(super) const DOORS: usize = 6;
/// The number of rooms.
pub(super) const ROOMS: usize = 52;
/// The number of spaces.
const SPACES: usize = DOORS + ROOMS;
/// The first room after each door, as an index in canonical order.
const FIRST: [usize; DOORS] = [0, 9, 18, 26, 35, 44];

/// A space of the house: a door or a room. The order is clockwise from door 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Space(u8);

impl Space {
    /// All spaces, clockwise from door 1.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..SPACES).map(|at| Self(at as u8))
    }

    /// Returns a door by its index, from 0. There are six.
    #[must_use]
    pub fn door(index: usize) -> Self {
        let index = index % DOORS;
        Self((FIRST[index] + index) as u8)
    }

    /// Returns the room of a card.
    #[must_use]
    pub fn room(card: Card) -> Self {
        Self((card.index() + 1 + wing_of(card)) as u8)
    }

    /// Returns the index of the last door up to this space, going clockwise.
    pub(super) fn wing(self) -> usize {
        (0..DOORS).rev().find(|door| Self::door(*door) <= self).unwrap_or(0)
    }

    /// Returns the card of the room; none for a door.
    #[must_use]
    pub fn card(self) -> Option<Card> {
        // Before a room, there is one door more than its wing says.
        (Self::door(self.wing()) != self).then(|| Card::DECK[usize::from(self.0) - self.wing() - 1])
    }

    /// Returns the space that is this many steps farther clockwise.
    #[must_use]
    pub fn ahead(self, steps: usize) -> Self {
        Self(((usize::from(self.0) + steps) % SPACES) as u8)
    }

    /// Returns the number of steps clockwise to another space, from 0.
    pub(super) fn steps_to(self, other: Self) -> usize {
        (usize::from(other.0) + SPACES - usize::from(self.0)) % SPACES
    }

    /// Returns the name for people: `door 1` or `the room of the 9 of clubs`.
    pub(super) fn spoken_name(self) -> String {
        match self.card() {
            Some(card) => format!("the room of the {}", card.spoken_name()),
            None => format!("door {}", self.wing() + 1),
        }
    }
}

/// Returns the index of the door before a room.
fn wing_of(card: Card) -> usize {
    (0..DOORS).rev().find(|door| FIRST[*door] <= card.index()).unwrap_or(0)
}

/// Returns the indices of the rooms between the same two doors as a room.
pub(super) fn rooms_around(card: Card) -> Range<usize> {
    let wing = wing_of(card);
    FIRST[wing]..FIRST.get(wing + 1).copied().unwrap_or(ROOMS)
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => card.fmt(f),
            None => write!(f, "door{}", self.wing() + 1),
        }
    }
}

impl FromStr for Space {
    type Err = ();
    fn from_str(name: &str) -> Result<Self, ()> {
        let door = || (0..DOORS).map(Self::door).find(|door| door.to_string() == name);
        name.parse().map(Self::room).ok().or_else(door).ok_or(())
    }
}

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.card() {
            Some(card) => card.serialize(serializer),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a room by its card, or `door1` to `door6`")
    }
}

wire::named_schema!(
    impl[] Space,
    "HotelTransylvaniaSpace",
    wire::text(
        &format!("^(door[1-6]|{})$", Card::PATTERN),
        "A space of the house: a room by its card, or `door1` to `door6`.",
        "9c"
    ),
    gather []
);
