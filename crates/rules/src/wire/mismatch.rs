//! Deserialization of JSON, and diagnosis of JSON that does not match a type: where and why.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_path_to_error::{Error, Path, Segment, Track};

/// The reason why JSON does not match a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The location of the mismatch, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong, as a predicate of the value: `must be an integer from 3 to 7 (got 2)`.
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

/// Deserializes JSON.
///
/// # Errors
/// If it is no JSON, or does not match the type.
pub fn from_json<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    // The WebAssembly module has to be small, so the code that reads a type is compiled only once, as `find_mismatch` needs it.
    if cfg!(target_family = "wasm") { tracked(json).map_err(Error::into_inner) } else { serde_json::from_slice(json) }
}

/// Deserializes JSON. An error has its path. Slower than without.
fn tracked<T: DeserializeOwned>(json: &[u8]) -> Result<T, Error<serde_json::Error>> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let value = serde_path_to_error::deserialize(&mut reader)?;
    reader.end().map(|()| value).map_err(|error| Error::new(Track::new().path(), error))
}

/// Finds where and why JSON does not match a type; none if it does.
///
/// Fields before the tag of a union are buffered, so an error in one of them has no location. The JSON is therefore
/// read a second time with all tags first. That loses duplicate keys, for which the location of the first reading is
/// used.
#[must_use]
pub fn find_mismatch<T: DeserializeOwned>(json: &[u8]) -> Option<Mismatch> {
    find(json, error_of::<T>)
}

/// Deserializes JSON as a type. Returns the location and the message of the error, if any.
type ErrorOf = fn(&[u8]) -> Option<(String, String)>;

fn find(json: &[u8], error_of: ErrorOf) -> Option<Mismatch> {
    let first = first_mismatch(json, error_of)?;
    let ordered = serde_json::from_slice::<Json>(json).map(|json| tags_first(&json)).ok();
    ordered.and_then(|ordered| first_mismatch(ordered.as_bytes(), error_of)).or(Some(first))
}

/// Returns the mismatch that comes first in JSON, if any.
fn first_mismatch(json: &[u8], error_of: ErrorOf) -> Option<Mismatch> {
    let (pointer, message) = error_of(json)?;
    let field = |prefix| Some(message.strip_prefix(prefix)?.split('`').next()?.to_owned());
    if let Some(name) = field("missing field `") {
        let pointer = format!("{pointer}/{}", escaped(&name));
        let expected = expectation(json, &pointer, error_of).map(|expected| format!(": {expected}"));
        let reason = message.split_once("`;").map(|(_, reason)| format!(";{reason}"));
        let message = format!("is required{}{}", expected.unwrap_or_default(), reason.unwrap_or_default());
        return Some(Mismatch { pointer, message });
    }
    if let Some(name) = field("unknown field `") {
        // The path may already end with the unknown field.
        let end = format!("/{}", escaped(&name));
        let parent = pointer.strip_suffix(&end).unwrap_or(&pointer);
        let message = match message.rsplit_once(", expected ") {
            Some((_, known)) => {
                let known = known.strip_prefix("one of ").unwrap_or(known).replace(" or ", ", ");
                format!("is unknown; known fields: {known}")
            }
            None => "is unknown: this object has no fields".to_owned(),
        };
        return Some(Mismatch { pointer: format!("{parent}{end}"), message });
    }
    if let Some(name) = field("duplicate field `") {
        return Some(Mismatch {
            pointer: format!("{pointer}/{}", escaped(&name)),
            message: "is given twice".to_owned(),
        });
    }
    if message == VALUE_OF_ENUM {
        let expected = expectation(json, &pointer, error_of).unwrap_or_else(|| "a string".to_owned());
        let found = serde_json::from_slice(json).ok().and_then(|json: Json| json.pointer(&pointer).map(short));
        let found = found.map(|found| format!(" (got {found})"));
        return Some(Mismatch { pointer, message: format!("must be {expected}{}", found.unwrap_or_default()) });
    }
    Some(Mismatch { pointer, message: predicate(&message) })
}

/// All that `serde_json` reports for a number, a list or null in place of an enum.
const VALUE_OF_ENUM: &str = "expected value";

/// Describes a value in a few words.
fn short(value: &Json) -> String {
    match value {
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
        value => clipped(&value.to_string()).into_owned(),
    }
}

/// See [`ErrorOf`].
fn error_of<T: DeserializeOwned>(json: &[u8]) -> Option<(String, String)> {
    let error = tracked::<T>(json).err()?;
    let message = error.inner().to_string();
    // Line and column are useless for JSON on one line, and wrong for reordered JSON.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Some((pointer(error.path()), message.to_owned()))
}

/// Returns what the value at a location must be, which may be missing. For that, the JSON is read again with a value that
/// does not fit: null, or an empty string for an enum, since `serde_json` lists its variants only for strings.
fn expectation(json: &[u8], location: &str, error_of: ErrorOf) -> Option<String> {
    let mut json: Json = serde_json::from_slice(json).ok()?;
    let (parent, name) = location.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    [Json::Null, Json::from("")].into_iter().find_map(|value| {
        match json.pointer_mut(location) {
            Some(place) => *place = value,
            None => drop(json.pointer_mut(parent)?.as_object_mut()?.insert(name.clone(), value)),
        }
        let (pointer, message) = error_of(tags_first(&json).as_bytes())?;
        let predicate = predicate(&message);
        let (expected, _) = predicate.strip_prefix("must be ")?.rsplit_once(" (got ")?;
        (pointer == location).then(|| expected.to_owned())
    })
}

/// Maximum number of characters of a value that a message repeats.
const MAX_SHOWN: usize = 60;

/// Turns a serde message, which has Rust type names, into a predicate with those of JSON.
fn predicate(message: &str) -> String {
    let begins = ["invalid type: ", "invalid value: ", "invalid length ", "unknown variant "];
    let expected_and_found = || {
        let rest = begins.iter().find_map(|begin| message.strip_prefix(begin))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some(format!("must be {} (got {})", kind(expected), clipped(&value(found))))
    };
    match message {
        "number out of range" => "must be a smaller number".to_owned(),
        // A list of another length than a struct has fields.
        _ if message.starts_with("invalid length ") && message.contains(", expected struct ") => {
            "must be an object (got a list)".to_owned()
        }
        message => expected_and_found().unwrap_or_else(|| message.to_owned()),
    }
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
        "a string" | "a borrowed string" | "variant identifier" | "string or map" => return "a string".into(),
        "field identifier" => return "the name of a field".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        "a map" => return "an object".into(),
        "unit" => return "null".into(),
        _ if expected.starts_with("an array of length ") => {
            return format!("a list of {} items", &expected["an array of length ".len()..]).into();
        }
        _ if expected.starts_with("struct ") => return "an object".into(),
        _ if expected.starts_with("enum ") => return "a string".into(),
        _ => return expected.into(),
    };
    format!("an integer from {min} to {max}").into()
}

/// Translates the value that was found.
fn value(found: &str) -> Cow<'_, str> {
    let number = ["integer `", "floating point `"].into_iter().find_map(|begin| found.strip_prefix(begin));
    if let Some(number) = number {
        return number.trim_end_matches('`').into();
    }
    match found {
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        "unit value" | "Option value" | "null" => "null".into(),
        "boolean `true`" => "true".into(),
        "boolean `false`" => "false".into(),
        _ => found.strip_prefix("string ").unwrap_or(found).into(),
    }
}

/// Truncates a value to 60 characters. It may be as long as a body.
#[must_use]
pub fn clipped(text: &str) -> Cow<'_, str> {
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
    #[allow(dead_code, reason = "only deserialized")]
    struct Body {
        small: Option<u8>,
        far: Option<i64>,
        text: Option<String>,
        whether: Option<bool>,
        list: Option<Vec<u8>>,
        object: Option<BTreeMap<String, u8>>,
        inner: Option<Box<Body>>,
        way: Option<Way>,
        must: Option<Must>,
        choice: Option<Choice>,
        pair: Option<[u8; 2]>,
        nothing: Option<Nothing>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only deserialized")]
    struct Choice {
        way: Way,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only deserialized")]
    struct Must {
        #[serde(rename = "a/b")]
        a: u8,
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
        let far = "must be an integer from -9223372036854775808 to 9223372036854775807 (got an object)";
        for (json, pointer, message) in [
            (r#"{"small": "7"}"#, "/small", r#"must be an integer from 0 to 255 (got "7")"#),
            (r#"{"small": -7}"#, "/small", "must be an integer from 0 to 255 (got -7)"),
            (r#"{"small": 7.5}"#, "/small", "must be an integer from 0 to 255 (got 7.5)"),
            (r#"{"list": [1, [2]]}"#, "/list/1", "must be an integer from 0 to 255 (got a list)"),
            (r#"{"far": {}}"#, "/far", far),
            (r#"{"inner": {"text": 7}}"#, "/inner/text", "must be a string (got 7)"),
            (r#"{"whether": "x, expected u8"}"#, "/whether", r#"must be true or false (got "x, expected u8")"#),
            (r#"{"list": true}"#, "/list", "must be a list (got true)"),
            (r#"{"object": []}"#, "/object", "must be an object (got a list)"),
            (r#"{"object": {"a": null}}"#, "/object/a", "must be an integer from 0 to 255 (got null)"),
            (r#"{"inner": 7}"#, "/inner", "must be an object (got 7)"),
            (r#"{"way": "up"}"#, "/way", "must be one of `north`, `south`, `west` (got `up`)"),
            (r#"{"way": 7}"#, "/way", "must be one of `north`, `south`, `west` (got 7)"),
            (r#"{"way": [7]}"#, "/way", "must be one of `north`, `south`, `west` (got a list)"),
            (r#"{"choice": {"way": null}}"#, "/choice/way", "must be one of `north`, `south`, `west` (got null)"),
            (r#"{"small": 1e400}"#, "/small", "must be a smaller number"),
            (r#"{"nothing": {"a": 7}}"#, "/nothing/a", "is unknown: this object has no fields"),
            (r#"{"must": {}}"#, "/must/a~1b", "is required: an integer from 0 to 255"),
            ("[]", "", "must be an object (got a list)"),
            (r#"{"pair": [1]}"#, "/pair", "must be a list of 2 items (got 1)"),
            (r#"{"choice": {}}"#, "/choice/way", "is required: one of `north`, `south`, `west`"),
            (r#"{"must": {"a/b": 7, "b": 7}}"#, "/must/b", "is unknown; known fields: `a/b`"),
            (r#"{"must": {"a/b": 7, "a/b": 7}}"#, "/must/a~1b", "is given twice"),
            (r#"{"list": [], "list": []}"#, "/list", "is given twice"),
            ("7", "", "must be an object (got 7)"),
        ] {
            let mismatch = find_mismatch::<Body>(json.as_bytes()).expect("it does not fit");
            assert_eq!((mismatch.pointer.as_str(), mismatch.message.as_str()), (pointer, message), "{json}");
        }
    }

    #[test]
    fn both_ways_to_deserialize_agree() {
        for json in ["{}", r#"{"small": 7}"#, " {} ", "{} x", "{}{}", "{", "", r#"{"small": -7}"#, "nonsense"] {
            let (plain, tracked) = (serde_json::from_str::<Body>(json), tracked::<Body>(json.as_bytes()));
            let message = |error: serde_json::Error| (error.classify(), error.to_string());
            assert_eq!(plain.err().map(message), tracked.err().map(|error| message(error.into_inner())), "{json}");
        }
    }

    #[test]
    fn long_value_is_truncated_in_message() {
        let long = format!(r#"{{"small": "{}"}}"#, "\u{e4}".repeat(1000));
        let Mismatch { message, .. } = find_mismatch::<Body>(long.as_bytes()).expect("it does not fit");
        let begun = format!("(got \"{}...)", "\u{e4}".repeat(MAX_SHOWN - 1));
        assert!(message.ends_with(&begun), "{message}");
    }
}
