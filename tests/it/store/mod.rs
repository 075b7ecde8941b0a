//! Tests of the store and its databases.

pub(crate) mod boards;
pub(crate) mod calls;
mod documented_sql;
pub(crate) mod migrations;
mod names;
pub(crate) mod tables;
