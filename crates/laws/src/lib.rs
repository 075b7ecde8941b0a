//! Laws that every game satisfies, whatever its rules. Games are named here only as exceptions.
#![cfg(test)]
#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and reads its size from the environment"
)]

mod bounds;
mod catalogue;
mod conformance;
mod corrupt;
mod installed;
mod leaks;
mod levels;
mod mismatches;
mod moves;
mod open;
mod options;
mod replays;
mod robots;
mod schemas;
mod scores;
mod sentences;
mod shrinking;
mod states;
mod views;
mod walks;
