//! Opening a database: it is known again as ours, brought up to date, and opened for the writer and the readers.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::commit::{Committer, Opened, connected};
use super::readers::Readers;
use super::session::Session;
use super::sql::writer::outcome::LastCommit;
use super::sql::{Writer, copy::SqlEnd, rebuild};
use super::{Postgres, address};
use crate::backend::opening::{Migration, OpenError, migrate};
use crate::backend::silence::Silence;

/// How many connections read at once.
const READERS: u32 = 8;
/// For how long a reader may have been idle before it is asked whether it still has a server.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// How many statements each connection keeps prepared.
const STATEMENTS: usize = 256;

/// Maximum time that a write waits for others that write.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The migrations, which are embedded in the program.
const MIGRATIONS: [Migration; 1] = [(1, "schema", include_str!("../../../../migrations/postgres/0001_schema.sql"))];

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
        let reading = Session::reading(&options, timeout);
        let mut connection = up_to_date(&Session::upgrading(&options)).await?;
        // One that cannot be written is refused here rather than at the first run.
        connection.execute("UPDATE meta SET value = value WHERE name = ''").await?;
        durable(&mut connection).await?;
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
        // Others that write are not taken for a silent server.
        let writing = Session::writing(&options, LOCK_TIMEOUT.min(silence.shorter()));
        let ready_within = silence.shorter();
        let writer = Writer::start(Committer::new(writing, last_commit.clone(), silence)).map_err(other)?;
        Ok(Self { readers, writer, opened, last_commit, pending_uses: Arc::default(), ready_within })
    }

    /// Computes all boards of a database again from its runs, brings it up to date, and returns the number of runs. `progress` gets the
    /// numbers of runs that are done and of all. Until it is done, boards can be read as they were, and nothing else can be written.
    ///
    /// # Errors
    /// When the database cannot be used; its boards are then as they were.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = up_to_date(&Session::upgrading(&options(address)?)).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// A database as an end of a copy.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub(crate) async fn end(address: &str) -> Result<SqlEnd, OpenError> {
        let connection = up_to_date(&Session::copying(&options(address)?)).await?;
        Ok(SqlEnd::begin(connection).await?)
    }
}

fn options(address: &str) -> Result<PgConnectOptions, OpenError> {
    let options = address::parse(address)?;
    let options = options.statement_cache_capacity(STATEMENTS).application_name("funhouse");
    Ok(if cfg!(test) { options } else { options.disable_statement_logging() })
}

/// A connection to a database that is ours and up to date.
async fn up_to_date(session: &Session) -> Result<PgConnection, OpenError> {
    let mut connection = connected(session).await?;
    ours_or_new(&mut connection).await?;
    migrate(&MIGRATIONS, &mut connection).await?;
    Ok(connection)
}

/// Refuses a database that is neither ours nor empty, before anything is written to it.
async fn ours_or_new(connection: &mut PgConnection) -> Result<(), OpenError> {
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

/// Warns if the server may lose what it has committed.
async fn durable(connection: &mut PgConnection) -> Result<(), OpenError> {
    let sql = "SELECT current_setting('fsync') = 'off' OR current_setting('synchronous_commit') = 'off'";
    if sqlx::query_scalar(sql).fetch_one(connection).await? {
        tracing::warn!(
            "the server is set up with fsync or synchronous_commit off: what was acknowledged may be lost in a power cut"
        );
    }
    Ok(())
}
