//! How the service is configured: by flags, and by environment variables where no flag is given.

use std::net::SocketAddr;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hex::FromHex as _;

use crate::engine::table_request::MAX_POSTED;
use crate::limits::{AppQuotas, ForwardedHeader, Network, Quota, QuotaError};
use crate::moderator::GivenToken;
use crate::public_url::PublicUrl;
use crate::store::Secret;

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text if standard error is a terminal, else JSON.
    Auto,
    /// One JSON object per line.
    Json,
    /// Human-readable text.
    Text,
}

/// Who may register apps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AppRegistration {
    /// Only the operator, with `funhouse app create`.
    Closed,
    /// Any player, by a call. An operator approves each app.
    Open,
}

/// The default database: a file in the working directory.
pub const DATABASE: &str = "sqlite://funhouse.db";

fn secret(text: &str) -> Result<Secret, String> {
    let secret = <[u8; 32]>::from_hex(text).map(Secret);
    secret.map_err(|_| "a secret is 64 hexadecimal digits".to_owned())
}

/// Minimum MiB for bodies: a few runs would fill less.
const MIN_BODY_MEMORY: usize = 32;

fn body_memory(text: &str) -> Result<usize, String> {
    let mib = text.parse().ok().filter(|mib| *mib >= MIN_BODY_MEMORY);
    mib.ok_or_else(|| format!("bodies need a number of MiB, at least {MIN_BODY_MEMORY}"))
}

/// Minimum MiB for responses that wait to be read: a quarter of it is more than the largest one.
const MIN_RESPONSE_MEMORY: usize = 32;

fn response_memory(text: &str) -> Result<usize, String> {
    let mib = text.parse().ok().filter(|mib| *mib >= MIN_RESPONSE_MEMORY);
    mib.ok_or_else(|| format!("responses need a number of MiB, at least {MIN_RESPONSE_MEMORY}"))
}

fn moves_quota(text: &str) -> Result<Quota, String> {
    let quota: Quota = text.parse().map_err(|why: QuotaError| why.to_string())?;
    let allows_any_request = quota.requests().get() as usize >= MAX_POSTED;
    allows_any_request
        .then_some(quota)
        .ok_or_else(|| format!("a limit of moves is at least {MAX_POSTED} at once, as many as one request can have"))
}

/// The configuration of the service.
#[derive(Clone, Debug, Args)]
pub struct ServeConfig {
    /// Address and port to listen on; port 0 takes any free one, which is printed at start.
    #[arg(long, value_name = "ADDRESS:PORT", env = "FUNHOUSE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Public address of the service, such as `https://play.example.org` or `https://example.org/games`. With it, link previews and oEmbed
    /// describe runs, and the OpenAPI documents name the server.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_PUBLIC_URL")]
    pub public_url: Option<PublicUrl>,

    /// Address and port for /metrics alone, which the other address then no longer serves. Keep it from the public. Port 0 takes any free
    /// one, which is printed at start.
    #[arg(long, value_name = "ADDRESS:PORT", env = "FUNHOUSE_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,

    /// Threads that serve requests, at most 512. The default is the number of cores.
    #[arg(long, value_name = "N", env = "FUNHOUSE_WORKERS", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub workers: Option<u16>,

    /// What to log: off, error, warn, info (a line for each request), debug, or a filter such as
    /// `warn,funhouse::request=info`. The default is info without malformed HTTP (`actix_http`), and in text format without the line for each
    /// request.
    #[arg(long, value_name = "FILTER", env = "FUNHOUSE_LOG")]
    pub log: Option<String>,

    /// How to write log lines, which go to standard error.
    #[arg(long, value_name = "FORMAT", env = "FUNHOUSE_LOG_FORMAT", default_value = "auto")]
    pub log_format: LogFormat,

    /// The database: FILE or sqlite://FILE, which is created if it does not exist, or postgres://USER@HOST/DATABASE, which must exist; its
    /// tables are created.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    pub database: String,

    /// Maximum seconds that a read or write of the database takes, including its time in queues. Then the response is 503. Opening the
    /// database may take longer.
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_DATABASE_TIMEOUT", default_value = "2")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub database_timeout: u64,

    /// The file with the secret from which seeds are derived and with which names are hashed. If it does not exist, it is created,
    /// readable by its owner only, and a secret in the database moves there. Without this flag, the secret is in the database.
    #[arg(long, value_name = "FILE", env = "FUNHOUSE_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,

    /// The secret itself, instead of a file: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX", env = "FUNHOUSE_SECRET", hide_env_values = true, value_parser = secret)]
    #[arg(conflicts_with = "secret_file")]
    pub secret: Option<Secret>,

    /// The file with the moderator's token: 32 to 512 visible ASCII characters. Without it, moderation is off.
    #[arg(long, value_name = "FILE", env = "FUNHOUSE_MODERATOR_TOKEN_FILE")]
    pub moderator_token_file: Option<PathBuf>,

    /// The moderator's token itself, instead of a file.
    #[arg(long, value_name = "TOKEN", env = "FUNHOUSE_MODERATOR_TOKEN", hide_env_values = true)]
    #[arg(conflicts_with = "moderator_token_file")]
    pub moderator_token: Option<GivenToken>,

    /// Who may register apps, which are front ends of others: `closed` for the operator only, by `funhouse app create`, or `open` for any player,
    /// by `POST /v1/apps`.
    #[arg(long, value_name = "WHO", env = "FUNHOUSE_APPS", default_value = "closed")]
    pub apps: AppRegistration,

    /// Maximum requests of a caller, which is a player by token, or else an address: N at once, replenished evenly over TIME.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_REQUESTS", default_value = "2000/4s")]
    pub limit_requests: Quota,

    /// Maximum long calls of a caller, such as submitted runs, positions of stored runs, PNG pictures, plans of robots, and long lists of
    /// moves.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_WORK", default_value = "600/1m")]
    pub limit_work: Quota,

    /// Maximum long calls of all players of an address.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_ADDRESS_WORK", default_value = "3000/1m")]
    pub limit_address_work: Quota,

    /// Maximum new players from an address.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_PLAYERS", default_value = "40/1h")]
    pub limit_players: Quota,

    /// Maximum moves of a player at tables: N at once, at least 100, replenished evenly over TIME. A new table counts as 5 moves, and a
    /// submitted run by its size.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_MOVES", default_value = "200/10s", value_parser = moves_quota)]
    pub limit_moves: Quota,

    /// Maximum moves of all players of an address at tables, and of the robots that move because of them. New tables and runs count, too.
    #[arg(long, value_name = "N/TIME", env = "FUNHOUSE_LIMIT_ADDRESS_MOVES", default_value = "1000/10s")]
    #[arg(value_parser = moves_quota)]
    pub limit_address_moves: Quota,

    /// Maximum unfinished tables of a player.
    #[arg(long, value_name = "N", env = "FUNHOUSE_LIMIT_TABLES", default_value_t = 100)]
    pub limit_tables: u32,

    /// Maximum open event streams, of tables and players, and waiting requests from an address.
    #[arg(long, value_name = "N", env = "FUNHOUSE_LIMIT_LISTENERS", default_value_t = 100)]
    pub limit_listeners: usize,

    /// Limits of each approved app, which takes the place of an address: requests, long calls, new users, moves, open tables, and open event
    /// streams and waiting requests. A user of the app may take a tenth of each, and has no more open tables than any player. What is not listed
    /// has its default.
    #[arg(long, value_name = "LIST", env = "FUNHOUSE_LIMIT_APP", default_value = AppQuotas::DEFAULT)]
    pub limit_app: AppQuotas,

    /// Maximum number of open connections from one address. Trusted proxies may have any number.
    #[arg(long, value_name = "N", env = "FUNHOUSE_LIMIT_CONNECTIONS", default_value = "1000")]
    pub limit_connections: NonZeroUsize,

    /// Hours that a table waits for players before it is deleted.
    #[arg(long, value_name = "HOURS", env = "FUNHOUSE_TABLE_WAIT", default_value = "168", value_parser = clap::value_parser!(u32).range(1..=8760))]
    pub table_wait: u32,

    /// Days after which the moves of finished games are removed that are neither ranked nor rated. By default, all moves are kept.
    #[arg(long, value_name = "DAYS", env = "FUNHOUSE_KEEP_TABLE_MOVES", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub keep_table_moves: Option<u32>,

    /// Do not compute the pars of deals in the background.
    #[arg(long, env = "FUNHOUSE_NO_PARS")]
    pub no_pars: bool,

    /// Turn off all limits.
    #[arg(long, env = "FUNHOUSE_NO_LIMITS")]
    pub no_limits: bool,

    /// A proxy whose header is trusted to name the client: an address or a network. Can be repeated, or
    /// be a list with commas.
    #[arg(long = "trusted-proxy", value_name = "ADDRESS", env = "FUNHOUSE_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,

    /// The header in which trusted proxies name the client. They must write it themselves, and not pass on what clients send.
    #[arg(long, value_name = "NAME", env = "FUNHOUSE_FORWARDED_HEADER", default_value = "x-forwarded-for")]
    pub forwarded_header: ForwardedHeader,

    /// MiB for the bodies of all requests in progress. Past it the response is 503.
    #[arg(long, value_name = "MIB", env = "FUNHOUSE_BODY_MEMORY", default_value = "256", value_parser = body_memory)]
    pub body_memory: usize,

    /// Seconds that the body of a request may take to arrive.
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_BODY_TIMEOUT", default_value = "15")]
    pub body_timeout: NonZeroU64,

    /// MiB of responses that may wait until their clients read them, a quarter of it for one address. Past that, the connection of an older
    /// unread response is closed.
    #[arg(long, value_name = "MIB", env = "FUNHOUSE_RESPONSE_MEMORY", default_value = "256", value_parser = response_memory)]
    pub response_memory: usize,

    /// Seconds after which a client is disconnected that acknowledges none of the data sent to it, or whose receive window stays closed or
    /// too small for the next segment (Linux only).
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_SEND_TIMEOUT", default_value = "30")]
    pub send_timeout: NonZeroU64,

    /// Seconds that the service goes on to serve after SIGTERM or SIGINT, while `/readyz` fails, so that load balancers and clients move to
    /// other instances. Event streams end in the second half. A second signal stops the service at once.
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_DRAIN_TIME", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=3600))]
    pub drain_time: u64,

    /// Seconds that requests in progress may take to finish when the service stops.
    #[arg(long, value_name = "SECONDS", env = "FUNHOUSE_SHUTDOWN_TIMEOUT", default_value_t = 10)]
    pub shutdown_timeout: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_of_moves_allows_the_largest_request() {
        assert_eq!(moves_quota("100/10s").map(|quota| quota.to_string()), Ok("100/10s".to_owned()));
        assert!(moves_quota("99/10s").is_err_and(|why| why.contains("at least 100")));
        assert!(moves_quota("many").is_err_and(|why| why.contains("such as 100/10s")));
    }
}
