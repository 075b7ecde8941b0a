//! The tests of the whole: one binary, one module a subject.

mod conformance;
mod laws;
mod playthroughs;
mod walks;
