//! What is wrong with JSON that does not match a type: the reason and its place, in the terms of JSON.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::de::{self, Expected, Unexpected};

/// Why a value does not match its type. It is built outward from the faulty value.
#[derive(Debug)]
pub struct Fault(Box<(Reason, Vec<Segment>)>);

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// To a field of an object.
    Field(Box<str>),
    /// To an item of a list, from 0.
    Item(usize),
}

/// The reason for a fault.
#[derive(Debug)]
pub(super) enum Reason {
    /// A value is another one than expected.
    Unexpected { expected: String, found: String },
    /// A field is missing, with an explanation if it has one.
    Missing { name: &'static str, because: Option<&'static str> },
    /// A field is unknown.
    Unknown { name: String, known: &'static [&'static str] },
    /// A field occurs twice.
    Duplicate { name: &'static str },
    /// Any other reason, as a predicate of the value.
    Other(String),
}

impl Segment {
    /// The step to a field.
    #[must_use]
    pub fn field(name: &str) -> Self {
        Self::Field(name.into())
    }
}

impl Fault {
    fn of(reason: Reason) -> Self {
        Self(Box::new((reason, Vec::new())))
    }

    /// A fault with a reason that is a predicate of the value: `must be even`.
    #[must_use]
    pub fn new(reason: impl Display) -> Self {
        Self::of(Reason::Other(reason.to_string()))
    }

    /// A missing field.
    #[must_use]
    pub fn missing(name: &'static str, because: Option<&'static str>) -> Self {
        Self::of(Reason::Missing { name, because })
    }

    /// The same fault, seen from the value that has the faulty part.
    #[must_use]
    pub fn at(mut self, segment: Segment) -> Self {
        self.0.1.push(segment);
        self
    }

    pub(super) fn reason(&self) -> &Reason {
        &self.0.0
    }

    /// What the value must be, if that is known.
    pub(super) fn expected(&self) -> Option<&str> {
        match self.reason() {
            Reason::Unexpected { expected, .. } => Some(expected),
            _ => None,
        }
    }

    /// The steps to the faulty value, and to the field if one is missing, unknown or given twice.
    pub(super) fn path(&self) -> Vec<Segment> {
        let (reason, outward) = &*self.0;
        let field: Option<&str> = match reason {
            Reason::Missing { name, .. } | Reason::Duplicate { name } => Some(name),
            Reason::Unknown { name, .. } => Some(name),
            Reason::Unexpected { .. } | Reason::Other(_) => None,
        };
        outward.iter().rev().cloned().chain(field.map(Segment::field)).collect()
    }
}

/// Errors are shown as a [`Mismatch`](super::Mismatch) only.
impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.reason())
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(reason: T) -> Self {
        Self::new(reason)
    }
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(Reason::Unexpected { expected: kind(&expected.to_string()).into(), found: value(found) })
    }
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::of(Reason::Unexpected { expected: kind(&expected.to_string()).into(), found: length.to_string() })
    }
    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::of(Reason::Unexpected { expected: one_of(known), found: clipped(&format!("`{name}`")).into() })
    }
    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::of(Reason::Unknown { name: name.to_owned(), known })
    }
    fn missing_field(name: &'static str) -> Self {
        Self::missing(name, None)
    }
    fn duplicate_field(name: &'static str) -> Self {
        Self::of(Reason::Duplicate { name })
    }
}

/// Lists the names of an enum.
fn one_of(names: &[&str]) -> String {
    match names {
        [one] => format!("`{one}`"),
        [one, other] => format!("`{one}` or `{other}`"),
        several => format!("one of {}", ticked(several)),
    }
}

/// Lists names in backticks.
pub(super) fn ticked(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Expects one of several names.
pub(super) struct OneOf(pub(super) &'static [&'static str]);

impl Expected for OneOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_of(self.0))
    }
}

/// Translates what serde's types expect.
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
        "a string" | "a borrowed string" | "variant identifier" => return "a string".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        "a map" => return "an object".into(),
        "unit" => return "null".into(),
        _ if expected.starts_with("an array of length ") => {
            return format!("a list of {} items", &expected["an array of length ".len()..]).into();
        }
        _ if expected.starts_with("struct ") => return "an object".into(),
        _ => return expected.into(),
    };
    format!("an integer from {min} to {max}").into()
}

/// Describes the value that was found.
fn value(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Str(text) => clipped(&format!("{text:?}")).into(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Float(_) => found.to_string().trim_start_matches("floating point ").trim_matches('`').to_owned(),
        found => found.to_string(),
    }
}

/// Maximum number of characters of a value that a message repeats.
pub(super) const MAX_SHOWN: usize = 60;

/// Truncates a value to 60 characters. It may be as long as a body.
#[must_use]
pub fn clipped(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]).into(),
        None => text.into(),
    }
}

/// Describes a syntax error, with its line and column, which begin at 1.
pub(super) fn syntax_error(json: &[u8], error: &serde_json::Error) -> String {
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
