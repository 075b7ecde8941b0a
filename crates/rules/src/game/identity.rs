//! The id and the rules version of a game on the wire.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{self, Visitor};

use super::Game;
use crate::wire::{self, Fault, Reader};

/// Reads the id of a game, which must be this one.
///
/// # Errors
/// If it is another value.
pub fn read_id(value: Reader<'_>, id: &'static str) -> Result<(), Fault> {
    struct Id(&'static str);
    impl Visitor<'_> for Id {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:?}", self.0)
        }
        fn visit_str<E: de::Error>(self, id: &str) -> Result<(), E> {
            if id == self.0 { Ok(()) } else { Err(E::invalid_value(de::Unexpected::Str(id), &self)) }
        }
    }
    value.deserialize_str(Id(id))
}

/// Reads a rules version, which must be this one.
///
/// # Errors
/// If it is another value.
pub fn read_version(value: Reader<'_>, rules: u32) -> Result<(), Fault> {
    wire::integer_in_range(value, rules, rules, format_args!(", the rules version")).map(drop)
}

/// Returns the schema of a game's rules version, which has one value.
#[must_use]
#[cfg(feature = "schemas")]
pub fn version_schema<G: Game>() -> wire::AnySchema {
    wire::constant_integer("The rules version.", G::RULES.into())
}
