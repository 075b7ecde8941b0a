//! Metrics, the log line of each request, and panics.

pub mod metrics;
pub(super) mod panics;
pub mod requests;
