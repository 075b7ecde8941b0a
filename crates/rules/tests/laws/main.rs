//! Laws that every game satisfies, whatever its rules. Games are named here only as exceptions.
#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and its size is told by the environment"
)]

mod leaks;
mod mismatches;
mod open;
mod robots;
mod seated;
mod views;
mod walks;
