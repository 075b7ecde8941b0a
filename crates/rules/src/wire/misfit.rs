//! Where JSON that cannot be read is at fault.

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment};

/// Why JSON cannot be read into a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The place of the fault, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong there.
    pub message: String,
}

/// The keys by which the variants of unions are told apart.
const TAG_KEYS: [&str; 3] = ["type", "phase", "room"];

/// Whether a key is one by which variants are told apart.
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

/// Whether two texts are the same; `==` on texts cannot be called in a constant.
const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Finds why JSON cannot be read into a type, and where; none if it can.
///
/// A fault in a field that stands before its object's tag has no place in the first reading, where such fields are put
/// aside until the tag is known. So the JSON is read again with the tags first. A key that is given twice is lost by
/// that; then the place is that of the first reading.
#[must_use]
pub fn misfit<T: DeserializeOwned>(json: &[u8]) -> Option<Misfit> {
    let first = read::<T>(json)?;
    let ordered = serde_json::from_slice::<Json>(json).map(|json| tags_first(&json)).ok();
    ordered.and_then(|ordered| read::<T>(ordered.as_bytes())).or(Some(first))
}

/// Reads JSON into a type; gives the fault if it cannot be read.
fn read<T: DeserializeOwned>(json: &[u8]) -> Option<Misfit> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    let error = serde_path_to_error::deserialize::<_, T>(&mut reader).err()?;
    let message = error.inner().to_string();
    // Line and column say little of JSON in one line, and nothing of JSON that was put into another order.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Some(Misfit { pointer: pointer(error.path()), message: message.to_owned() })
}

/// JSON as text, each object with its tags before its other fields.
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

/// A path as a JSON pointer (RFC 6901).
fn pointer(path: &Path) -> String {
    path.iter().fold(String::new(), |pointer, segment| match segment {
        Segment::Seq { index } => format!("{pointer}/{index}"),
        Segment::Map { key } => format!("{pointer}/{}", escaped(key)),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}

/// A key as a token of a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
