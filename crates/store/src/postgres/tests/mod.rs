//! Tests of this backend, and their databases.

mod closing;
mod commits;
mod ended;
mod paused;
mod reached;
mod roles;
pub(super) mod scratch;
