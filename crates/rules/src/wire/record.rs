//! Structs on the wire: JSON objects, read strictly.
//!
//! The lists of a struct that derives `Deserialize` may have any length. A struct declared with [`record!`] limits its lists, and has a schema
//! with the same limits.

/// Declares a struct that is an object on the wire, with its reader, writer and schema.
///
/// A field `[T; N]` is a list of exactly `N` items, a field `BoundedVec<T, MIN, MAX>` one of `MIN` to `MAX` items. The
/// numbers must be literals, because reader and schema both use them. A field `Count` is a `u64` from 0 to
/// [`MAX_COUNT`](crate::wire::MAX_COUNT). A field `Option<T>` may be absent, but not null.
#[macro_export]
macro_rules! record {
    ($(#[$($attribute:tt)*])* $vis:vis struct $Type:ident { $($fields:tt)* }) => {
        $crate::wire::record! { @fields [$(#[$($attribute)*])* $vis struct $Type] [] $($fields)* }

        impl $crate::wire::Described for $Type {
            const DESCRIPTION: &'static str = $crate::wire::doc_comment!($(#[$($attribute)*])*);
        }
    };
    (@fields [$($head:tt)*] [$($done:tt)*]) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, $crate::wire::ToSchema)]
        #[serde(deny_unknown_fields)]
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
