//! Opening a database: it is known again as ours, brought up to date, and opened for the writer and the readers.

use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::commit::{Committer, Opened, connected};
use super::readers::Readers;
use super::sql::outcome::LastCommit;
use super::sql::{end::SqlEnd, rebuild, writer::Writer};
use super::{Postgres, address};
use crate::opening::{Embedded, OpenError};
use crate::silence::Silence;

/// How many connections read at once.
const READERS: u32 = 8;
/// For how long a reader may have been idle before it is asked whether it still has a server.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// How many statements each connection keeps prepared.
const STATEMENTS: usize = 256;

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
/// Of readers: what is read in one transaction agrees, and nothing is written.
const READING: [(&str, &str); 2] =
    [("default_transaction_isolation", "repeatable\\ read"), ("default_transaction_read_only", "on")];
/// Of the writer: what it reads is what was committed before it began to write, which is later than the moment at which its transaction began. It
/// waits for others up to [`LOCK_TIMEOUT`] once the database is open, and up to ten minutes before: another instance that starts may be bringing it up
/// to date. If it falls silent within a transaction, others wait no longer than 30 seconds for what it holds.
const WRITING: [(&str, &str); 3] = [
    ("default_transaction_isolation", "read\\ committed"),
    ("lock_timeout", "600000"),
    ("idle_in_transaction_session_timeout", "30000"),
];
/// Of a copy, which may wait for the other database.
const COPYING: [(&str, &str); 2] = [("default_transaction_isolation", "read\\ committed"), ("lock_timeout", "5000")];
/// The longest time for which a write waits for others that write.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Numbers, names and texts of the migrations, which are embedded in the program.
const MIGRATIONS: [(i64, &str, &str); 6] = [
    (1, "players runs boards", include_str!("../../migrations/postgres/0001_players_runs_boards.sql")),
    (2, "tables", include_str!("../../migrations/postgres/0002_tables.sql")),
    (3, "news", include_str!("../../migrations/postgres/0003_news.sql")),
    (4, "lists", include_str!("../../migrations/postgres/0004_lists.sql")),
    (5, "closed days", include_str!("../../migrations/postgres/0005_closed_days.sql")),
    (6, "averages by month", include_str!("../../migrations/postgres/0006_averages_by_month.sql")),
];

impl Postgres {
    /// Opens a database and brings it up to date. It must be there; its tables need not.
    ///
    /// Once it is open, no read and no write waits longer than `timeout` for a server that is silent. Opening it may take as long as its
    /// migrations do.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open_within(address: &str, timeout: Duration) -> Result<Self, OpenError> {
        let silence = Silence::limited_to(timeout);
        let options = options(address)?;
        // A statement whose caller has left is ended by the server.
        let reading = options.clone().options(READING).options([("statement_timeout", timeout.as_millis())]);
        let writing = options.options(WRITING);
        let mut connection = up_to_date(&writing).await?;
        // One that cannot be written is refused here rather than at the first run.
        connection.execute("UPDATE memory SET value = value WHERE name = ''").await?;
        durable(&mut connection).await?;
        rebuild::if_needed(&mut connection).await?;
        connection.close().await?;
        let other = |error: std::io::Error| OpenError::Other(error.to_string());
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(timeout)
            // Connections stay open, for opening one costs more than a hundred reads.
            .idle_timeout(None)
            .max_lifetime(None)
            // Asking whether the server is there costs as much as a read: those that were just used need not.
            .test_before_acquire(false)
            .before_acquire(|connection, about| {
                let test = about.idle_for > TRUSTED_FOR;
                Box::pin(async move { Ok(!test || connection.ping().await.is_ok()) })
            });
        let opened = Opened::watch(reading.clone()).map_err(other)?;
        let readers = async {
            let readers = pool.connect_with(reading).await?;
            let mut all = Vec::new();
            for _ in 0..READERS {
                all.push(readers.acquire().await?);
            }
            drop(all);
            Ok(readers)
        };
        let readers = Readers::of(opened.on_watch(readers).await?, silence.clone());
        let last_commit = LastCommit::default();
        // Others that write are not taken for a silent server.
        let lock_timeout = LOCK_TIMEOUT.min(silence.shorter()).as_millis();
        let writing = writing.options([("lock_timeout", lock_timeout)]);
        let ready_within = silence.shorter();
        let writer = Writer::start(Committer::new(writing, last_commit.clone(), silence)).map_err(other)?;
        Ok(Self { readers, writer, opened, last_commit, being_noted: Arc::default(), ready_within })
    }

    /// Makes all boards of a database anew from its runs, of which it tells the number, and brings it up to date. `progress` is told
    /// how many runs of how many are done. Until it is done, boards can be read as they were, and nothing else can be written.
    ///
    /// # Errors
    /// When the database cannot be used; its boards are then as they were.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = up_to_date(&options(address)?.options(WRITING)).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// A database as an end of a copy.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub(crate) async fn end(address: &str) -> Result<SqlEnd, OpenError> {
        let mut connection = up_to_date(&options(address)?.options(COPYING)).await?;
        rebuild::if_needed(&mut connection).await?;
        Ok(SqlEnd::begin(connection).await?)
    }

    /// All lines of all boards, as [`database::lines`](crate::database::lines) tells them.
    ///
    /// # Errors
    /// When the database cannot be read, or its boards are damaged.
    pub(crate) async fn lines(address: &str) -> Result<Vec<[i64; 7]>, OpenError> {
        let mut connection = connected(&options(address)?).await?;
        let lines = rebuild::lines(&mut connection).await?;
        connection.close().await?;
        Ok(lines)
    }
}

fn options(address: &str) -> Result<PgConnectOptions, OpenError> {
    let options = address::parse(address)?;
    let options = options.statement_cache_capacity(STATEMENTS).application_name("funhouse").options(PLANS);
    Ok(if cfg!(test) { options } else { options.disable_statement_logging() })
}

/// A connection to a database that is ours and up to date.
async fn up_to_date(options: &PgConnectOptions) -> Result<PgConnection, OpenError> {
    let mut connection = connected(options).await?;
    ours_or_new(&mut connection).await?;
    Migrator::new(Embedded(&MIGRATIONS)).await?.run_direct(&mut connection).await?;
    Ok(connection)
}

/// Tells whether a database is ours or empty, before anything is written to it.
async fn ours_or_new(connection: &mut PgConnection) -> Result<(), OpenError> {
    let encoding: String = sqlx::query_scalar("SHOW server_encoding").fetch_one(&mut *connection).await?;
    if encoding != "UTF8" {
        return Err(OpenError::Other(format!("its encoding is {encoding}, not UTF8")));
    }
    let sql = "SELECT coalesce(obj_description(to_regclass('memory'), 'pg_class') LIKE 'Funhouse: %', FALSE),
        EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace(current_schema())
            AND relkind IN ('r', 'p', 'v', 'm') AND relname <> '_sqlx_migrations')";
    let (ours, has_tables): (bool, bool) = sqlx::query_as(sql).fetch_one(connection).await?;
    if ours || !has_tables { Ok(()) } else { Err(OpenError::Foreign) }
}

/// Says so if the server may lose what it has committed.
async fn durable(connection: &mut PgConnection) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('fsync') = 'off' OR current_setting('synchronous_commit') = 'off'";
    if sqlx::query_scalar(sql).fetch_one(connection).await? {
        tracing::warn!(
            "the server is set up with fsync or synchronous_commit off: what was acknowledged may be lost in a power cut"
        );
    }
    Ok(())
}
