//! Tests of the store and its databases.

pub(crate) mod boards;
mod calls;
mod documented_sql;
pub(crate) mod migrations;
mod names;
mod tables;
