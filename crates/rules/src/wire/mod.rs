//! The wire: how values are read from and written to JSON, and what their schemas are.
//!
//! serde's own `tag` attribute buffers every object it reads, which costs most of the time of reading a run and loses
//! the place of a fault. `tagged!` writes as serde does and reads in one pass when the tag comes first, as it does in
//! all that we write. The same list of variants gives the schema, so that reader and schema cannot differ.
//!
//! What is read: single values ([`read`]), lists with bounds ([`list`](mod@list)), structs ([`record`](mod@record)) and unions
//! ([`tagged`](mod@tagged)). [`misfit`](mod@misfit) finds the place of what cannot be read. [`schema`] builds schemas, and
//! [`shape`] has those that stand in many places.

pub mod list;
pub mod misfit;
pub mod read;
pub mod record;
pub mod schema;
pub mod shape;
pub mod tagged;

pub use list::*;
pub use misfit::*;
pub use read::*;
pub use record::*;
pub use schema::*;
pub use shape::*;
pub use tagged::*;

/// The greatest count that a state may hold. No run gets there, and no sum of two overflows or passes 2^53.
pub const MAX_COUNT: u64 = 1_000_000_000_000_000;

/// The most moves that a run may have.
pub const MAX_MOVES: usize = 10_000;
