//! The one deserializer of this program. It reads a tree, accepts structs only as objects, and knows the place of each fault.
//!
//! A tagged union is an enum for it, whose name is the key of the tag: [`from_tagged`](super::from_tagged). The tag may be anywhere in the object.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value as Json;

use super::fault::{Fault, OneOf, Segment};
use super::list::ListRange;
use super::mismatch::{Mismatch, ReadError};
use super::node::{EMPTY, Node};
use super::tagged::is_tag_key;

/// A value of a tree, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'de> {
    node: &'de Node<'de>,
    /// The index of the field that is the tag of a union, which its variants do not have.
    tag: Option<usize>,
}

/// A field of an object.
type Field<'de> = (Cow<'de, str>, Node<'de>);

/// Reads JSON as a type.
///
/// # Errors
/// If it is no JSON, or does not match the type.
pub fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, ReadError> {
    read_with(json, &|reader| T::deserialize(reader))
}

/// Finds where and why JSON does not match a type; none if it does, or if it is no JSON.
#[must_use]
pub fn find_mismatch<T: DeserializeOwned>(json: &[u8]) -> Option<Mismatch> {
    match from_json::<T>(json) {
        Err(ReadError::Mismatch(mismatch)) => Some(mismatch),
        Ok(_) | Err(ReadError::Syntax(_)) => None,
    }
}

/// Reads a value of JSON as a type.
///
/// # Errors
/// If it does not match the type.
pub fn from_value<T: DeserializeOwned>(json: Json) -> Result<T, ReadError> {
    from_json(json.to_string().as_bytes())
}

/// Reads JSON with a function that reads its tree.
///
/// # Errors
/// If it is no JSON, or the function finds a fault.
pub fn read_with<T>(json: &[u8], read: &dyn Fn(Reader<'_>) -> Result<T, Fault>) -> Result<T, ReadError> {
    let node = Node::parse(json)?;
    read(Reader::of(&node)).map_err(|fault| {
        let expected = |path: &[Segment]| expectation(&node, path, read);
        ReadError::Mismatch(Mismatch::of(&fault, Some(&expected)))
    })
}

/// Returns what a missing value must be. For that, the tree is read again with null in its place.
#[cold]
fn expectation<T>(node: &Node<'_>, path: &[Segment], read: &dyn Fn(Reader<'_>) -> Result<T, Fault>) -> Option<String> {
    let mut node = node.clone();
    node.put(path, Node::Null);
    let fault = read(Reader::of(&node)).err()?;
    fault.expected().filter(|_| fault.path() == path).map(str::to_owned)
}

impl<'de> Reader<'de> {
    /// The reader of an empty object.
    pub const EMPTY: Reader<'static> = Reader { node: &EMPTY, tag: None };

    /// The reader of a tree.
    #[must_use]
    pub const fn of(node: &'de Node<'de>) -> Self {
        Self { node, tag: None }
    }

    /// Reads the fields of an object in their order, each at most once. `read` gets the name and the value of each.
    ///
    /// # Errors
    /// If it is no object, has a field twice or an unknown one, or `read` finds a fault.
    pub fn fields(
        self,
        known: &'static [&'static str],
        read: &mut dyn FnMut(&'static str, Reader<'de>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Node::Object(fields) = self.node else { return Err(self.unexpected(&"an object")) };
        let mut seen = 0_u64;
        for (key, value) in fields {
            let at = known.iter().position(|name| *name == key).ok_or_else(|| Fault::unknown_field(key, known))?;
            let name = known.get(at).copied().unwrap_or_default();
            if seen & 1 << at != 0 {
                return Err(Fault::duplicate_field(name));
            }
            seen |= 1 << at;
            read(name, Reader::of(value)).map_err(|fault| fault.at(Segment::field(name)))?;
        }
        Ok(())
    }

    /// Returns the value of a field; none if this is no object or has no such field.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        self.node.get(name).map(Self::of)
    }

    /// Reads a type.
    ///
    /// # Errors
    /// If the value does not match it.
    pub fn read<T: de::Deserialize<'de>>(self) -> Result<T, Fault> {
        T::deserialize(self)
    }

    /// Returns whether this is an object.
    #[must_use]
    pub const fn is_object(self) -> bool {
        matches!(self.node, Node::Object(_))
    }

    /// Returns whether this is a string.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self.node, Node::Text(_))
    }

    /// Returns the items of a list of `min` to `max` items, each with its index. `of` follows the range in errors.
    ///
    /// # Errors
    /// If it is no list, or has another length.
    pub fn items(
        self,
        min: usize,
        max: usize,
        of: fmt::Arguments<'_>,
    ) -> Result<impl Iterator<Item = (usize, Self)>, Fault> {
        let range = ListRange { min, max, of };
        match self.node {
            Node::List(items) if (min..=max).contains(&items.len()) => Ok(items.iter().map(Reader::of).enumerate()),
            Node::List(items) => Err(range.wrong_length(items.len())),
            _ => Err(self.unexpected(&range)),
        }
    }

    fn found(self) -> Unexpected<'de> {
        match self.node {
            Node::Null => Unexpected::Unit,
            Node::Bool(value) => Unexpected::Bool(*value),
            Node::Unsigned(number) => Unexpected::Unsigned(*number),
            Node::Signed(number) => Unexpected::Signed(*number),
            Node::Float(number) => Unexpected::Float(*number),
            Node::Text(text) => Unexpected::Str(text),
            Node::List(_) => Unexpected::Seq,
            Node::Object(_) => Unexpected::Map,
        }
    }

    /// Creates the fault of another value than expected.
    #[cold]
    #[must_use]
    pub fn unexpected(self, expected: &dyn Expected) -> Fault {
        Fault::invalid_type(self.found(), expected)
    }

    /// Finds the tag of a union: its name, and the index of its field.
    fn tag(self, key: &'static str, names: &'static [&'static str]) -> Result<(&'de str, usize), Fault> {
        let Node::Object(fields) = self.node else {
            return Err(self.unexpected(&format!("an object with a `{key}`").as_str()));
        };
        let at = fields.iter().position(|(name, _)| name == key).ok_or_else(|| Fault::missing_field(key))?;
        match fields.get(at) {
            Some((_, Node::Text(name))) => Ok((name, at)),
            Some((_, other)) => {
                let expected = format!("one of {}", names.join(", "));
                Err(Self::of(other).unexpected(&expected.as_str()).at(Segment::field(key)))
            }
            None => Err(Fault::missing_field(key)),
        }
    }

    fn list<V: Visitor<'de>>(items: &'de [Node<'de>], visitor: V) -> Result<V::Value, Fault> {
        let mut list = Items { items, next: 0 };
        let value = visitor.visit_seq(&mut list)?;
        if list.next < items.len() {
            return Err(Fault::invalid_length(items.len(), &format!("a list of {} items", list.next).as_str()));
        }
        Ok(value)
    }

    fn object<V: Visitor<'de>>(self, fields: &'de [Field<'de>], visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Fields { fields, next: 0, tag: self.tag })
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Unsigned(number) => visitor.visit_u64(*number),
            Node::Signed(number) => visitor.visit_i64(*number),
            Node::Float(number) => visitor.visit_f64(*number),
            Node::Text(text) => visitor.visit_borrowed_str(text),
            Node::List(items) => Self::list(items, visitor),
            Node::Object(fields) => self.object(fields, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Text(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Unsigned(number) => visitor.visit_u64(*number),
            Node::Signed(number) => visitor.visit_i64(*number),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::List(items) => Self::list(items, visitor),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node {
            Node::Object(fields) => self.object(fields, visitor),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        key: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let (name, fields) = if is_tag_key(key) {
            let (name, tag) = self.tag(key, names)?;
            (name, Self { tag: Some(tag), ..self })
        } else {
            let Node::Text(name) = self.node else { return Err(self.unexpected(&OneOf(names))) };
            (&**name, self)
        };
        visitor.visit_enum(Variant { name, fields, key })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bool i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier }
}

/// The items of a list.
struct Items<'de> {
    items: &'de [Node<'de>],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let item = seed.deserialize(Reader::of(item)).map_err(|fault| fault.at(Segment::Item(self.next)))?;
        self.next += 1;
        Ok(Some(item))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

/// The fields of an object, without the tag of a union.
struct Fields<'de> {
    fields: &'de [Field<'de>],
    next: usize,
    tag: Option<usize>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        if self.tag == Some(self.next) {
            self.next += 1;
        }
        let Some((key, _)) = self.fields.get(self.next) else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((key, value)) = self.fields.get(self.next) else { return Err(Fault::new("must be a field")) };
        self.next += 1;
        seed.deserialize(Reader::of(value)).map_err(|fault| fault.at(Segment::field(key)))
    }
}

/// A variant: a name, or that of a union with its fields.
struct Variant<'de> {
    name: &'de str,
    fields: Reader<'de>,
    key: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Reader<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Reader<'de>), Fault> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.name));
        let at_tag = |fault: Fault| match self.fields.tag {
            Some(_) => fault.at(Segment::field(self.key)),
            None => fault,
        };
        variant.map(|variant| (variant, self.fields)).map_err(at_tag)
    }
}

impl<'de> VariantAccess<'de> for Reader<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::tagged::{FromTag, from_tagged};
    use super::*;

    #[derive(Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Roll {
        seat: u8,
        faces: [u8; 2],
    }

    /// A union with one variant.
    #[derive(Debug, PartialEq, Eq)]
    struct Move(Roll);

    impl<'de> FromTag<'de> for Move {
        const KEY: &'static str = "type";
        const TAGS: &'static [&'static str] = &["roll", "hold"];
        fn from_tag<D: Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error> {
            assert_eq!(tag, 0, "no test holds");
            Roll::deserialize(fields).map(Self)
        }
    }

    impl<'de> Deserialize<'de> for Move {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            from_tagged(deserializer)
        }
    }

    #[test]
    fn tag_may_be_anywhere() {
        let rolled = Ok(Move(Roll { seat: 1, faces: [2, 3] }));
        for json in [
            r#"{"type": "roll", "seat": 1, "faces": [2, 3]}"#,
            r#"{"seat": 1, "type": "roll", "faces": [2, 3]}"#,
            r#"{"seat": 1, "faces": [2, 3], "\u0074ype": "r\u006fll"}"#,
        ] {
            assert_eq!(from_json::<Move>(json.as_bytes()), rolled, "{json}");
        }
    }

    #[test]
    fn fault_of_a_union_has_its_place_wherever_the_tag_is() {
        for (json, pointer, message) in [
            (
                r#"[{"seat": 1, "faces": [2, true], "type": "roll"}]"#,
                "/0/faces/1",
                "must be an integer from 0 to 255 (got true)",
            ),
            (r#"[{"faces": [2, 3], "type": "roll"}]"#, "/0/seat", "is required: an integer from 0 to 255"),
            (r#"[{"seat": 1, "type": "rol"}]"#, "/0/type", "must be `roll` or `hold` (got `rol`)"),
            (r#"[{"seat": 1, "type": 7}]"#, "/0/type", "must be one of roll, hold (got 7)"),
            (r#"[{"seat": 1}]"#, "/0/type", "is required: one of roll, hold"),
            (r#"["roll"]"#, "/0", "must be an object with a `type` (got \"roll\")"),
            (
                r#"[{"type": "roll", "seat": 1, "type": "roll"}]"#,
                "/0/type",
                "is unknown; known fields: `seat`, `faces`",
            ),
            (r#"[{"type": "roll", "seat": 1, "seat": 1}]"#, "/0/seat", "is given twice"),
            (r#"[{"type": "roll", "seat": 1, "faces": [1, 2, 3]}]"#, "/0/faces", "must be a list of 2 items (got 3)"),
            (r#"[{"type": "roll", "seat": 1, "faces": {}}]"#, "/0/faces", "must be a list of 2 items (got an object)"),
            (r#"[{"a/b": "\ud800"}]"#, "/0/a~1b", "has an escape of half a surrogate pair"),
        ] {
            let found = find_mismatch::<Vec<Move>>(json.as_bytes());
            assert_eq!(
                found.map(|it| (it.pointer, it.message)),
                Some((pointer.to_owned(), message.to_owned())),
                "{json}"
            );
        }
    }

    #[test]
    fn deep_values_are_parsed_and_dropped_without_recursion() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(from_json::<de::IgnoredAny>(deep(300_000).as_bytes()).is_ok());
        let cut_off = "[".repeat(300_000);
        assert!(matches!(from_json::<de::IgnoredAny>(cut_off.as_bytes()), Err(ReadError::Syntax(_))));
    }
}
