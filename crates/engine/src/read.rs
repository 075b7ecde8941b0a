//! Deserialization of requests, and lookup of their rules version.

use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

use crate::refusal::Refusal;
use funhouse_rules::wire::{self, Fault, Mismatch, ReadError, Reader};

/// Deserializes JSON.
///
/// # Errors
/// [`Refusal::NotJson`], or [`Refusal::NotOfSchema`] with the location of the first mismatch.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    Ok(wire::from_json(json)?)
}

/// Reads JSON with a function.
///
/// # Errors
/// Those of [`read`].
pub(crate) fn read_with<T>(json: &[u8], read: &dyn Fn(Reader<'_>) -> Result<T, Fault>) -> Result<T, Refusal> {
    Ok(wire::read_with(json, read)?)
}

/// A request without a required field.
pub(crate) fn missing(pointer: &str) -> Refusal {
    Refusal::NotOfSchema { pointer: pointer.to_owned(), detail: "is required".to_owned() }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax(problem) => Self::NotJson(problem),
            ReadError::Mismatch(Mismatch { pointer, message }) => Self::NotOfSchema { pointer, detail: message },
        }
    }
}

/// The fields of a run or a state that name its ruleset. They are read first, because they determine the types of the
/// others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesetKey {
    /// The game, if it is a string.
    pub game: Option<String>,
    /// The rules version, if it is an integer in range.
    pub rules: Option<u32>,
    /// The JSON pointer of the rules version.
    pub pointer: &'static str,
}

impl RulesetKey {
    /// Reads the key of a run. Stops as soon as both fields are found; the rest may be malformed.
    #[must_use]
    pub fn of_run(json: &[u8]) -> Self {
        let mut key = Self { pointer: "/rules", ..Self::default() };
        // The visitor ends with an error as soon as both fields are known.
        let _ = Fields { key: &mut key, nested: false }.deserialize(&mut serde_json::Deserializer::from_slice(json));
        key
    }

    /// Reads the key of the `state` or the `view` in an object.
    #[must_use]
    pub fn of_state(json: &[u8]) -> Self {
        let mut key = Self { pointer: "/state/rules", ..Self::default() };
        let _ = Fields { key: &mut key, nested: true }.deserialize(&mut serde_json::Deserializer::from_slice(json));
        key
    }
}

/// Reads the fields of a key, or those in the `state` or the `view` of a request.
struct Fields<'a> {
    key: &'a mut RulesetKey,
    nested: bool,
}

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { key, nested } = self;
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "game" if !nested => key.game = Some(map.next_value()?),
                "rules" if !nested => key.rules = Some(map.next_value()?),
                "state" if nested => return map.next_value_seed(Fields { key, nested: false }),
                "view" if nested => {
                    key.pointer = "/view/rules";
                    return map.next_value_seed(Fields { key, nested: false });
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            if key.game.is_some() && key.rules.is_some() {
                return Err(A::Error::custom("both are known"));
            }
        }
        Ok(())
    }
}
