//! Diagnosis of JSON that does not match a type: where and why.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};

/// The reason why JSON does not match a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The location of the mismatch, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// A message that says what is wrong.
    pub message: String,
}

/// The keys that distinguish the variants of tagged unions.
const TAG_KEYS: [&str; 4] = ["type", "phase", "room", "action"];

/// Returns whether a key distinguishes the variants of a union.
pub(super) const fn is_tag_key(key: &str) -> bool {
    let mut i = 0;
    while i < TAG_KEYS.len() {
        if equal(TAG_KEYS[i].as_bytes(), key.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

/// Compares two strings; `==` is not `const` for them.
const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Finds where and why JSON does not match a type; none if it does.
///
/// Fields before the tag of a union are buffered, so an error in one of them has no location. The JSON is therefore
/// read a second time with all tags first. That loses duplicate keys, for which the location of the first reading is
/// used.
#[must_use]
pub fn find_mismatch<T: DeserializeOwned>(json: &[u8]) -> Option<Mismatch> {
    let first = read::<T>(json)?;
    let ordered = serde_json::from_slice::<Json>(json).map(|json| tags_first(&json)).ok();
    ordered.and_then(|ordered| read::<T>(ordered.as_bytes())).or(Some(first))
}

/// Deserializes JSON and returns the mismatch, if any.
fn read<T: DeserializeOwned>(json: &[u8]) -> Option<Mismatch> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let error = serde_path_to_error::deserialize::<_, T>(&mut reader).err()?;
    let message = error.inner().to_string();
    // Line and column are useless for JSON on one line, and wrong for reordered JSON.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Some(Mismatch { pointer: pointer(error.path()), message: with_json_type_names(message) })
}

/// Maximum number of characters of a value that a message repeats.
const MAX_SHOWN: usize = 60;

/// Replaces Rust type names in a serde message by those of JSON.
fn with_json_type_names(message: &str) -> String {
    let said = |rest: &str| {
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some(format!("expected {}, found {}", kind(expected), clipped(&value(found))))
    };
    let begins = ["invalid type: ", "invalid value: ", "unknown variant "];
    // For numbers and lists in place of an enum, `serde_json` reports only "expected value".
    let plain = || if message == "expected value" { "expected a text" } else { message }.to_owned();
    begins.iter().find_map(|begin| message.strip_prefix(begin)).and_then(said).unwrap_or_else(plain)
}

/// Translates the expected type.
fn kind(expected: &str) -> Cow<'_, str> {
    let (min, max) = match expected {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX),
        "i8" => (i8::MIN.into(), 127),
        "i16" => (i16::MIN.into(), 32_767),
        "i32" => (i32::MIN.into(), 2_147_483_647),
        "i64" | "isize" => (i64::MIN, i64::MAX.unsigned_abs()),
        "f32" | "f64" => return "a number".into(),
        "a string" | "a borrowed string" | "variant identifier" | "string or map" => return "a text".into(),
        "field identifier" => return "a field's name".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        "a map" => return "an object".into(),
        "unit" => return "null".into(),
        _ if expected.starts_with("struct ") => return "an object".into(),
        _ if expected.starts_with("enum ") => return "a text".into(),
        _ => return expected.into(),
    };
    format!("a whole number from {min} to {max}").into()
}

/// Translates the value that was found.
fn value(found: &str) -> Cow<'_, str> {
    let number = ["integer `", "floating point `"].into_iter().find_map(|begin| found.strip_prefix(begin));
    if let Some(number) = number {
        return format!("the number {}", number.trim_end_matches('`')).into();
    }
    match found {
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        "unit value" | "Option value" => "null".into(),
        "boolean `true`" => "true".into(),
        "boolean `false`" => "false".into(),
        _ => found.strip_prefix("string ").map_or(found.into(), |text| format!("the text {text}").into()),
    }
}

/// Truncates a value, which may be as long as a body.
fn clipped(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Serializes JSON with the tags of each object first.
fn tags_first(json: &Json) -> String {
    match json {
        Json::Array(items) => format!("[{}]", items.iter().map(tags_first).collect::<Vec<_>>().join(",")),
        Json::Object(fields) => {
            let (tags, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(key, _)| is_tag_key(key));
            let field = |(key, value): (&String, &Json)| format!("{}:{}", Json::from(key.as_str()), tags_first(value));
            format!("{{{}}}", tags.into_iter().chain(others).map(field).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

/// Formats a path as a JSON pointer (RFC 6901).
fn pointer(path: &Path) -> String {
    path.iter().fold(String::new(), |pointer, segment| match segment {
        Segment::Seq { index } => format!("{pointer}/{index}"),
        Segment::Map { key } => format!("{pointer}/{}", escaped(key)),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}

/// Escapes a key for a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    #[allow(dead_code, reason = "it is read and no more")]
    struct Body {
        small: Option<u8>,
        far: Option<i64>,
        text: Option<String>,
        whether: Option<bool>,
        list: Option<Vec<u8>>,
        object: Option<BTreeMap<String, u8>>,
        inner: Option<Box<Body>>,
        way: Option<Way>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Way {
        North,
        South,
        West,
    }

    #[test]
    fn mismatch_reports_location_and_json_types() {
        let far = "expected a whole number from -9223372036854775808 to 9223372036854775807, found an object";
        for (json, pointer, message) in [
            (r#"{"small": "7"}"#, "/small", r#"expected a whole number from 0 to 255, found the text "7""#),
            (r#"{"small": -7}"#, "/small", "expected a whole number from 0 to 255, found the number -7"),
            (r#"{"small": 7.5}"#, "/small", "expected a whole number from 0 to 255, found the number 7.5"),
            (r#"{"list": [1, [2]]}"#, "/list/1", "expected a whole number from 0 to 255, found a list"),
            (r#"{"far": {}}"#, "/far", far),
            (r#"{"inner": {"text": 7}}"#, "/inner/text", "expected a text, found the number 7"),
            (
                r#"{"whether": "x, expected u8"}"#,
                "/whether",
                r#"expected true or false, found the text "x, expected u8""#,
            ),
            (r#"{"list": true}"#, "/list", "expected a list, found true"),
            (r#"{"object": []}"#, "/object", "expected an object, found a list"),
            (r#"{"object": {"a": null}}"#, "/object/a", "expected a whole number from 0 to 255, found null"),
            (r#"{"inner": 7}"#, "/inner", "expected an object, found the number 7"),
            (r#"{"way": "up"}"#, "/way", "expected one of `north`, `south`, `west`, found `up`"),
            (r#"{"way": 7}"#, "/way", "expected a text"),
        ] {
            let mismatch = find_mismatch::<Body>(json.as_bytes()).expect("it does not fit");
            assert_eq!((mismatch.pointer.as_str(), mismatch.message.as_str()), (pointer, message), "{json}");
        }
    }

    #[test]
    fn long_value_is_truncated_in_message() {
        let long = format!(r#"{{"small": "{}"}}"#, "\u{e4}".repeat(1000));
        let Mismatch { message, .. } = find_mismatch::<Body>(long.as_bytes()).expect("it does not fit");
        let begun = format!("found the text \"{}...", "\u{e4}".repeat(MAX_SHOWN - "the text \"".len()));
        assert!(message.ends_with(&begun), "{message}");
    }
}
