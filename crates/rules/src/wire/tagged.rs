//! Tagged unions: objects with a field that determines the variant.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, VariantAccess, Visitor};

/// The keys of tags.
const TAG_KEYS: [&str; 4] = ["type", "phase", "room", "action"];

/// Returns whether a key is that of a tag.
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

/// Deserializes a tagged union. For a [`Reader`](super::Reader) it is an enum whose name is the key of the tag.
///
/// # Errors
/// If the value is not an object, the tag is missing or unknown, or the variant is invalid.
pub fn from_tagged<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromTag<'de>,
    D: Deserializer<'de>,
{
    const { assert!(is_tag_key(T::KEY), "a reader knows unions by the keys in TAG_KEYS") };
    deserializer.deserialize_enum(T::KEY, T::TAGS, Tagged(PhantomData))
}

struct Tagged<T>(PhantomData<T>);

impl<'de, T: FromTag<'de>> Visitor<'de> for Tagged<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with a `{}`", T::KEY)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<T, A::Error> {
        let (tag, fields) = variant.variant_seed(OneOf(T::TAGS))?;
        fields.newtype_variant_seed(Fields(tag, PhantomData))
    }
}

/// Deserializes the variant of a tag.
struct Fields<T>(usize, PhantomData<T>);

impl<'de, T: FromTag<'de>> DeserializeSeed<'de> for Fields<T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, fields: D) -> Result<T, D::Error> {
        T::from_tag(self.0, fields)
    }
}

/// Deserializes a string from a list and returns its index.
struct OneOf(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
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
