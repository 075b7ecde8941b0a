//! Opens a database: recognizes it as ours, migrates it, and opens it for the writer and the readers.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::commit::{Committer, Opened};
use super::readers::Readers;
use super::servers::Servers;
use super::session::Session;
use super::sql::writer::outcome::LastCommit;
use super::sql::{Writer, copy::SqlCopySide, rebuild};
use super::{Postgres, address};
use crate::backend::opening::{Migration, OpenError, migrate};
use crate::backend::silence::Silence;

/// Time limit for a connection to open a database.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum number of prepared statements per connection.
const STATEMENTS: usize = 256;

/// Time limit for locks of other writers.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The migrations, which are embedded in the program.
const MIGRATIONS: [Migration; 18] = [
    (1, "schema", include_str!("../../../../migrations/postgres/0001_schema.sql")),
    (2, "runs of game", include_str!("../../../../migrations/postgres/0002_runs_of_game.sql")),
    (3, "ranked", include_str!("../../../../migrations/postgres/0003_ranked.sql")),
    (4, "assisted", include_str!("../../../../migrations/postgres/0004_assisted.sql")),
    (5, "pars", include_str!("../../../../migrations/postgres/0005_pars.sql")),
    (6, "ratings", include_str!("../../../../migrations/postgres/0006_ratings.sql")),
    (7, "set-backs", include_str!("../../../../migrations/postgres/0007_set_backs.sql")),
    (8, "retention", include_str!("../../../../migrations/postgres/0008_retention.sql")),
    (9, "seat requests", include_str!("../../../../migrations/postgres/0009_seat_requests.sql")),
    (10, "player events", include_str!("../../../../migrations/postgres/0010_player_events.sql")),
    (11, "apps", include_str!("../../../../migrations/postgres/0011_apps.sql")),
    (12, "apps in use", include_str!("../../../../migrations/postgres/0012_apps_in_use.sql")),
    (13, "contests", include_str!("../../../../migrations/postgres/0013_contests.sql")),
    (14, "finding opponents", include_str!("../../../../migrations/postgres/0014_finding_opponents.sql")),
    (15, "seasons", include_str!("../../../../migrations/postgres/0015_seasons.sql")),
    (16, "app events", include_str!("../../../../migrations/postgres/0016_app_events.sql")),
    (17, "open contests", include_str!("../../../../migrations/postgres/0017_open_contests.sql")),
    (18, "renamed contests", include_str!("../../../../migrations/postgres/0018_renamed_contests.sql")),
];

impl Postgres {
    /// Opens and migrates a database, which must exist, but may be empty.
    ///
    /// Each read and each write takes at most `timeout`, which includes the time in queues. Migrations have no such limit.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub async fn open_within(address: &str, timeout: Duration) -> Result<Self, OpenError> {
        let silence = Silence::limited_to(timeout);
        let servers = servers(address)?;
        let mut connection = migrated(&Session::upgrading(&servers)).await?;
        // Fails now, rather than at the first write, if the database cannot be written.
        connection.execute("UPDATE meta SET value = value WHERE name = ''").await?;
        warn_unless_durable(&mut connection).await?;
        connection.close().await?;
        let other = |error: std::io::Error| OpenError::Other(error.to_string());
        let opened = Opened::watch(servers.clone(), timeout).map_err(other)?;
        let reading = Session::reading(&servers, timeout);
        let readers = Readers::open(reading, CONNECT_TIMEOUT, opened.handle().clone(), silence.clone()).await?;
        let last_commit = LastCommit::default();
        // Shorter than callers wait, so that most of them learn whether their write was undone. Locks of other writers must not be mistaken
        // for a server that does not respond.
        let ready_within = silence.shorter();
        let writing = Session::writing(&servers, LOCK_TIMEOUT.min(timeout / 2));
        let committer = Committer::new(writing, last_commit.clone(), Silence::limited_to(silence.shorter()));
        let writer = Writer::start(committer, timeout).map_err(other)?;
        Ok(Self { readers, writer, opened, last_commit, pending_uses: Arc::default(), ready_within })
    }

    /// Migrates a database, rebuilds all boards from the runs, and returns the number of runs. `progress` gets the number of processed runs
    /// and of all runs. Until the end, readers see the old boards, and other writes fail.
    ///
    /// # Errors
    /// If the database cannot be used. The boards are unchanged then.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = migrated(&Session::upgrading(&servers(address)?)).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// Opens a database as one side of a copy.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub(crate) async fn copy_side(address: &str) -> Result<SqlCopySide, OpenError> {
        let connection = migrated(&Session::copying(&servers(address)?)).await?;
        Ok(SqlCopySide::begin(connection).await?)
    }
}

fn servers(address: &str) -> Result<Servers, OpenError> {
    let mut address = address::parse(address)?;
    for host in &mut address.hosts {
        let options = host.clone().statement_cache_capacity(STATEMENTS).application_name("funhouse");
        *host = if cfg!(test) { options } else { options.disable_statement_logging() };
    }
    Ok(Servers::of(address))
}

/// Connects to a database that is ours or empty, and migrates it.
async fn migrated(session: &Session) -> Result<PgConnection, OpenError> {
    let mut connection = session.connect(CONNECT_TIMEOUT).await?.into_connection();
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
