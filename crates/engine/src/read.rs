//! Reading what was sent: JSON straight into its type, and which rules version it is of.
//!
//! The fast path is one pass of `serde_json`. Only when that fails is the text read again, to find the place of the fault.

use std::fmt;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

use crate::refusal::Refusal;
use funhouse_rules::wire::{self, Mismatch};

/// Reads JSON into a type.
///
/// # Errors
/// [`Refusal::NotJson`], or [`Refusal::NotOfSchema`] with the place of the first fault.
pub fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(json).map_err(|error| fault::<T>(json, &error))
}

/// Finds the place of a fault.
#[cold]
fn fault<T: DeserializeOwned>(json: &[u8], error: &serde_json::Error) -> Refusal {
    // serde_json calls a null where a name is due a fault of syntax, so that it must be asked again.
    if !error.is_data() && !is_json(json) {
        return Refusal::NotJson(error.to_string());
    }
    match wire::find_mismatch::<T>(json) {
        Some(Mismatch { pointer, message }) => Refusal::NotOfSchema { pointer: Some(pointer), detail: message },
        None => Refusal::NotOfSchema { pointer: None, detail: error.to_string() },
    }
}

/// Whether a text is JSON at all.
#[must_use]
pub fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// The fields of a run or a state that name its ruleset. They are read first, since they decide the type of the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesetKey {
    /// The game, if it is named by a text.
    pub game: Option<String>,
    /// The rules version, if it is a whole number in range.
    pub rules: Option<u32>,
    /// Where the rules version is named, as a JSON pointer.
    pub pointer: &'static str,
}

impl RulesetKey {
    /// The key of a run. Reading stops as soon as both fields are found, so that what follows may be malformed.
    #[must_use]
    pub fn of_run(json: &[u8]) -> Self {
        let mut key = Self { pointer: "/rules", ..Self::default() };
        // The reading ends with an error as soon as both fields are known.
        let _ = Fields(&mut key).deserialize(&mut serde_json::Deserializer::from_slice(json));
        key
    }

    /// The key of the state in an object's field `state`, or of the view in its field `view`.
    #[must_use]
    pub fn of_state(json: &[u8]) -> Self {
        let mut key = Self { pointer: "/state/rules", ..Self::default() };
        let _ = InState(&mut key).deserialize(&mut serde_json::Deserializer::from_slice(json));
        key
    }
}

/// Reads the fields of a key.
struct Fields<'a>(&'a mut RulesetKey);

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
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "game" => self.0.game = Some(map.next_value()?),
                "rules" => self.0.rules = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            if self.0.game.is_some() && self.0.rules.is_some() {
                return Err(A::Error::custom("both are known"));
            }
        }
        Ok(())
    }
}

/// Reads the key of the state or the view in a request.
struct InState<'a>(&'a mut RulesetKey);

impl<'de> DeserializeSeed<'de> for InState<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for InState<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "state" => return map.next_value_seed(Fields(self.0)),
                "view" => {
                    self.0.pointer = "/view/rules";
                    return map.next_value_seed(Fields(self.0));
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_run_is_read_wherever_its_fields_stand_and_no_further() {
        let key = |pointer| RulesetKey { game: Some("slide-jam".to_owned()), rules: Some(2), pointer };
        assert_eq!(RulesetKey::of_run(br#"{"game": "slide-jam", "rules": 2, "moves": [broken"#), key("/rules"));
        let later = br#"{"moves": [{"rules": 7}], "rules": 2, "game": "slide-jam"}"#;
        assert_eq!(RulesetKey::of_run(later), key("/rules"));
        let state = br#"{"move": {}, "state": {"game": "slide-jam", "rules": 2, "#;
        assert_eq!(RulesetKey::of_state(state), key("/state/rules"));
        let view = br#"{"seat": 1, "view": {"game": "slide-jam", "rules": 2, "#;
        assert_eq!(RulesetKey::of_state(view), key("/view/rules"));
    }

    #[test]
    fn a_key_that_cannot_be_read_says_nothing() {
        for json in ["", "7", "[]", "{}", r#"{"rules": "1"}"#, r#"{"rules": -1, "game": "x"}"#, r#"{"state": 7}"#] {
            assert_eq!(RulesetKey::of_run(json.as_bytes()).rules, None, "{json}");
            assert_eq!(RulesetKey::of_state(json.as_bytes()).rules, None, "{json}");
        }
    }
}
