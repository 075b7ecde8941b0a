//! Helpers that tests of several groups use.

pub(crate) mod account;
pub(crate) mod colors;
#[path = "../../../crates/laws/src/corrupt.rs"]
pub(crate) mod corrupt;
pub(crate) mod databases;
pub(crate) mod eventually;
pub(crate) mod examples;
pub(crate) mod fonts;
pub(crate) mod gate;
pub(crate) mod grids;
pub(crate) mod harness;
#[path = "../../../crates/laws/src/installed.rs"]
pub(crate) mod installed;
pub(crate) mod metrics;
pub(crate) mod process;
pub(crate) mod raw;
pub(crate) mod schema;
pub(crate) mod store;
pub(crate) mod stored_tables;
pub(crate) mod tables;
pub(crate) mod walks;
