//! Piecepack suits and sets of suits.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wire::{self, ToSchema};

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
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::S, Self::M, Self::C, Self::A];

    /// Returns the index of the suit, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the suit's cousin: Suns and Moons are cousins, and so are Crowns and Arms.
    #[must_use]
    pub const fn cousin(self) -> Self {
        match self {
            Self::S => Self::M,
            Self::M => Self::S,
            Self::C => Self::A,
            Self::A => Self::C,
        }
    }

    /// Returns the suit's letter, as in the names of pieces.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::S => 'S',
            Self::M => 'M',
            Self::C => 'C',
            Self::A => 'A',
        }
    }

    /// Returns the suit's name.
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

/// A set of suits, serialized as a list in the suits' order. Deserialization accepts any order without duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SuitSet(u8);

impl SuitSet {
    /// All four suits.
    pub const FULL: Self = Self(15);

    /// Returns every non-empty set, in binary order with Suns as the lowest digit: Suns; Moons; Suns and Moons; Crowns;
    /// up to all four.
    pub fn some() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Returns whether a suit is in the set.
    #[must_use]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// Returns the set with a suit added.
    #[must_use]
    pub const fn with(self, suit: Suit) -> Self {
        Self(self.0 | 1 << suit.index())
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the suits of the set in order.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |suit| self.contains(*suit))
    }
}

impl Serialize for SuitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SuitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let suits = wire::UniqueList::<Suit>::deserialize(deserializer)?.0;
        Ok(suits.into_iter().fold(Self::default(), Self::with))
    }
}

wire::named_schema!(
    impl[] SuitSet,
    "SuitSet",
    wire::set("A set of suits. Accepted in any order, and returned in the order S, M, C, A.", wire::reference_to::<Suit>()),
    gather [Suit]
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suit_set_reads_any_order_and_sorts() {
        let set: SuitSet = serde_json::from_str(r#"["A","S","C"]"#).expect("a set");
        assert_eq!(serde_json::to_string(&set).expect("it is JSON"), r#"["S","C","A"]"#);
        assert!(serde_json::from_str::<SuitSet>(r#"["A","S","A"]"#).is_err(), "a repeat");
        assert_eq!(SuitSet::some().count(), 15);
        assert_eq!(SuitSet::some().last(), Some(SuitSet::FULL));
    }
}
