//! The seats of a game for two.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Seat;
use crate::wire;

/// A seat of a game for two, in JSON its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Seat 1.
    One,
    /// Seat 2.
    Two,
}

impl Player {
    /// Both players, in the order of play.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Returns the player of a seat, if it is seat 1 or 2.
    #[must_use]
    pub const fn of(seat: Seat) -> Option<Self> {
        match seat.number() {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            _ => None,
        }
    }

    /// Returns the seat of the player.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::BOTH[self as usize]
    }

    /// Returns the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seat().fmt(f)
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.seat().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, 2>(deserializer).map(|number| if number == 1 { Self::One } else { Self::Two })
    }
}

wire::named_schema!(
    impl[] Player,
    "SeatOfTwo",
    wire::integer_schema("A seat of a game for two.", 1, 2),
    gather []
);
