//! The tests of the whole: one binary, one module a subject.

mod conformance;
mod known_answers;
mod laws;
mod playthroughs;
mod walks;
