//! The tests of the whole: one binary, one module a subject.

mod conformance;
mod faults;
mod known_answers;
mod laws;
mod playthroughs;
mod tables;
mod walks;
