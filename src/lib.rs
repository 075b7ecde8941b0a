//! funhouse
pub mod rules;
