//! How the service is configured: by flags, and by environment variables where no flag is given.

use std::net::SocketAddr;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::store::Secret;

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    Json,
    /// For people.
    Text,
}

/// The database unless told.
pub const DATABASE: &str = "sqlite://funhouse.db";

fn secret(text: &str) -> Result<Secret, String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |pair: &[u8]| Some(digit(*pair.first()?)? * 16 + digit(*pair.get(1)?)?);
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
    let secret = bytes.and_then(|bytes| bytes.try_into().ok()).map(Secret);
    secret.ok_or_else(|| "a secret is 64 hexadecimal digits".to_owned())
}

/// The configuration of the service.
#[derive(Clone, Debug, Args)]
pub struct ServeConfig {
    /// Address and port to listen on; port 0 takes any free one, which is printed at start.
    #[arg(long, value_name = "ADDRESS:PORT", env = "FUNHOUSE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Threads that serve requests; as many as there are cores unless told.
    #[arg(long, value_name = "N", env = "FUNHOUSE_WORKERS")]
    pub workers: Option<NonZeroUsize>,

    /// What to log: off, error, warn, info (a line for each request), debug, or a filter such as
    /// `warn,funhouse::request=info`.
    #[arg(long, value_name = "FILTER", env = "FUNHOUSE_LOG", default_value = "info")]
    pub log: String,

    /// How to write log lines, which go to standard error.
    #[arg(long, value_name = "FORMAT", env = "FUNHOUSE_LOG_FORMAT", default_value = "json")]
    pub log_format: LogFormat,

    /// The database, made on the spot if it is not there.
    #[arg(long, value_name = "sqlite://FILE", env = "FUNHOUSE_DATABASE", default_value = DATABASE)]
    pub database: String,

    /// The secret that drawn and daily seeds come from: 64 hexadecimal digits, the same for all instances. Unless told, one
    /// is made on first start and kept in the database.
    #[arg(long, value_name = "HEX", env = "FUNHOUSE_SECRET", hide_env_values = true, value_parser = secret)]
    pub secret: Option<Secret>,

    /// Seconds that requests in progress are given to end when the service is told to stop.
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_SHUTDOWN_TIMEOUT", default_value_t = 10)]
    pub shutdown_timeout: u64,
}
