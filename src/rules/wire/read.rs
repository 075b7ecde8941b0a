//! How values are read from JSON: strictly, in one pass, and with the place of a fault.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;
use serde_path_to_error::{Path, Segment, Track};

use super::MOST;

/// Reads a text through its `FromStr`.
pub(crate) fn from_text<'de, T, D>(deserializer: D, expecting: &'static str) -> Result<T, D::Error>
where
    T: FromStr,
    D: Deserializer<'de>,
{
    struct Text<T>(&'static str, PhantomData<T>);
    impl<T: FromStr> Visitor<'_> for Text<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }
    deserializer.deserialize_str(Text(expecting, PhantomData))
}

/// Reads a field that may be left out but not be null.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads an integer from `LEAST` to `MOST`.
pub fn integer<'de, D, const LEAST: u64, const MOST: u64>(deserializer: D) -> Result<u64, D::Error>
where
    D: Deserializer<'de>,
{
    let number = u64::deserialize(deserializer)?;
    if (LEAST..=MOST).contains(&number) {
        Ok(number)
    } else {
        Err(de::Error::custom(format_args!("{number} is not from {LEAST} to {MOST}")))
    }
}

/// Reads a count in a state: from 0 to [`MOST`].
pub fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    integer::<D, 0, MOST>(deserializer)
}

/// A struct that is read from its fields.
pub trait FromFields<'de>: Sized {
    /// Reads it from an object's fields.
    ///
    /// # Errors
    /// Those of the deserializer: a missing, unknown or ill-typed field.
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error>;
}

/// Reads a struct from an object.
///
/// # Errors
/// Those of the deserializer, and one for anything but an object.
pub fn from_object<'de, T: FromFields<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Fields<T>(PhantomData<T>);
    impl<'de, T: FromFields<'de>> Visitor<'de> for Fields<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::from_fields(MapAccessDeserializer::new(map))
        }
    }
    deserializer.deserialize_map(Fields(PhantomData))
}

/// Lets a struct that derives with `#[serde(remote = "Self")]` be read from an object only; by itself, serde takes a
/// list of its fields too.
macro_rules! object_only {
    (read and written impl[$($generics:tt)*] $Type:ty) => {
        $crate::rules::wire::object_only!(read impl[$($generics)*] $Type);

        impl<$($generics)*> serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$Type>::serialize(self, serializer)
            }
        }
    };
    (read impl[$($generics:tt)*] $Type:ty) => {
        impl<'de, $($generics)*> $crate::rules::wire::FromFields<'de> for $Type {
            fn from_fields<D: serde::Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
                <$Type>::deserialize(fields)
            }
        }

        impl<'de, $($generics)*> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::rules::wire::from_object(deserializer)
            }
        }
    };
}
pub(crate) use object_only;

/// One more than a count, as long as a state may hold it: what follows from a state that was read can be read.
#[must_use]
pub const fn one_more(count: u64, most: u64) -> u64 {
    if count < most { count + 1 } else { most }
}

/// A value of a tagged union, read from its tag and the other fields.
pub trait FromTag<'de>: Sized {
    /// The field that tells the variants apart.
    const KEY: &'static str;
    /// The tags, in the order of the variants.
    const TAGS: &'static [&'static str];
    /// Reads the variant `tag` (an index into [`Self::TAGS`]) from the fields beside the tag.
    ///
    /// # Errors
    /// Those of the deserializer: a missing, unknown or ill-typed field.
    fn from_tag<D: Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error>;
}

/// Reads a tagged union. The fields before the tag, if any, are put aside; nothing else is buffered.
pub fn from_tagged<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromTag<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(Tagged(PhantomData))
}

struct Tagged<T>(PhantomData<T>);

impl<'de, T: FromTag<'de>> Visitor<'de> for Tagged<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with a `{}`", T::KEY)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut before = Vec::new();
        while let Some(key) = map.next_key_seed(KeyOr(T::KEY))? {
            let Some(name) = key else {
                let tag = map.next_value_seed(OneOf(T::TAGS))?;
                let fields = Chained { before: before.into_iter(), next: None, rest: map };
                return T::from_tag(tag, MapAccessDeserializer::new(fields));
            };
            before.push((name, map.next_value::<Json>()?));
        }
        Err(de::Error::missing_field(T::KEY))
    }
}

/// Reads a key: `None` if it is the one looked for, else its name.
struct KeyOr(&'static str);

impl<'de> DeserializeSeed<'de> for KeyOr {
    type Value = Option<String>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyOr {
    type Value = Option<String>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok((key != self.0).then(|| key.to_owned()))
    }
}

/// Reads a text that must be one of a list, and gives its index.
struct OneOf(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for OneOf {
    type Value = usize;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", self.0.join(", "))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<usize, E> {
        let known = self.0.iter().position(|tag| *tag == text);
        known.ok_or_else(|| E::unknown_variant(text, self.0))
    }
}

/// The fields that stood before the tag, then those after it.
struct Chained<A> {
    before: std::vec::IntoIter<(String, Json)>,
    next: Option<(String, Json)>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Chained<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.next = self.before.next();
        match &self.next {
            Some((key, _)) => {
                let read = seed.deserialize(key.as_str().into_deserializer());
                read.map(Some).map_err(|error: A::Error| placed(&format!("/{}", escaped(key)), &error.to_string()))
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let Some((key, value)) = self.next.take() else {
            return self.rest.next_value_seed(seed);
        };
        let mut track = Track::new();
        let read = seed.deserialize(serde_path_to_error::Deserializer::new(value, &mut track));
        read.map_err(|error| {
            let (inner, error) = split_place(&error.to_string());
            let pointer = format!("/{}{}{inner}", escaped(&key), pointer(&track.path()));
            placed(&pointer, &error)
        })
    }
}

/// Sets the place of a fault apart in an error's message, where it was found in something put aside.
const PLACE: char = '\u{1f}';

/// An error whose message carries a place.
fn placed<E: de::Error>(pointer: &str, message: &str) -> E {
    E::custom(format_args!("{PLACE}{pointer}{PLACE}{message}"))
}

/// The place that an error's message carries, as a pointer into what was read, and the message itself.
#[must_use]
pub fn split_place(message: &str) -> (String, String) {
    let parts = message.strip_prefix(PLACE).and_then(|rest| rest.split_once(PLACE));
    let (place, message) = parts.unwrap_or(("", message));
    (place.to_owned(), message.to_owned())
}

/// A path as a JSON pointer (RFC 6901).
#[must_use]
pub fn pointer(path: &Path) -> String {
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

/// Declares a tagged union whose variants are named structs: an enum, how it is written, and its schema.
/// With `read`, also how it is read.
macro_rules! tagged {
    (read $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $tag:literal => $Variant:ident($Type:ty) ),+ $(,)?
    }) => {
        $crate::rules::wire::tagged! {
            $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Type) ),+ }
        }

        impl<'de> $crate::rules::wire::FromTag<'de> for $Enum {
            const KEY: &'static str = $key;
            const TAGS: &'static [&'static str] = &[$($tag),+];
            fn from_tag<D: serde::Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error> {
                use serde::de::Error as _;
                match Self::TAGS.get(tag).copied() {
                    $( Some($tag) => <$Type as serde::Deserialize>::deserialize(fields).map(Self::$Variant), )+
                    _ => Err(D::Error::custom("no such variant")),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $Enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::rules::wire::from_tagged(deserializer)
            }
        }
    };
    ($(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $tag:literal => $Variant:ident($Type:ty) ),+ $(,)?
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(tag = $key)]
        #[allow(missing_docs, reason = "each variant's struct carries the words")]
        $vis enum $Enum { $( #[serde(rename = $tag)] $Variant($Type) ),+ }

        $(
            impl From<$Type> for $Enum {
                fn from(variant: $Type) -> Self {
                    Self::$Variant(variant)
                }
            }
        )+

        impl utoipa::PartialSchema for $Enum {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::rules::wire::union(concat!($($doc, "\n"),+), $key, &[
                    $( ($tag, <$Type as utoipa::ToSchema>::name()) ),+
                ])
            }
        }

        impl utoipa::ToSchema for $Enum {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed($name)
            }
            fn schemas(schemas: &mut $crate::rules::wire::Schemas) {
                $( $crate::rules::wire::gather_tagged::<$Type>($key, $tag, schemas); )+
            }
        }
    };
}
pub(crate) use tagged;

/// A list without repeats.
pub(crate) struct UniqueList<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de> + PartialEq> Deserialize<'de> for UniqueList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(deserializer)?;
        let repeated = (1..list.len()).find(|i| list[..*i].contains(&list[*i]));
        match repeated {
            Some(i) => Err(de::Error::custom(format_args!("item {i} repeats an earlier one"))),
            None => Ok(Self(list)),
        }
    }
}

/// Reads a list of at most `MOST` items.
pub fn at_most<'de, T, D, const MOST: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Items<T, const MOST: usize>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MOST} items")
        }
        fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(MOST));
            while let Some(item) = seq.next_element()? {
                if items.len() == MOST {
                    return Err(de::Error::invalid_length(MOST + 1, &self));
                }
                items.push(item);
            }
            Ok(items)
        }
    }
    deserializer.deserialize_seq(Items::<T, MOST>(PhantomData))
}

/// Reads a list of exactly `COUNT` items.
pub fn exactly<'de, T, D, const COUNT: usize>(deserializer: D) -> Result<[T; COUNT], D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let items = at_most::<T, D, COUNT>(deserializer)?;
    items.try_into().map_err(|items: Vec<T>| {
        de::Error::custom(format_args!("invalid length {}, expected a list of {COUNT} items", items.len()))
    })
}
