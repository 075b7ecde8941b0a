//! Suits.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A suit: Suns, Moons, Crowns or Arms, always listed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum Suit {
    /// Suns.
    S,
    /// Moons.
    M,
    /// Crowns.
    C,
    /// Arms.
    A,
}

impl Suit {
    /// The suits in their order.
    pub const ALL: [Self; 4] = [Self::S, Self::M, Self::C, Self::A];

    /// The suit's place in the order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The cousin of this suit: Suns and Moons are cousins, and so are Crowns and Arms.
    #[must_use]
    pub const fn cousin(self) -> Self {
        match self {
            Self::S => Self::M,
            Self::M => Self::S,
            Self::C => Self::A,
            Self::A => Self::C,
        }
    }

    /// The suit's letter, as it is written in the name of a piece.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::S => 'S',
            Self::M => 'M',
            Self::C => 'C',
            Self::A => 'A',
        }
    }

    /// The suit's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::S => "Suns",
            Self::M => "Moons",
            Self::C => "Crowns",
            Self::A => "Arms",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
