//! The id and the rules version of a game on the wire.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Game;
use crate::wire;

/// The id of a game as its own type. Deserializing any other string fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id<G>(PhantomData<G>);

impl<G> Id<G> {
    /// Creates the id.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Id<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Serialize for Id<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(G::ID)
    }
}

impl<'de, G: Game> Deserialize<'de> for Id<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<G>(PhantomData<G>);
        impl<G: Game> de::Visitor<'_> for Text<G> {
            type Value = Id<G>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:?}", G::ID)
            }
            fn visit_str<E: de::Error>(self, id: &str) -> Result<Id<G>, E> {
                if id == G::ID { Ok(Id::new()) } else { Err(E::invalid_value(de::Unexpected::Str(id), &self)) }
            }
        }
        deserializer.deserialize_str(Text(PhantomData))
    }
}

/// The rules version of a game type as its own type. Deserializing any other number fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version<G>(PhantomData<G>);

impl<G> Version<G> {
    /// Creates the version.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Version<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Serialize for Version<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(G::RULES)
    }
}

impl<'de, G: Game> Deserialize<'de> for Version<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<G>(PhantomData<G>);
        impl<G: Game> de::Visitor<'_> for Number<G> {
            type Value = Version<G>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}, the rules version", G::RULES)
            }
            fn visit_u64<E: de::Error>(self, rules: u64) -> Result<Version<G>, E> {
                let wrong = || E::invalid_value(de::Unexpected::Unsigned(rules), &self);
                if rules == u64::from(G::RULES) { Ok(Version::new()) } else { Err(wrong()) }
            }
        }
        deserializer.deserialize_u32(Number(PhantomData))
    }
}

/// Returns the schema of a game's rules version, which has one value.
#[must_use]
#[cfg(feature = "schemas")]
pub fn version_schema<G: Game>() -> wire::AnySchema {
    wire::constant_integer("The rules version.", G::RULES.into())
}
