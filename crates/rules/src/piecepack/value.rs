//! The values of piecepack pieces.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::wire;

/// The value of a tile, a coin or a die's face: null (0), ace (1), 2, 3, 4 or 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Value(u8);

/// An alias of [`Value`] for fields of types that derive `ToSchema`.
///
/// utoipa treats any field type named `Value` as arbitrary JSON and would publish the field without a type.
pub type PieceValue = Value;

impl Value {
    /// Null, which counts 0 unless a room counts it as 1.
    pub const NULL: Self = Self(0);
    /// Ace, which counts 1.
    pub const ACE: Self = Self(1);
    /// All values in order.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the value of a number, if it is 0 to 5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// Returns the value as a number, 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the value as an index, 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the count of the value: null 0, ace 1.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.0 as u64
    }

    /// Returns the count of the value in rooms where null counts 1, like an ace.
    #[must_use]
    pub const fn count_null_as_one(self) -> u64 {
        if self.0 == 0 { 1 } else { self.0 as u64 }
    }

    /// Returns the next value in the cycle null, ace, 2, 3, 4, 5, null.
    #[must_use]
    pub const fn next_in_round(self) -> Self {
        Self((self.0 + 1) % 6)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<D, 0, 5>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Value,
    "Value",
    wire::integer_schema("A value: 0 is null, 1 the ace.", 0, 5),
    gather []
);
