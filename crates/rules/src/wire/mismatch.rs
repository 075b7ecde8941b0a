//! What is wrong with JSON that does not match a type, as a client reads it.

use std::fmt::{self, Display};

use super::fault::{Fault, Reason, Segment, ticked};

/// The reason why JSON does not match a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The location of the mismatch, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What is wrong, as a predicate of the value: `must be an integer from 3 to 7 (got 2)`.
    pub message: String,
}

/// The reason why a text cannot be read as a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is no JSON, with the line, the column and the problem.
    Syntax(String),
    /// It is JSON that does not match the type.
    Mismatch(Mismatch),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(problem) => f.write_str(problem),
            Self::Mismatch(Mismatch { pointer, message }) => write!(f, "{pointer} {message}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Returns what the value at a place must be, if that can be found out.
pub(super) type ExpectedAt<'a> = &'a dyn Fn(&[Segment]) -> Option<String>;

impl Mismatch {
    /// Describes a fault.
    pub(super) fn of(fault: &Fault, expected_at: Option<ExpectedAt<'_>>) -> Self {
        let path = fault.path();
        let message = match fault.reason() {
            Reason::Unexpected { expected, found } => format!("must be {expected} (got {found})"),
            Reason::Missing { because, .. } => {
                let expected = expected_at.and_then(|expected_at| expected_at(&path));
                let expected = expected.map(|expected| format!(": {expected}")).unwrap_or_default();
                let because = because.map(|because| format!("; {because}")).unwrap_or_default();
                format!("is required{expected}{because}")
            }
            Reason::Unknown { known: [], .. } => "is unknown: this object has no fields".to_owned(),
            Reason::Unknown { known, .. } => format!("is unknown; known fields: {}", ticked(known)),
            Reason::Duplicate { .. } => "is given twice".to_owned(),
            Reason::Other(message) => message.clone(),
        };
        Self { pointer: path.iter().map(pointer).collect(), message }
    }
}

/// Formats a step as a part of a JSON pointer (RFC 6901).
fn pointer(step: &Segment) -> String {
    match step {
        Segment::Field(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
        Segment::Item(index) => format!("/{index}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::super::fault::MAX_SHOWN;
    use super::super::reader::find_mismatch;
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
    fn long_value_is_truncated_in_message() {
        let long = format!(r#"{{"small": "{}"}}"#, "\u{e4}".repeat(1000));
        let Mismatch { message, .. } = find_mismatch::<Body>(long.as_bytes()).expect("it does not fit");
        let begun = format!("(got \"{}...)", "\u{e4}".repeat(MAX_SHOWN - 1));
        assert!(message.ends_with(&begun), "{message}");
    }
}
