//! Values.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::wire;

/// The value of a tile, a coin or a die's face: null (0), ace (1), 2, 3, 4 or 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Value(u8);

/// A [`Value`] in a field of which a schema is derived: utoipa takes any type that is called `Value` for any JSON at
/// all, and would publish a field without a type.
pub type PieceValue = Value;

impl Value {
    /// Null, which counts 0 unless a room says otherwise.
    pub const NULL: Self = Self(0);
    /// Ace, which counts 1.
    pub const ACE: Self = Self(1);
    /// The values in their order.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The value of this number, if it is 0 to 5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 6 { Some(Self(number)) } else { None }
    }

    /// The value as a number, 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The value as an index, 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the value counts: null 0, ace 1.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.0 as u64
    }

    /// What the value counts where a null counts 1, as an ace does.
    #[must_use]
    pub const fn count_null_as_one(self) -> u64 {
        if self.0 == 0 { 1 } else { self.0 as u64 }
    }

    /// The value after this one in the round null, ace, 2, 3, 4, 5, null.
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
