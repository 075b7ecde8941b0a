//! Replaces [schemas](super) in programs without the feature `schemas`, so that nothing of a schema is compiled.

/// Derives nothing, and accepts the attribute `schema`.
pub use funhouse_no_schemas::ToSchema;

/// A type with a schema, which is any type.
pub trait ToSchema {}

impl<T: ?Sized> ToSchema for T {}

/// Implements nothing.
#[macro_export]
macro_rules! text_schema {
    ($($tokens:tt)*) => {};
}
pub use text_schema;

/// Implements nothing.
#[macro_export]
macro_rules! named_schema {
    ($($tokens:tt)*) => {};
}
pub use named_schema;

/// Implements nothing.
#[macro_export]
macro_rules! tagged_schema {
    ($($tokens:tt)*) => {};
}
pub use tagged_schema;
