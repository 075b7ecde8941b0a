//! Integration tests: one binary, one folder per subject.
#![allow(clippy::expect_used, reason = "a test that cannot continue fails with the reason")]

mod arrows;
mod http;
mod process;
mod rules;
mod store;
mod support;
mod words;
