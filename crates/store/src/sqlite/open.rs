//! Opens a database: recognizes it as ours, migrates it, and opens it for the writer and the readers.

use std::fs::{OpenOptions, Permissions};
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};

use super::Sqlite;
use super::commit::Committer;
use super::files::{Opened, identity_of, reject_cut_off};
use super::readers::Readers;
use super::sql::writer::outcome::LastCommit;
use super::sql::{Writer, copy::SqlCopySide, rebuild};
use crate::backend::opening::{JOB_TIMEOUT, Migration, OpenError, migrate};

/// Time limit for other writers while a database is opened.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Number of connections that read.
const READERS: u32 = 8;
/// Maximum number of prepared statements per connection. Multi-row statements of each length are separate statements.
const STATEMENTS: usize = 256;
/// Page cache of each reader, in KiB (negative): 128 MiB for all. The system caches the file too. The file is not mapped, since reading a
/// mapped page of a truncated file kills the process.
const READER_CACHE: &str = "-16384";
/// Page cache of the writer, in KiB: a group of runs changes hundreds of pages.
const WRITER_CACHE: &str = "-65536";
/// Page cache of a rebuild, in KiB: boards of all time have rows everywhere in the file.
const REBUILD_CACHE: &str = "PRAGMA cache_size = -262144";
/// Page size of new files, in bytes; existing files do not change. A run changes distant pages, which the log contains in full. With half of
/// SQLite's default, files are a tenth larger, and a third more runs are stored per second.
const PAGE_SIZE: u32 = 2048;
/// Length of the write-ahead log, in pages, at which SQLite checkpoints it: 4 MiB, or 8 MiB in files with pages of 4 KiB. A group of runs
/// changes some hundred pages, most of which the next group changes again: with a shorter log, they are written to the file more often. A
/// longer log slows reads down, and is missing from copies of the file alone.
const LOG_PAGES: &str = "2048";
/// "FUNH", which identifies our files.
const APPLICATION_ID: i64 = 0x4655_4E48;

/// The migrations, which are embedded in the program.
const MIGRATIONS: [Migration; 18] = [
    (1, "schema", include_str!("../../../../migrations/sqlite/0001_schema.sql")),
    (2, "runs of game", include_str!("../../../../migrations/sqlite/0002_runs_of_game.sql")),
    (3, "ranked", include_str!("../../../../migrations/sqlite/0003_ranked.sql")),
    (4, "assisted", include_str!("../../../../migrations/sqlite/0004_assisted.sql")),
    (5, "pars", include_str!("../../../../migrations/sqlite/0005_pars.sql")),
    (6, "ratings", include_str!("../../../../migrations/sqlite/0006_ratings.sql")),
    (7, "set-backs", include_str!("../../../../migrations/sqlite/0007_set_backs.sql")),
    (8, "retention", include_str!("../../../../migrations/sqlite/0008_retention.sql")),
    (9, "seat requests", include_str!("../../../../migrations/sqlite/0009_seat_requests.sql")),
    (10, "player events", include_str!("../../../../migrations/sqlite/0010_player_events.sql")),
    (11, "apps", include_str!("../../../../migrations/sqlite/0011_apps.sql")),
    (12, "apps in use", include_str!("../../../../migrations/sqlite/0012_apps_in_use.sql")),
    (13, "contests", include_str!("../../../../migrations/sqlite/0013_contests.sql")),
    (14, "finding opponents", include_str!("../../../../migrations/sqlite/0014_finding_opponents.sql")),
    (15, "seasons", include_str!("../../../../migrations/sqlite/0015_seasons.sql")),
    (16, "app events", include_str!("../../../../migrations/sqlite/0016_app_events.sql")),
    (17, "open contests", include_str!("../../../../migrations/sqlite/0017_open_contests.sql")),
    (18, "renamed contests", include_str!("../../../../migrations/sqlite/0018_renamed_contests.sql")),
];

impl Sqlite {
    /// Opens or creates a database, and migrates it. Calls wait up to [`JOB_TIMEOUT`].
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        Self::open_within(address, JOB_TIMEOUT).await
    }

    /// Opens a database as [`open`](Self::open) does. Each call takes at most `timeout`, which includes the time in the queue of
    /// writes and the wait for other processes that write.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub async fn open_within(address: &str, timeout: Duration) -> Result<Self, OpenError> {
        Self::open_as(address, timeout, None, true).await
    }

    /// Opens a database as [`open`](Self::open) does, but creates no file.
    ///
    /// # Errors
    /// If it cannot be used, or does not exist.
    pub async fn open_existing(address: &str) -> Result<Self, OpenError> {
        Self::open_as(address, JOB_TIMEOUT, None, false).await
    }

    /// Opens a database with a maximum number of pages, of 2 KiB each in a new file. Beyond it, writes fail as if the disk were full.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub async fn open_limited(address: &str, max_pages: u32) -> Result<Self, OpenError> {
        Self::open_as(address, JOB_TIMEOUT, Some(max_pages), true).await
    }

    async fn open_as(
        address: &str,
        timeout: Duration,
        max_pages: Option<u32>,
        create: bool,
    ) -> Result<Self, OpenError> {
        let create = create && file_of(address)?.1;
        let options = options(address)?.create_if_missing(create);
        restrict_to_owner(options.get_filename(), create);
        let before = identity_of(options.get_filename());
        let connection = migrated(&options).await?;
        let journaled = options.clone().journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        // Overwrites deleted and replaced data with zeros.
        let journaled = journaled.pragma("secure_delete", "on").pragma("cache_size", WRITER_CACHE);
        let journaled = journaled.pragma("wal_autocheckpoint", LOG_PAGES);
        // Statements of many rows write a temporary rollback journal.
        let journaled = journaled.pragma("temp_store", "memory");
        connection.close().await?;
        let mut connection = journaled.busy_timeout(timeout).connect().await?;
        if let Some(pages) = max_pages {
            connection.execute(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).await?;
        }
        // Fails now, rather than at the first write, if the file cannot be written.
        connection.execute("UPDATE meta SET value = value WHERE name = ''").await?;
        let file = options.get_filename().to_owned();
        let readers = options.busy_timeout(timeout).create_if_missing(false);
        let readers = readers.pragma("query_only", "on").pragma("cache_size", READER_CACHE);
        let pool = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(timeout)
            // Connections stay open with their caches. None is opened later, when there might be another file at the path.
            .idle_timeout(None)
            .max_lifetime(None)
            // Connections to a file do not break, and a test costs as much as a read.
            .test_before_acquire(false);
        #[cfg(test)]
        let pool = pool.after_connect(|connection, _| Box::pin(super::tests::steps::count_steps(connection)));
        let readers = pool.connect_with(readers).await?;
        let mut all = Vec::new();
        for _ in 0..READERS {
            all.push(readers.acquire().await?);
        }
        drop(all);
        #[cfg(test)]
        super::tests::steps::count_steps(&mut connection).await?;
        let other = |error: std::io::Error| OpenError::Other(error.to_string());
        let (opened, last_commit) = (Opened::of(&file).map_err(other)?, LastCommit::default());
        opened.is_still(before)?;
        let committer = Committer::new(connection, opened.clone(), last_commit.clone(), timeout);
        let writer = Writer::start(committer, timeout).map_err(other)?;
        let readers = Readers::of(readers, timeout);
        Ok(Self { readers, writer, opened, last_commit, pending_uses: Arc::default(), ready_within: timeout * 3 / 4 })
    }
}

impl Sqlite {
    /// Migrates a database, rebuilds all boards from the runs, and returns the number of runs. `progress` gets the number of processed runs
    /// and of all runs. Until the end, readers see the old boards, and other writes fail.
    ///
    /// # Errors
    /// If the database cannot be used. The boards are unchanged then.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = migrated(&options(address)?.create_if_missing(false)).await?;
        connection.execute(REBUILD_CACHE).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// Opens a database as one side of a copy, and creates it first if `create` is set.
    ///
    /// # Errors
    /// If it cannot be used. It is unchanged then.
    pub(crate) async fn copy_side(address: &str, create: bool) -> Result<SqlCopySide, OpenError> {
        let options = options(address)?;
        if create {
            restrict_to_owner(options.get_filename(), true);
        }
        let connection = migrated(&options.create_if_missing(create)).await?;
        Ok(SqlCopySide::begin(connection).await?)
    }
}

pub(super) fn options(address: &str) -> Result<SqliteConnectOptions, OpenError> {
    let (options, writable) = file_of(address)?;
    reject_cut_off(options.get_filename())?;
    let options = options
        .create_if_missing(writable)
        .page_size(PAGE_SIZE)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS);
    // The test of query plans reads statements from the log.
    Ok(if cfg!(test) { options } else { options.disable_statement_logging() })
}

/// Returns the file of an address, and whether it may be written. Without a scheme, the address is the path.
pub(super) fn file_of(address: &str) -> Result<(SqliteConnectOptions, bool), OpenError> {
    let (options, writable) = match address.strip_prefix("sqlite:") {
        Some(url) if url.contains("mode=memory") => (None, false),
        Some(url) => {
            let options = SqliteConnectOptions::from_str(address);
            let options = options.map_err(|error| OpenError::InvalidAddress(error.to_string()))?;
            (Some(options), !url.contains("mode=ro"))
        }
        None => (Some(SqliteConnectOptions::new().filename(address)), true),
    };
    // SQLite reserves some names.
    let is_file = |name: &str| !name.is_empty() && name != ":memory:" && !name.starts_with("file:");
    let options = options.filter(|options| options.get_filename().to_str().is_some_and(is_file));
    let options = options.ok_or_else(|| OpenError::InvalidAddress(format!("{address:?} names no file")))?;
    Ok((options, writable))
}

/// Creates the file of a database, if `create` is set, readable by its owner only. SQLite gives its other files the same permissions. Warns if
/// others can read an existing file. Errors are ignored, since SQLite gets the same when it opens the file.
#[cfg(unix)]
fn restrict_to_owner(file: &Path, create: bool) {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    let mut options = OpenOptions::new();
    let new = options.write(true).create_new(true).mode(0o600);
    if create && let Ok(new) = new.open(file) {
        // Independent of the umask.
        let _ = new.set_permissions(Permissions::from_mode(0o600));
    } else if let Ok(found) = std::fs::metadata(file)
        && found.is_file()
        && found.permissions().mode() & 0o077 != 0
    {
        let file = file.display().to_string();
        tracing::warn!(
            file,
            "the database can be read by others than its owner: it holds hashes of tokens; chmod 600 it"
        );
    }
}

#[cfg(not(unix))]
fn restrict_to_owner(_: &Path, _: bool) {}

/// Connects to a database that is ours or empty, and migrates it.
pub(super) async fn migrated(options: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let before = identity_of(options.get_filename());
    let mut connection = options.connect().await?;
    require_ours_or_empty(&mut connection).await?;
    // The database is locked from here, so that no backup can replace it.
    if before.is_some() && before != identity_of(options.get_filename()) {
        return Err(OpenError::Replaced);
    }
    migrate(&MIGRATIONS, &mut connection).await?;
    Ok(connection)
}

/// Fails if a database is not ours, is empty, or was created by a newer version. Writes nothing.
pub(super) async fn require_ours(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    require_ours_or_empty(connection).await?;
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if sqlx::query_scalar::<_, i64>(tables).fetch_one(&mut *connection).await? == 0 {
        return Err(OpenError::Other("there is nothing in it".to_owned()));
    }
    let migrations = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let newest: i64 = sqlx::query_scalar(migrations).fetch_one(connection).await?;
    let known = MIGRATIONS.iter().any(|(version, ..)| *version == newest);
    if known { Ok(()) } else { Err(OpenError::Newer(newest)) }
}

/// Fails if a database is neither ours nor empty. Writes nothing.
async fn require_ours_or_empty(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'memory') FROM sqlite_master";
    let (tables, earlier): (i64, i64) = sqlx::query_as(sql).fetch_one(connection).await?;
    match (id, tables, earlier) {
        (APPLICATION_ID, _, 0) | (0, 0, _) => Ok(()),
        (APPLICATION_ID, ..) => Err(OpenError::Earlier),
        _ => Err(OpenError::Foreign),
    }
}
