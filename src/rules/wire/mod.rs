//! The wire: how values are read from and written to JSON, and how their schemas are told.
//!
//! serde's own `tag` attribute buffers every object it reads, which costs most of the time of reading a run and loses
//! the place of a fault. `tagged!` writes as serde does and reads in one pass when the tag comes first, as it does in
//! all that we write. The same list of variants gives the schema, so that the two cannot part.
//!
//! [`read`] is how values are read and what ties a union to its schema; [`schema`] is how schemas are told.

pub mod read;
pub mod schema;

pub use read::*;
pub use schema::*;

/// The greatest count that a state may hold. No run gets there, and no sum of two overflows or passes 2^53.
pub const MOST: u64 = 1_000_000_000_000_000;
