//! Structs on the wire: JSON objects, read strictly.
//!
//! A struct that derives `Deserialize` also accepts a list of its fields, and its lists may have any length. A struct
//! declared with [`record!`] accepts only an object, limits its lists, and has a schema with the same limits.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};

/// A struct that can be deserialized from its fields.
pub trait FromFields<'de>: Sized {
    /// Deserializes the struct from the fields of an object.
    ///
    /// # Errors
    /// Those of the deserializer: a missing, unknown or mistyped field.
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error>;
}

/// Deserializes a struct from an object.
///
/// # Errors
/// Those of the deserializer, and for anything but an object.
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

/// Declares a struct that is an object on the wire, with its reader, writer and schema.
///
/// A field `[T; N]` is a list of exactly `N` items, a field `BoundedVec<T, MIN, MAX>` one of `MIN` to `MAX` items. The
/// numbers must be literals, because reader and schema both use them. A field `Count` is a `u64` from 0 to
/// [`MAX_COUNT`](crate::wire::MAX_COUNT). A field `Option<T>` may be absent, but not null.
#[macro_export]
macro_rules! record {
    ($(#[$($attribute:tt)*])* $vis:vis struct $Type:ident { $($fields:tt)* }) => {
        $crate::wire::record! { @fields [$(#[$($attribute)*])* $vis struct $Type] [] $($fields)* }

        $crate::wire::object_only!(read and written impl[] $Type);

        impl $crate::wire::Described for $Type {
            const DESCRIPTION: &'static str = $crate::wire::doc_comment!($(#[$($attribute)*])*);
        }
    };
    (@fields [$($head:tt)*] [$($done:tt)*]) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, $crate::wire::ToSchema)]
        #[serde(remote = "Self", deny_unknown_fields)]
        $($head)* { $($done)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: BoundedVec<$Item:ty, 0, $max:tt>, $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            #[schema(value_type = Vec<$Item>, max_items = $max)]
            $vis $name: $crate::wire::BoundedVec<$Item, 0, $max>,
        ] $($rest)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: BoundedVec<$Item:ty, $min:tt, $max:tt>, $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            #[schema(value_type = Vec<$Item>, min_items = $min, max_items = $max)]
            $vis $name: $crate::wire::BoundedVec<$Item, $min, $max>,
        ] $($rest)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: [$Item:ty; $count:tt], $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            #[serde(deserialize_with = "crate::wire::exactly")]
            #[schema(min_items = $count, max_items = $count)]
            $vis $name: [$Item; $count],
        ] $($rest)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: Count, $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            #[serde(deserialize_with = "crate::wire::count")]
            #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
            $vis $name: u64,
        ] $($rest)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: Option<$Value:ty>, $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            #[serde(default, deserialize_with = "crate::wire::present", skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            $vis $name: Option<$Value>,
        ] $($rest)* }
    };
    (@fields $head:tt [$($done:tt)*]
        $(#[$($attribute:tt)*])* $vis:vis $name:ident: $Type:ty, $($rest:tt)*
    ) => {
        $crate::wire::record! { @fields $head [$($done)*
            $(#[$($attribute)*])*
            $vis $name: $Type,
        ] $($rest)* }
    };
}
pub use record;

/// Makes a struct that derives with `#[serde(remote = "Self")]` readable from an object only. Use it where [`record!`]
/// does not work: for generic structs and structs that are only read.
#[macro_export]
macro_rules! object_only {
    (read and written impl[$($generics:tt)*] $Type:ty) => {
        $crate::wire::object_only!(read impl[$($generics)*] $Type);

        impl<$($generics)*> serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$Type>::serialize(self, serializer)
            }
        }
    };
    (read impl[$($generics:tt)*] $Type:ty) => {
        impl<'de, $($generics)*> $crate::wire::FromFields<'de> for $Type {
            fn from_fields<D: serde::Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
                <$Type>::deserialize(fields)
            }
        }

        impl<'de, $($generics)*> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::wire::from_object(deserializer)
            }
        }
    };
}
pub use object_only;
