//! Logs: structured lines on standard error, written by a separate thread.

mod lines;

use std::io::{self, IsTerminal as _};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt, registry};

use self::lines::Lines;
pub use self::lines::lost_lines;
use crate::config::{LogFormat, ServeConfig};

/// Started logs. Dropping this writes the remaining lines, for at most a second.
#[must_use]
pub struct Logs(Lines);

impl Drop for Logs {
    fn drop(&mut self) {
        self.0.flush_all();
    }
}

/// The reason why logging cannot start.
#[derive(Debug)]
pub enum LogError {
    /// The filter is invalid.
    Filter(String),
    /// The system cannot create a thread, or standard error is closed.
    Output(io::Error),
}

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Filter(why) => write!(f, "--log: {why}"),
            Self::Output(why) => write!(f, "logs cannot be written: {why}"),
        }
    }
}

impl std::error::Error for LogError {}

/// Starts logging.
///
/// # Errors
/// If the filter is invalid, or lines cannot be written.
pub fn start(config: &ServeConfig) -> Result<Logs, LogError> {
    let terminal = io::stderr().is_terminal();
    let for_people = is_for_people(config.log_format, terminal);
    let filter = targets(filter(config, for_people)).map_err(LogError::Filter)?;
    let lines = Lines::to_stderr().map_err(LogError::Output)?;
    let layer = fmt::layer().with_writer(lines.clone());
    let layer = if for_people {
        layer.with_ansi(terminal).compact().boxed()
    } else {
        layer.json().flatten_event(true).with_span_list(false).boxed()
    };
    // A subscriber that is set already stays: tests start several services in one process.
    let _ = registry().with(layer.with_filter(filter)).try_init();
    // The default hook would wait for the reader of standard error.
    std::panic::set_hook(Box::new(|panic| tracing::error!(target: "funhouse::panic", "{panic}")));
    Ok(Logs(lines))
}

/// Returns whether the lines are for people instead of programs.
fn is_for_people(format: LogFormat, terminal: bool) -> bool {
    match format {
        LogFormat::Auto => terminal,
        LogFormat::Json => false,
        LogFormat::Text => true,
    }
}

/// Returns the filter. By default, input that is not HTTP is not logged, because anyone can send any amount of it, and requests are
/// logged for programs only.
fn filter(config: &ServeConfig, for_people: bool) -> &str {
    let default = if for_people { "info,actix_http=off,funhouse::request=warn" } else { "info,actix_http=off" };
    config.log.as_deref().unwrap_or(default)
}

/// Parses a filter. Each part is a level, or a target with its level: a misspelled level alone would be a target, and nothing would be logged.
fn targets(filter: &str) -> Result<Targets, String> {
    for part in filter.split(',').map(str::trim) {
        let level = part.rsplit('=').next().unwrap_or_default();
        if level.is_empty() || level.parse::<LevelFilter>().is_err() {
            return Err(format!("{level:?} is not a level; the levels are off, error, warn, info, debug and trace"));
        }
    }
    filter.parse().map_err(|why: tracing_subscriber::filter::ParseError| why.to_string())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        config: ServeConfig,
    }

    /// Returns whether the lines are for people, and the filter.
    fn chosen(flags: &[&str], terminal: bool) -> (bool, String) {
        let config = Flags::parse_from(["test"].iter().chain(flags)).config;
        let for_people = is_for_people(config.log_format, terminal);
        (for_people, filter(&config, for_people).to_owned())
    }

    #[test]
    fn filters_name_levels() {
        for filter in ["info", "off", "INFO", "warn,funhouse::request=info", "info, actix_http=off"] {
            assert!(targets(filter).is_ok(), "{filter:?}");
        }
        for filter in ["warning", "inof", "", "info,", "funhouse::request", "funhouse=loud", "info,funhouse="] {
            assert!(targets(filter).is_err(), "{filter:?}");
        }
    }

    #[test]
    fn requests_are_logged_for_programs_by_default() {
        let quiet = "info,actix_http=off,funhouse::request=warn";
        assert_eq!(chosen(&[], false), (false, "info,actix_http=off".to_owned()));
        assert_eq!(chosen(&[], true), (true, quiet.to_owned()));
        assert_eq!(chosen(&["--log-format", "text"], false), (true, quiet.to_owned()));
        assert_eq!(chosen(&["--log-format", "json"], true), (false, "info,actix_http=off".to_owned()));
        assert_eq!(chosen(&["--log", "info"], true), (true, "info".to_owned()));
    }
}
