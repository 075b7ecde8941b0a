//! What handlers read of a request: its client, query, cursor and limits, and the memory of its body.

pub mod client;
pub(super) mod cursor;
pub(super) mod inflate;
pub mod memory;
pub(super) mod query;
pub(super) mod rate_limit;
