//! Sessions: connections with settings for their purpose.
//!
//! Statements set the settings after connecting, since connection poolers reject or drop startup parameters.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

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

/// The address and settings of connections.
#[derive(Clone, Debug)]
pub(super) struct Session {
    options: PgConnectOptions,
    setup: String,
}

impl Session {
    fn new(options: &PgConnectOptions, settings: &[(&str, &str)]) -> Self {
        let set = |(name, value): &(&str, &str)| format!("SET {name} TO '{value}'");
        let setup: Vec<String> = PLANS.iter().chain(settings).map(set).collect();
        Self { options: options.clone(), setup: setup.join("; ") }
    }

    /// Connections that read: each transaction sees one snapshot and cannot write. The server cancels statements after the timeout.
    pub(super) fn reading(options: &PgConnectOptions, timeout: Duration) -> Self {
        let timeout = timeout.as_millis().to_string();
        let isolation = ("default_transaction_isolation", "repeatable read");
        Self::new(options, &[isolation, ("default_transaction_read_only", "on"), ("statement_timeout", &timeout)])
    }

    /// Connections that write: each statement sees earlier commits, and waits for locks up to a limit. The server ends a transaction that is
    /// idle for 30 seconds, which frees its locks.
    fn changing(options: &PgConnectOptions, lock_timeout: Duration) -> Self {
        let timeout = lock_timeout.as_millis().to_string();
        let settings = [
            ("default_transaction_isolation", "read committed"),
            ("lock_timeout", &timeout),
            ("idle_in_transaction_session_timeout", "30000"),
            ("funhouse.shard", "0"),
        ];
        Self::new(options, &settings)
    }

    /// The connection of a writer, with its own shard of the counts.
    pub(super) fn writing(options: &PgConnectOptions, lock_timeout: Duration) -> Self {
        let mut session = Self::changing(options, lock_timeout);
        session.setup +=
            &format!("; SELECT set_config('funhouse.shard', CAST(nextval('writers') % {SHARDS} AS TEXT), false)");
        session
    }

    /// A connection that migrates a database or rebuilds its boards.
    pub(super) fn upgrading(options: &PgConnectOptions) -> Self {
        Self::changing(options, UPGRADE_TIMEOUT)
    }

    /// A connection that copies. It may be idle in its transaction while it waits for the other database.
    pub(super) fn copying(options: &PgConnectOptions) -> Self {
        let timeout = COPY_TIMEOUT.as_millis().to_string();
        Self::new(options, &[("default_transaction_isolation", "read committed"), ("lock_timeout", &timeout)])
    }

    /// Returns the options without the settings.
    pub(super) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Opens a connection.
    pub(super) async fn connect(&self) -> sqlx::Result<PgConnection> {
        let mut connection = self.options.connect().await?;
        self.set_up(&mut connection).await?;
        Ok(connection)
    }

    /// Applies the settings to a connection.
    pub(super) async fn set_up(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        connection.execute(sqlx::raw_sql(AssertSqlSafe(self.setup.as_str()))).await.map(|_| ())
    }
}
