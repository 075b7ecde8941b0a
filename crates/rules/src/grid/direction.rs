//! Directions and offsets on a board.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::wire::ToSchema;

/// A direction on a board seen from above; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up: toward row 1.
    North,
    /// Right: toward the last column.
    East,
    /// Down: toward the last row.
    South,
    /// Left: toward column a.
    West,
}

impl Direction {
    /// All directions in order: north, east, south, west.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the offset of one step in this direction: x grows east, y grows south.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// Returns the name of the direction, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An offset on a board: columns to the right, and rows away from row 1.
pub type Offset = (i8, i8);

/// The offsets of one step along the eight straight lines through a cell. Opposite directions are four entries apart.
pub const EIGHT_DIRECTIONS: [Offset; 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
