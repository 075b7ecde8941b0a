//! Logs: structured lines on standard error.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::{LogFormat, ServeConfig};

/// Starts logging.
///
/// # Errors
/// When the filter cannot be understood.
pub fn start(config: &ServeConfig) -> Result<(), ParseError> {
    let filter = EnvFilter::try_new(&config.log)?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A subscriber that is set already stays: tests start several services in one process.
    let _ = match config.log_format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).try_init(),
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).compact().try_init(),
    };
    Ok(())
}
