//! Tests of this backend, and their databases.

mod plans;
pub(super) mod scratch;
pub(super) mod steps;
