//! Tagged unions: objects with a field that determines the variant.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde_json::Value as Json;

use super::mismatch::is_tag_key;

/// A tagged union that can be deserialized from its tag and its other fields.
pub trait FromTag<'de>: Sized {
    /// The name of the tag field.
    const KEY: &'static str;
    /// The tags, in the order of the variants.
    const TAGS: &'static [&'static str];
    /// Deserializes the variant `tag` (an index into [`Self::TAGS`]) from the other fields.
    ///
    /// # Errors
    /// Those of the deserializer: a missing, unknown or mistyped field.
    fn from_tag<D: Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error>;
}

/// Deserializes a tagged union from an object. Fields before the tag are buffered; those after it are not.
///
/// # Errors
/// If the value is not an object, the tag is missing or unknown, or the variant is invalid.
pub fn from_tagged<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromTag<'de>,
    D: Deserializer<'de>,
{
    const { assert!(is_tag_key(T::KEY), "the place of a fault is found by the keys in TAG_KEYS") };
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
                let fields = Chained { before: before.into_iter(), value: None, rest: map };
                return T::from_tag(tag, MapAccessDeserializer::new(fields));
            };
            before.push((name, map.next_value::<Json>()?));
        }
        Err(de::Error::missing_field(T::KEY))
    }
}

/// Deserializes a key: `None` for the expected one, otherwise its name.
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
        f.write_str("the name of a field")
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok((key != self.0).then(|| key.to_owned()))
    }
}

/// Deserializes a string from a list and returns its index.
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

/// The buffered fields before the tag, followed by the fields after it.
struct Chained<A> {
    before: std::vec::IntoIter<(String, Json)>,
    /// The value of the key returned last, if that key was buffered.
    value: Option<Json>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Chained<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some((key, value)) = self.before.next() else { return self.rest.next_key_seed(seed) };
        self.value = Some(value);
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(de::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Declares a tagged union, and the structs of its variants, with their writers and schemas.
///
/// ```text
/// wire::tagged! {
///     read moves
///     /// A move in Pig.
///     pub enum Move = "PigMove" by "type" {
///         /// Rolls the die.
///         "roll" => Roll as PigRoll {
///             /// The seat.
///             pub seat: Seat,
///         },
///         "give_up" => GiveUp,
///     }
/// }
/// ```
///
/// A variant with `as` and fields declares the struct of that name and its schema. One without has an existing struct of its name. In a union without
/// such structs, a variant can have a struct of another name: `"pop" => Pop(slide_jam::Pop)`.
///
/// With `read`, also implements its reader, which accepts only objects even if the struct of a variant derives
/// `Deserialize`. With `read moves`, also implements [`Moves`](crate::wire::Moves) with the doc comments of the structs. With `read seated`, also
/// implements `SeatMove`: each struct has a field `seat`. With `event`, the schema of each variant has the optional `text` of an event.
#[macro_export]
macro_rules! tagged {
    (read $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $tag:literal => $Variant:ident($Type:ty) ),+ $(,)?
    }) => {
        $crate::wire::tagged! {
            $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Type) ),+ }
        }

        impl<'de> $crate::wire::FromTag<'de> for $Enum {
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
                $crate::wire::from_tagged(deserializer)
            }
        }
    };
    (read moves $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $tag:literal => $Variant:ident($Type:ty) ),+ $(,)?
    }) => {
        $crate::wire::tagged! {
            read $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Type) ),+ }
        }

        impl $crate::wire::Moves for $Enum {
            const TYPES: &'static [$crate::wire::DescribedMove] = &[
                $( $crate::wire::DescribedMove::of::<$Type>($tag) ),+
            ];
        }
    };
    (read moves $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $(#[$($attribute:tt)*])* $tag:literal => $Variant:ident $(as $Schema:ident $fields:tt)? ),+ $(,)?
    }) => {
        $(
            $crate::wire::tagged! {
                @struct [#[derive(serde::Deserialize)] #[serde(deny_unknown_fields)] $(#[$($attribute)*])*]
                $Variant $(as $Schema $fields)?
            }
            $crate::wire::tagged! { @described [$(#[$($attribute)*])*] $Variant $(as $Schema)? }
        )+
        $crate::wire::tagged! {
            read moves $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Variant) ),+ }
        }
    };
    (read seated $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $(#[$($attribute:tt)*])* $tag:literal => $Variant:ident $(as $Schema:ident $fields:tt)? ),+ $(,)?
    }) => {
        $crate::wire::tagged! {
            read moves $(#[doc = $doc])+ $vis enum $Enum = $name by $key {
                $( $(#[$($attribute)*])* $tag => $Variant $(as $Schema $fields)? ),+
            }
        }

        impl $crate::seat::SeatMove for $Enum {
            fn seat(&self) -> $crate::seat::Seat {
                match self {
                    $( Self::$Variant(variant) => variant.seat, )+
                }
            }
        }
    };
    (read $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $(#[$attribute:meta])* $tag:literal => $Variant:ident $(as $Schema:ident $fields:tt)? ),+ $(,)?
    }) => {
        $( $crate::wire::tagged! {
            @struct [#[derive(serde::Deserialize)] #[serde(deny_unknown_fields)] $(#[$attribute])*] $Variant $(as $Schema $fields)?
        } )+
        $crate::wire::tagged! {
            read $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Variant) ),+ }
        }
    };
    (event $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $tag:literal => $Variant:ident($Type:ty) ),+ $(,)?
    }) => {
        $crate::wire::tagged! {
            @gather gather_event $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Type) ),+ }
        }
    };
    (event $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
        $( $(#[$attribute:meta])* $tag:literal => $Variant:ident $(as $Schema:ident $fields:tt)? ),+ $(,)?
    }) => {
        $( $crate::wire::tagged! { @struct [$(#[$attribute])*] $Variant $(as $Schema $fields)? } )+
        $crate::wire::tagged! {
            event $(#[doc = $doc])+ $vis enum $Enum = $name by $key { $( $tag => $Variant($Variant) ),+ }
        }
    };
    (@struct [] $Variant:ident) => {};
    (@struct [#[derive(serde::Deserialize)] #[serde(deny_unknown_fields)]] $Variant:ident) => {};
    (@struct [$($attributes:tt)*] $Variant:ident as $Schema:ident { $($fields:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, $crate::wire::ToSchema)]
        $($attributes)*
        #[schema(as = $Schema)]
        pub struct $Variant { $($fields)* }
    };
    (@described [$($attributes:tt)*] $Variant:ident) => {};
    (@described [$($attributes:tt)*] $Variant:ident as $Schema:ident) => {
        impl $crate::wire::Described for $Variant {
            const DESCRIPTION: &'static str = $crate::wire::doc_comment!($($attributes)*);
        }
    };
    (@gather $gather:ident $(#[doc = $doc:expr])+ $vis:vis enum $Enum:ident = $name:literal by $key:literal {
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

        $crate::wire::tagged_schema! { $gather $Enum = $name by $key, concat!($($doc, "\n"),+) => { $($tag => $Type),+ } }
    };
    ($(#[doc = $doc:expr])+ $vis:vis enum $($rest:tt)+) => {
        $crate::wire::tagged! { @gather gather_tagged $(#[doc = $doc])+ $vis enum $($rest)+ }
    };
}
pub use tagged;
