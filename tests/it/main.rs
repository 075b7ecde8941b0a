//! The tests of the whole: one binary, one module a subject.
#![allow(clippy::expect_used, reason = "a test that cannot go on says why")]

mod conformance;
mod faults;
mod known_answers;
mod laws;
mod playthroughs;
mod tables;
mod walks;
