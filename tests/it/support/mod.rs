//! Helpers that tests of several groups use.

pub(crate) mod databases;
pub(crate) mod eventually;
pub(crate) mod grids;
pub(crate) mod harness;
pub(crate) mod raw;
pub(crate) mod walks;
