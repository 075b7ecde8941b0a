//! JSON as a tree. Types are read from it, so the tag of a union can be found wherever it is, and a fault knows its place.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fault::{Fault, Segment, syntax_error};
use super::mismatch::{Mismatch, ReadError};

/// The depth below which values are ignored. No type is as deep, and `serde_json` refuses 128.
const MAX_DEPTH: usize = 100;

/// A JSON value. Its strings are those of the text where that has no escapes.
#[derive(Clone, Debug)]
pub enum Node<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer from 0 to the maximum of `u64`.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Node<'a>>),
    /// An object, with its keys in their order. A key can occur more than once.
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl<'a> Node<'a> {
    /// Parses JSON.
    ///
    /// # Errors
    /// If it is no JSON, or has a number or a string that this program cannot represent.
    pub fn parse(json: &'a [u8]) -> Result<Self, ReadError> {
        let place = RefCell::default();
        let mut reader = serde_json::Deserializer::from_slice(json);
        let parsed =
            Child { depth: 0, place: &place }.deserialize(&mut reader).and_then(|node| reader.end().map(|()| node));
        parsed.map_err(|error| {
            if !is_json(json) {
                return ReadError::Syntax(syntax_error(json, &error));
            }
            let message = error.to_string();
            let message = match message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message) {
                "number out of range" => "must be a smaller number",
                _ => "has an escape of half a surrogate pair",
            };
            let fault = place.take().into_iter().fold(Fault::new(message), Fault::at);
            ReadError::Mismatch(Mismatch::of(&fault, None))
        })
    }

    /// Returns the value of a field; none if this is no object or has no such field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Replaces the value at a place, or adds it to the object there.
    pub(super) fn put(&mut self, path: &[Segment], value: Self) {
        match (path, self) {
            ([], node) => *node = value,
            ([Segment::Item(index), rest @ ..], Self::List(items)) => {
                if let Some(item) = items.get_mut(*index) {
                    item.put(rest, value);
                }
            }
            ([Segment::Field(name), rest @ ..], Self::Object(fields)) => {
                match fields.iter_mut().find(|(key, _)| *key == **name) {
                    Some((_, field)) => field.put(rest, value),
                    None => fields.push((name.to_string().into(), value)),
                }
            }
            _ => {}
        }
    }
}

/// An empty object.
pub(super) static EMPTY: Node<'static> = Node::Object(Vec::new());

/// Returns whether a text is JSON.
fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// Parses a value.
#[derive(Clone, Copy)]
struct Child<'p> {
    depth: usize,
    /// After an error, its place, from the innermost value outward.
    place: &'p RefCell<Vec<Segment>>,
}

impl Child<'_> {
    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// Adds a segment to the place of an error.
    fn at<T, E>(self, parsed: Result<T, E>, segment: impl FnOnce() -> Segment) -> Result<T, E> {
        parsed.inspect_err(|_| self.place.borrow_mut().push(segment()))
    }
}

impl<'de> DeserializeSeed<'de> for Child<'_> {
    type Value = Node<'de>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        if self.depth == MAX_DEPTH {
            return deserializer.deserialize_ignored_any(IgnoredAny).map(|_| Node::Null);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Child<'_> {
    type Value = Node<'de>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: de::Error>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Node<'de>, E> {
        Ok(Node::Unsigned(number))
    }
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Node<'de>, E> {
        Ok(Node::Signed(number))
    }
    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Node<'de>, E> {
        Ok(Node::Float(number))
    }
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(text.into()))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(text.to_owned().into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = self.at(seq.next_element_seed(self.deeper()), || Segment::Item(items.len()))? {
            items.push(item);
        }
        Ok(Node::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            let value = self.at(map.next_value_seed(self.deeper()), || Segment::field(&key))?;
            fields.push((key, value));
        }
        Ok(Node::Object(fields))
    }
}

/// Parses a key.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(key.into())
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(key.to_owned().into())
    }
}
