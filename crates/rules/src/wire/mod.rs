//! The wire format: how values are read from and written to JSON, and their schemas.
//!
//! JSON is parsed into a tree ([`node`]), and every type is read from it by one deserializer ([`reader`]): each type is compiled for it only. It
//! knows the place of each fault ([`fault`]), which a client gets as a [`mismatch`](mod@mismatch), and it finds the tag of a union wherever it is.
//! One list of variants defines reader and schema of a union, so they always agree.
//!
//! Modules for reading: single values ([`read`]), lists with limits ([`list`](mod@list)), structs
//! ([`record`](mod@record)), options ([`option`](mod@option)) and unions ([`tagged`](mod@tagged)). [`described`](mod@described) has the
//! texts about moves. [`value`](mod@value) converts to values of JSON.
//!
//! With the feature `schemas`, [`schema`](mod@schema) builds schemas. Without it, `no_schema` replaces its macros, its trait and its
//! derive macro, so that types need no condition on the feature. [`shape`] contains shared schemas.

pub mod described;
pub mod fault;
pub mod list;
pub mod mismatch;
#[cfg(not(feature = "schemas"))]
mod no_schema;
pub mod node;
pub mod option;
pub mod read;
pub mod reader;
pub mod record;
#[cfg(feature = "schemas")]
pub mod schema;
pub mod shape;
pub mod tagged;
pub mod value;

pub use described::*;
pub use fault::{Fault, Segment, clipped};
pub use list::*;
pub use mismatch::*;
#[cfg(not(feature = "schemas"))]
pub use no_schema::*;
pub use node::Node;
pub use option::*;
pub use read::*;
pub use reader::{Reader, find_mismatch, from_json, from_value, read_with};
pub use record::*;
#[cfg(feature = "schemas")]
pub use schema::*;
pub use shape::*;
pub use tagged::*;
pub use value::*;

/// Maximum count in a state. No run reaches it. A sum of two such counts neither overflows nor exceeds 2^53.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Maximum number of moves of a run, unless its game allows more.
pub const MAX_MOVES: usize = 10_000;

/// Maximum number of moves of a run of any game.
pub const MAX_MOVES_OF_ANY: usize = 64_000;
