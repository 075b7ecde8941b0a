//! The tests of the whole: one binary, one module a subject.

mod cli;
mod conformance;
mod harness;
mod http;
mod openapi;
mod readme;
