//! The tests of the whole: one binary, one module a subject.

mod conformance;
mod harness;
mod http;
mod openapi;
