//! Tests of the program as a process: commands, files, signals and crashes.

mod addresses;
mod answers;
mod backups;
mod cli;
mod clock;
mod compose;
mod contests;
mod copies;
pub(crate) mod crash;
mod damage;
mod deleted;
mod deployment;
mod docs;
mod drain;
mod logs;
mod operators;
mod outages;
mod readme;
mod reverify;
mod rules_digest;
mod wal;
