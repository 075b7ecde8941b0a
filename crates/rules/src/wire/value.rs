//! Values as [`serde_json::Value`].

use serde::Serialize;
use serde_json::Value as Json;

/// Returns a value as JSON; null if it cannot be serialized.
///
/// It is written as text and read again, which takes longer than `serde_json::to_value`. But all types of the games are written as text anyway,
/// and compiling a second serializer for each of them takes a tenth of the time of `funhouse-engine`.
pub fn json_of(value: &impl Serialize) -> Json {
    serde_json::to_vec(value).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::json_of;

    #[test]
    fn value_is_the_same_as_without_text() {
        let value = json!({ "a": [1, -1, u64::MAX, "\u{1f0a1}\"", null, true], "b": {} });
        assert_eq!(json_of(&value), value);
        assert_eq!(json_of(&BTreeMap::from([((), 1)])), json!(null), "a key that is no string");
    }
}
