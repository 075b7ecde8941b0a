//! Sessions: connections with the settings of what they are for.
//!
//! Settings are set by statements after connecting, not by the parameters of a connection's start, since connection poolers refuse or drop
//! those.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

/// How statements are planned: once for each connection, without estimates of what a scan of a whole table or a hash of one would
/// save, and with joins in the order in which they are written.
const PLANS: [(&str, &str); 6] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("join_collapse_limit", "1"),
    ("jit", "off"),
];

/// Number of shards of the counts of boards. Writers of up to as many instances do not wait for each other's counts.
const SHARDS: u32 = 8;

/// How long an instance that opens a database waits for another one that brings it up to date.
const UPGRADE_TIMEOUT: Duration = Duration::from_secs(600);
/// How long a copy waits for others that write.
const COPY_TIMEOUT: Duration = Duration::from_secs(5);

/// The settings of connections, and how they are made.
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

    /// Those that read: what is read in one transaction agrees, and nothing is written. The server ends a statement whose caller has left.
    pub(super) fn reading(options: &PgConnectOptions, timeout: Duration) -> Self {
        let timeout = timeout.as_millis().to_string();
        let isolation = ("default_transaction_isolation", "repeatable read");
        Self::new(options, &[isolation, ("default_transaction_read_only", "on"), ("statement_timeout", &timeout)])
    }

    /// Those that write: what a statement reads is what was committed before it. They wait for others up to a limit. If one falls silent
    /// within a transaction, others wait for what it has locked no longer than 30 seconds.
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

    /// The connection of a writer, with a shard of the counts for itself.
    pub(super) fn writing(options: &PgConnectOptions, lock_timeout: Duration) -> Self {
        let mut session = Self::changing(options, lock_timeout);
        session.setup +=
            &format!("; SELECT set_config('funhouse.shard', CAST(nextval('writers') % {SHARDS} AS TEXT), false)");
        session
    }

    /// A connection that brings a database up to date, or computes its boards again.
    pub(super) fn upgrading(options: &PgConnectOptions) -> Self {
        Self::changing(options, UPGRADE_TIMEOUT)
    }

    /// A connection that copies, which may wait for the other database while it is idle in its transaction.
    pub(super) fn copying(options: &PgConnectOptions) -> Self {
        let timeout = COPY_TIMEOUT.as_millis().to_string();
        Self::new(options, &[("default_transaction_isolation", "read committed"), ("lock_timeout", &timeout)])
    }

    /// The options without the settings.
    pub(super) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Makes a connection.
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
