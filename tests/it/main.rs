//! The tests of the whole: one binary, one module a subject.
#![allow(clippy::expect_used, reason = "a test that cannot go on says why")]

mod arrows;
mod http;
mod process;
mod rules;
mod store;
mod support;
mod words;
