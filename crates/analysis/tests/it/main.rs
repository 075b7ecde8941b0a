//! The analysis against brute force, the rules and itself.

#![allow(clippy::expect_used, reason = "tests")]

mod brute_force;
mod golden;
mod laws;
mod proofs;
mod support;
