//! The analysis against brute force, the rules and itself.

#![allow(clippy::expect_used, reason = "tests")]

mod brute_force;
mod chance_trees;
mod estimates;
mod golden;
mod laws;
mod proofs;
mod support;
