//! Sessions: connections with settings for their purpose.
//!
//! Statements set the settings after connecting, since connection poolers reject or drop startup parameters.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

use super::link::Link;
use super::servers::Servers;

/// Settings of the planner: plan once per connection, without full scans and hashes, and join in the written order.
const PLANS: [(&str, &str); 6] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("join_collapse_limit", "1"),
    ("jit", "off"),
];

/// Number of shards of the counts of boards. Writers of up to this many instances do not wait for each other.
const SHARDS: u32 = 8;

/// Time limit for another instance that is migrating the database.
const UPGRADE_TIMEOUT: Duration = Duration::from_secs(600);
/// Time limit of a copy for other writers.
const COPY_TIMEOUT: Duration = Duration::from_secs(5);

/// The servers and settings of connections.
#[derive(Clone, Debug)]
pub(super) struct Session {
    servers: Servers,
    setup: String,
}

impl Session {
    fn new(servers: &Servers, settings: &[(&str, &str)]) -> Self {
        let set = |(name, value): &(&str, &str)| format!("SET {name} TO '{value}'");
        let setup: Vec<String> = PLANS.iter().chain(settings).map(set).collect();
        Self { servers: servers.clone(), setup: setup.join("; ") }
    }

    /// Connections that read: each transaction sees one snapshot and cannot write. The server cancels statements after the timeout.
    pub(super) fn reading(servers: &Servers, timeout: Duration) -> Self {
        let timeout = timeout.as_millis().to_string();
        let isolation = ("default_transaction_isolation", "repeatable read");
        Self::new(servers, &[isolation, ("default_transaction_read_only", "on"), ("statement_timeout", &timeout)])
    }

    /// Connections that write: each statement sees earlier commits, and waits for locks up to a limit. The server ends a transaction that is
    /// idle for 30 seconds, which frees its locks.
    fn changing(servers: &Servers, lock_timeout: Duration) -> Self {
        let timeout = lock_timeout.as_millis().to_string();
        let settings = [
            ("default_transaction_isolation", "read committed"),
            ("lock_timeout", &timeout),
            ("idle_in_transaction_session_timeout", "30000"),
            ("funhouse.shard", "0"),
        ];
        Self::new(servers, &settings)
    }

    /// The connection of a writer, with its own shard of the counts. Connecting must not wait for a synchronous standby, as commits do.
    pub(super) fn writing(servers: &Servers, lock_timeout: Duration) -> Self {
        let mut session = Self::changing(servers, lock_timeout);
        session.setup += &format!(
            "; BEGIN; SET LOCAL synchronous_commit TO off;
            SELECT set_config('funhouse.shard', CAST(nextval('writers') % {SHARDS} AS TEXT), false); COMMIT"
        );
        session
    }

    /// A connection that migrates a database or rebuilds its boards.
    pub(super) fn upgrading(servers: &Servers) -> Self {
        Self::changing(servers, UPGRADE_TIMEOUT)
    }

    /// A connection that copies. It may be idle in its transaction while it waits for the other database.
    pub(super) fn copying(servers: &Servers) -> Self {
        let timeout = COPY_TIMEOUT.as_millis().to_string();
        Self::new(servers, &[("default_transaction_isolation", "read committed"), ("lock_timeout", &timeout)])
    }

    /// Opens a connection to the primary.
    pub(super) async fn connect(&self, within: Duration) -> sqlx::Result<Link> {
        self.servers.open(within, |host| self.connect_to(host)).await
    }

    async fn connect_to(&self, host: PgConnectOptions) -> sqlx::Result<Link> {
        let mut connection = host.connect().await?;
        let process = self.servers.admit(&mut connection).await?;
        connection.execute(sqlx::raw_sql(AssertSqlSafe(self.setup.as_str()))).await?;
        Ok(Link::new(connection, self.servers.clone(), process))
    }

    /// Returns a connection that can be used: the old one, or another one if it is too old, is broken, or its server has become a standby.
    /// Half of the time limit is for the old one.
    pub(super) async fn renew(&self, old: Option<Link>, within: Duration) -> sqlx::Result<Link> {
        let half = within / 2;
        match old {
            Some(old) if old.is_trusted() => return Ok(old),
            Some(old) if old.is_expired() => return self.connect(half).await,
            Some(mut old) => {
                if let Ok(Ok(())) = tokio::time::timeout(half, old.test()).await {
                    return Ok(old);
                }
            }
            None => {}
        }
        let opened = self.connect(half).await?;
        self.servers.count_reconnect();
        Ok(opened)
    }
}
