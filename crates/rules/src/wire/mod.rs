//! The wire format: how values are read from and written to JSON, and their schemas.
//!
//! JSON is parsed into a tree ([`node`]), and every type is read from it by one deserializer ([`reader`]): each type is compiled for it only. It
//! knows the place of each fault ([`fault`]), which a client gets as a [`mismatch`](mod@mismatch), and it finds the tag of a union wherever it is.
//! One list of variants defines reader and schema of a union, so they always agree.
//!
//! Modules for reading: single values ([`read`]), lists with limits ([`list`](mod@list)), structs
//! ([`record`](mod@record)), options ([`option`](mod@option)) and unions ([`tagged`](mod@tagged)). [`schema`]
//! builds schemas, and [`shape`] contains shared ones. [`value`](mod@value) converts to values of JSON.

pub mod fault;
pub mod list;
pub mod mismatch;
pub mod node;
pub mod option;
pub mod read;
pub mod reader;
pub mod record;
pub mod schema;
pub mod shape;
pub mod tagged;
pub mod value;

pub use fault::{Fault, Segment, clipped};
pub use list::*;
pub use mismatch::*;
pub use node::{Node, is_json};
pub use option::*;
pub use read::*;
pub use reader::{Reader, from_json, from_value, read_with};
pub use record::*;
pub use schema::*;
pub use shape::*;
pub use tagged::*;
pub use value::*;

/// Maximum count in a state. No run reaches it. A sum of two such counts neither overflows nor exceeds 2^53.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Maximum number of moves of a run.
pub const MAX_MOVES: usize = 10_000;
