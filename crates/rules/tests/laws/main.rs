//! What every game keeps to, whatever its rules are: no game is named here but where something of it is an exception.
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
