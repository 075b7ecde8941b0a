//! The tests of the whole: one binary, one module a subject.
#![allow(clippy::expect_used, reason = "a test that cannot go on says why")]

mod accounts;
mod admission;
mod answers;
mod arrows;
mod boards;
mod bodies;
mod cheating;
mod cli;
mod clock;
mod conformance;
mod crash;
mod deleted;
mod documents;
mod encodings;
mod faults;
mod harness;
mod http;
mod inflation;
mod known_answers;
mod laws;
mod likeness;
mod limits;
mod logs;
mod migrations;
mod names;
mod objects;
mod openapi;
mod pages;
mod pictures;
mod playthroughs;
mod pool;
mod positions;
mod races;
mod raw;
mod readme;
mod reverify;
mod seated_pictures;
mod seats;
mod store;
mod stored;
mod tables;
#[cfg(feature = "test-versions")]
mod versions;
mod walks;
