//! The wire format: how values are read from and written to JSON, and their schemas.
//!
//! serde's `tag` attribute buffers every object. That takes most of the time of reading a run and loses the location of
//! errors. `tagged!` writes the same JSON, and reads in one pass if the tag comes first, as in all JSON that this crate
//! writes. One list of variants defines reader and schema, so they always agree.
//!
//! Modules for reading: single values ([`read`]), lists with limits ([`list`](mod@list)), structs
//! ([`record`](mod@record)), options ([`option`](mod@option)) and unions ([`tagged`](mod@tagged)). [`mismatch`](mod@mismatch) locates errors. [`described`](mod@described) has the
//! texts about moves. [`value`](mod@value) converts to values of JSON.
//!
//! With the feature `schemas`, [`schema`](mod@schema) builds schemas. Without it, `no_schema` replaces its macros, its trait and its
//! derive macro, so that types need no condition on the feature. [`shape`] contains shared schemas.

pub mod described;
pub mod list;
pub mod mismatch;
#[cfg(not(feature = "schemas"))]
mod no_schema;
pub mod option;
pub mod read;
pub mod record;
#[cfg(feature = "schemas")]
pub mod schema;
pub mod shape;
pub mod tagged;
pub mod value;

pub use described::*;
pub use list::*;
pub use mismatch::*;
#[cfg(not(feature = "schemas"))]
pub use no_schema::*;
pub use option::*;
pub use read::*;
pub use record::*;
#[cfg(feature = "schemas")]
pub use schema::*;
pub use shape::*;
pub use tagged::*;
pub use value::*;

/// Maximum count in a state. No run reaches it. A sum of two such counts neither overflows nor exceeds 2^53.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// Maximum number of moves of a run.
pub const MAX_MOVES: usize = 10_000;
