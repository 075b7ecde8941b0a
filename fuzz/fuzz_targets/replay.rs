//! [`funhouse_fuzz::replay`] on the inputs of libFuzzer.
#![no_main]
#![allow(clippy::disallowed_types, reason = "the macro can write files")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| funhouse_fuzz::replay(bytes));
