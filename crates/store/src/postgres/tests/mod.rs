//! Tests of this backend, and their databases.

mod closing;
mod ended;
mod paused;
mod reached;
pub(super) mod scratch;
