//! The servers of an address, of which one is the primary.
//!
//! Only the primary can be written, and only there is everything that was confirmed. So a connection is accepted only from a primary, tested
//! again [every second](super::link) of use, and replaced when its server has become a standby.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Executor as _};

use super::address::{Address, Role};
use crate::backend::silence;

/// Has the server end a TCP connection, and free its locks, if this side does not acknowledge data or tests for 19 seconds. The driver cannot set the
/// same on this side, where every wait has a limit instead.
const KEEPALIVE: &str =
    "SET tcp_keepalives_idle TO 10; SET tcp_keepalives_interval TO 3; SET tcp_keepalives_count TO 3;
    SET tcp_user_timeout TO 19000";

/// The servers, and what is known about them, which clones share.
#[derive(Clone, Debug)]
pub(super) struct Servers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    address: Address,
    /// The place of the last primary. It is tried first.
    last: AtomicUsize,
    is_primary: AtomicBool,
    reconnects: AtomicU64,
}

/// A process of a server, which serves one connection.
#[derive(Clone, Debug)]
pub(super) struct Process {
    id: i32,
    started: String,
}

/// Why a server that answers cannot be used.
#[derive(Clone, Copy, Debug)]
enum Unfit {
    Standby,
    ReadOnly,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standby => "the server is a standby",
            Self::ReadOnly => "the server is read-only (default_transaction_read_only is on)",
        })
    }
}

impl Error for Unfit {}

impl From<Unfit> for sqlx::Error {
    fn from(why: Unfit) -> Self {
        Self::Io(io::Error::other(why))
    }
}

impl Servers {
    pub(super) fn of(address: Address) -> Self {
        let (last, is_primary, reconnects) = (AtomicUsize::new(0), AtomicBool::new(true), AtomicU64::new(0));
        Self(Arc::new(Shared { address, last, is_primary, reconnects }))
    }

    /// Opens something on one of the servers: on the last primary, or on the next one that does not fail. Each server gets the same share of
    /// the time limit.
    pub(super) async fn open<T, F: Future<Output = sqlx::Result<T>>>(
        &self,
        within: Duration,
        open: impl Fn(PgConnectOptions) -> F,
    ) -> sqlx::Result<T> {
        let hosts = &self.0.address.hosts;
        let share = within / hosts.len().max(1) as u32;
        let first = self.0.last.load(Ordering::Relaxed);
        let mut failures = Vec::new();
        for (place, host) in hosts.iter().enumerate().cycle().skip(first).take(hosts.len()) {
            let opened = tokio::time::timeout(share, open(host.clone())).await;
            match opened.unwrap_or_else(|_| Err(silence::error(share))) {
                Ok(opened) => {
                    self.0.last.store(place, Ordering::Relaxed);
                    return Ok(opened);
                }
                Err(error) => failures.push((host, error)),
            }
        }
        Err(failure_of(failures))
    }

    /// Prepares a new connection, whose settings are still those of the server. Fails if it is not to a primary. Returns its process.
    pub(super) async fn admit(&self, connection: &mut PgConnection) -> sqlx::Result<Process> {
        connection.execute(KEEPALIVE).await?;
        let sql = "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only') = 'on',
            pid, CAST(backend_start AS TEXT) FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let (is_standby, is_read_only, id, started) = sqlx::query_as(sql).fetch_one(connection).await?;
        self.note(is_standby)?;
        if is_read_only && self.0.address.role == Role::ReadWrite {
            return Err(Unfit::ReadOnly.into());
        }
        Ok(Process { id, started })
    }

    /// Whether the primary can be reached, and has this process.
    pub(super) async fn have(&self, process: &Process, within: Duration) -> bool {
        let find = |host: PgConnectOptions| async move {
            let mut connection = host.connect().await?;
            self.admit(&mut connection).await?;
            let sql =
                "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND CAST(backend_start AS TEXT) = $2)";
            sqlx::query_scalar(sql).bind(process.id).bind(&process.started).fetch_one(&mut connection).await
        };
        self.open(within, find).await.unwrap_or(false)
    }

    /// Fails if the server of a connection has become a standby.
    pub(super) async fn require_primary(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        self.note(sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(connection).await?)
    }

    fn note(&self, is_standby: bool) -> sqlx::Result<()> {
        self.0.is_primary.store(!is_standby, Ordering::Relaxed);
        if is_standby { Err(Unfit::Standby.into()) } else { Ok(()) }
    }

    /// Whether the server that was last asked is a primary.
    pub(super) fn is_primary(&self) -> bool {
        self.0.is_primary.load(Ordering::Relaxed)
    }

    /// Counts a connection that replaced one that failed or whose server became a standby.
    pub(super) fn count_reconnect(&self) {
        self.0.reconnects.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of these connections.
    pub(super) fn reconnects(&self) -> u64 {
        self.0.reconnects.load(Ordering::Relaxed)
    }
}

/// Returns the error of servers of which none can be used. That of a single server which refuses keeps its code.
fn failure_of(mut failures: Vec<(&PgConnectOptions, sqlx::Error)>) -> sqlx::Error {
    if let [(_, error)] = &failures[..]
        && !matches!(error, sqlx::Error::Io(_) | sqlx::Error::Protocol(_))
        && let Some((_, error)) = failures.pop()
    {
        return error;
    }
    let each: Vec<String> = failures.iter().map(|(host, error)| explained(host, error)).collect();
    sqlx::Error::Io(io::Error::other(each.join("; ")))
}

/// Returns why a server cannot be used: it is a standby, does not answer, or is not there.
fn explained(host: &PgConnectOptions, error: &sqlx::Error) -> String {
    let place = host.get_socket().map_or(host.get_host().to_owned(), |socket| socket.display().to_string());
    let place = format!("{place}:{}", host.get_port());
    match error {
        sqlx::Error::Io(why) if why.get_ref().is_some_and(|why| why.is::<Unfit>()) => format!("{place}: {why}"),
        sqlx::Error::Io(why) if why.kind() == io::ErrorKind::TimedOut => format!("{place}: {why}"),
        sqlx::Error::Io(why) => format!("no PostgreSQL server at {place}: {why}"),
        sqlx::Error::Protocol(why) => format!("no PostgreSQL server at {place}: {why}"),
        other => format!("{place}: {other}"),
    }
}
