//! Deserialization of requests, and lookup of their rules version.
//!
//! The fast path is one pass. Only if that fails is the text read again, to locate the mismatch.

use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

use crate::refusal::Refusal;
use funhouse_rules::wire::{self, Mismatch};

/// Deserializes JSON.
///
/// # Errors
/// [`Refusal::NotJson`], or [`Refusal::NotOfSchema`] with the location of the first mismatch.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    wire::from_json(json).map_err(|error| fault(json, &error, wire::find_mismatch::<T>))
}

/// Locates a mismatch.
#[cold]
fn fault(json: &[u8], error: &serde_json::Error, find_mismatch: fn(&[u8]) -> Option<Mismatch>) -> Refusal {
    // serde_json reports a null in place of a string as a syntax error, so check the syntax separately.
    if !error.is_data() && !is_json(json) {
        return Refusal::NotJson(syntax_error(json, error));
    }
    match find_mismatch(json) {
        Some(Mismatch { pointer, message }) => {
            // The check of the syntax ignores the content of strings.
            let detail = match message.as_str() {
                "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
                    "has an escape of half a surrogate pair".to_owned()
                }
                _ => message,
            };
            Refusal::NotOfSchema { pointer: Some(pointer), detail }
        }
        None => Refusal::NotOfSchema { pointer: None, detail: error.to_string() },
    }
}

/// Describes a syntax error, with its line and column, which begin at 1.
fn syntax_error(json: &[u8], error: &serde_json::Error) -> String {
    if json.is_empty() {
        return "expected JSON (got nothing)".to_owned();
    }
    let message = error.to_string();
    let problem = match message.rsplit_once(" at line ").map_or(message.as_str(), |(problem, _)| problem) {
        _ if error.is_eof() => "the JSON ends too early",
        "expected value" => "expected a JSON value",
        "expected ident" => "expected true, false or null",
        "trailing characters" => "unexpected characters after the JSON value",
        "trailing comma" => "unexpected comma before the end of a list or an object",
        "key must be a string" => "expected a key in double quotes",
        "invalid unicode code point" => "a string is not valid UTF-8",
        problem => problem,
    };
    format!("line {}, column {}: {problem}", error.line(), error.column())
}

/// Returns whether a text is JSON.
#[must_use]
pub fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
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
