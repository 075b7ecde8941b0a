//! The tests of the whole: one binary, one module a subject.
#![allow(clippy::expect_used, reason = "a test that cannot go on says why")]

mod boards;
mod cheating;
mod cli;
mod conformance;
mod crash;
mod faults;
mod harness;
mod http;
mod known_answers;
mod laws;
mod openapi;
mod pages;
mod pictures;
mod playthroughs;
mod races;
mod readme;
mod reverify;
mod store;
mod stored;
mod tables;
mod walks;
