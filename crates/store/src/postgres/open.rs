//! Opens a database: recognizes it as ours, migrates it, and opens it for the writer and the readers.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::commit::{Committer, Opened, connect};
use super::readers::Readers;
use super::session::Session;
use super::sql::writer::outcome::LastCommit;
use super::sql::{Writer, copy::SqlCopySide, rebuild};
use super::{Postgres, address};
use crate::backend::opening::{Migration, OpenError, migrate};
use crate::backend::silence::Silence;

/// Number of connections that read.
const READERS: u32 = 8;
/// Idle time after which a connection is tested before it is used.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// Maximum number of prepared statements per connection.
const STATEMENTS: usize = 256;

/// Time limit for locks of other writers.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The migrations, which are embedded in the program.
const MIGRATIONS: [Migration; 6] = [
    (1, "schema", include_str!("../../../../migrations/postgres/0001_schema.sql")),
    (2, "runs of game", include_str!("../../../../migrations/postgres/0002_runs_of_game.sql")),
    (3, "ranked", include_str!("../../../../migrations/postgres/0003_ranked.sql")),
    (4, "assisted", include_str!("../../../../migrations/postgres/0004_assisted.sql")),
    (5, "pars", include_str!("../../../../migrations/postgres/0005_pars.sql")),
    (6, "ratings", include_str!("../../../../migrations/postgres/0006_ratings.sql")),
];

impl Postgres {
    /// Opens and migrates a database, which must exist, but may be empty.
    ///
    /// Reads and writes wait at most `timeout` for a server that does not respond. Migrations have no such limit.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub async fn open_within(address: &str, timeout: Duration) -> Result<Self, OpenError> {
        let silence = Silence::limited_to(timeout);
        let options = options(address)?;
        let reading = Session::reading(&options, timeout);
        let mut connection = migrated(&Session::upgrading(&options)).await?;
        // Fails now, rather than at the first write, if the database cannot be written.
        connection.execute("UPDATE meta SET value = value WHERE name = ''").await?;
        warn_unless_durable(&mut connection).await?;
        connection.close().await?;
        let other = |error: std::io::Error| OpenError::Other(error.to_string());
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(timeout)
            // Connections stay open, since opening one costs more than a hundred reads.
            .idle_timeout(None)
            .max_lifetime(None)
            // A test costs as much as a read, and is not needed for connections in use.
            .test_before_acquire(false)
            .after_connect({
                let reading = reading.clone();
                move |connection, _| {
                    let reading = reading.clone();
                    Box::pin(async move { reading.set_up(connection).await })
                }
            })
            .before_acquire(|connection, about| {
                let test = about.idle_for > TRUSTED_FOR;
                Box::pin(async move { Ok(!test || connection.ping().await.is_ok()) })
            });
        let opened = Opened::watch(options.clone()).map_err(other)?;
        let readers = async move {
            let readers = pool.connect_with(reading.options()).await?;
            let mut all = Vec::new();
            for _ in 0..READERS {
                all.push(readers.acquire().await?);
            }
            drop(all);
            Ok(readers)
        };
        let readers = Readers::of(opened.on_watch(readers).await?, silence.clone());
        let last_commit = LastCommit::default();
        // Locks of other writers must not be mistaken for a server that does not respond.
        let writing = Session::writing(&options, LOCK_TIMEOUT.min(silence.shorter()));
        let ready_within = silence.shorter();
        let writer = Writer::start(Committer::new(writing, last_commit.clone(), silence), timeout).map_err(other)?;
        Ok(Self { readers, writer, opened, last_commit, pending_uses: Arc::default(), ready_within })
    }

    /// Migrates a database, rebuilds all boards from the runs, and returns the number of runs. `progress` gets the number of processed runs
    /// and of all runs. Until the end, readers see the old boards, and other writes fail.
    ///
    /// # Errors
    /// If the database cannot be used. The boards are unchanged then.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = migrated(&Session::upgrading(&options(address)?)).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// Opens a database as one side of a copy.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub(crate) async fn copy_side(address: &str) -> Result<SqlCopySide, OpenError> {
        let connection = migrated(&Session::copying(&options(address)?)).await?;
        Ok(SqlCopySide::begin(connection).await?)
    }
}

fn options(address: &str) -> Result<PgConnectOptions, OpenError> {
    let options = address::parse(address)?;
    let options = options.statement_cache_capacity(STATEMENTS).application_name("funhouse");
    Ok(if cfg!(test) { options } else { options.disable_statement_logging() })
}

/// Connects to a database that is ours or empty, and migrates it.
async fn migrated(session: &Session) -> Result<PgConnection, OpenError> {
    let mut connection = connect(session).await?;
    require_ours_or_empty(&mut connection).await?;
    migrate(&MIGRATIONS, &mut connection).await?;
    Ok(connection)
}

/// Fails if a database is neither ours nor empty. Writes nothing.
async fn require_ours_or_empty(connection: &mut PgConnection) -> Result<(), OpenError> {
    let encoding: String = sqlx::query_scalar("SHOW server_encoding").fetch_one(&mut *connection).await?;
    if encoding != "UTF8" {
        return Err(OpenError::Other(format!("its encoding is {encoding}, not UTF8")));
    }
    let sql = "SELECT coalesce(obj_description(to_regclass('meta'), 'pg_class') LIKE 'Funhouse: %', FALSE),
        coalesce(obj_description(to_regclass('memory'), 'pg_class') LIKE 'Funhouse: %', FALSE),
        EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace(current_schema())
            AND relkind IN ('r', 'p', 'v', 'm') AND relname <> '_sqlx_migrations')";
    let found: (bool, bool, bool) = sqlx::query_as(sql).fetch_one(connection).await?;
    match found {
        (true, ..) | (false, false, false) => Ok(()),
        (_, true, _) => Err(OpenError::Earlier),
        (_, _, true) => Err(OpenError::Foreign),
    }
}

/// Warns if the server may lose commits.
async fn warn_unless_durable(connection: &mut PgConnection) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('fsync') = 'off' OR current_setting('synchronous_commit') = 'off'";
    if sqlx::query_scalar(sql).fetch_one(connection).await? {
        tracing::warn!(
            "the server is set up with fsync or synchronous_commit off: what was acknowledged may be lost in a power cut"
        );
    }
    Ok(())
}
