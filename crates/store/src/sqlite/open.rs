//! Opening a database: it is known again as ours, brought up to date, and opened for the writer and the readers.

use std::fs::{OpenOptions, Permissions};
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};

use super::Sqlite;
use super::commit::Committer;
use super::files::{Opened, identity_of, refuse_cut_off};
use super::readers::Readers;
use super::sql::writer::outcome::LastCommit;
use super::sql::{Writer, copy::SqlEnd, rebuild};
use crate::backend::opening::{Migration, OpenError, PATIENT, migrate};

/// How long opening a database waits for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How many connections read at once.
const READERS: u32 = 8;
/// How many statements each connection keeps prepared. Multi-row statements of each length are statements of their own.
const STATEMENTS: usize = 256;
/// How many KiB of the file each reader keeps in memory: 128 MiB for all of them. The system caches the file as well; nothing of it
/// is mapped, since reading a mapped page of a file that was cut off ends the process.
const CACHED: &str = "-16384";
/// How many KiB of the file the writer keeps in memory: a group of runs takes rows on hundreds of pages.
const CACHED_BY_WRITER: &str = "-65536";
/// How many KiB of the file are kept in memory while boards are computed again: those of all time take rows everywhere.
const CACHED_BY_REBUILD: &str = "PRAGMA cache_size = -262144";
/// How many bytes a page of a new file has; one that was made with others keeps them. What a run changes lies on pages far apart, each of
/// which is written to the log as a whole: half of SQLite's usual size makes files larger by a tenth, and a third more runs are taken in.
const PAGE: u32 = 2048;
/// How many pages the write-ahead log may have before SQLite moves them into the file: 4 MiB, and twice that where a file was made with
/// pages of 4 KiB. A group of runs changes some hundred pages, most of which the next one changes again: a shorter log would write them to the
/// file more often. A longer one makes reads look for pages in more places, and is missing from copies of the file alone.
const LOG_PAGES: &str = "2048";
/// "FUNH": how a file is known to be ours.
const APPLICATION_ID: i64 = 0x4655_4E48;

/// The migrations, which are embedded in the program.
const MIGRATIONS: [Migration; 1] = [(1, "schema", include_str!("../../../../migrations/sqlite/0001_schema.sql"))];

impl Sqlite {
    /// Opens a database, or makes it, and brings it up to date. Its calls are [`PATIENT`].
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        Self::open_within(address, PATIENT).await
    }

    /// Opens a database as [`open`](Self::open) does. Reads wait no longer than `timeout` for a free connection, and writes for other
    /// processes that write.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open_within(address: &str, timeout: Duration) -> Result<Self, OpenError> {
        Self::open_as(address, timeout, None).await
    }

    /// Opens a database that may grow to so many pages, of 2 KiB in a new one. What does not fit is refused as it is when the disk is full.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open_limited(address: &str, max_pages: u32) -> Result<Self, OpenError> {
        Self::open_as(address, PATIENT, Some(max_pages)).await
    }

    async fn open_as(address: &str, timeout: Duration, max_pages: Option<u32>) -> Result<Self, OpenError> {
        let options = options(address)?;
        owners_alone(options.get_filename(), file_of(address)?.1);
        let before = identity_of(options.get_filename());
        let connection = up_to_date(&options).await?;
        let journaled = options.clone().journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        // What is deleted or replaced is overwritten with zeros.
        let journaled = journaled.pragma("secure_delete", "on").pragma("cache_size", CACHED_BY_WRITER);
        let journaled = journaled.pragma("wal_autocheckpoint", LOG_PAGES);
        // A statement of many rows keeps what it changed until it is done, in case it fails halfway.
        let journaled = journaled.pragma("temp_store", "memory");
        connection.close().await?;
        let mut connection = journaled.busy_timeout(timeout).connect().await?;
        if let Some(pages) = max_pages {
            connection.execute(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).await?;
        }
        // A file that cannot be written is refused here rather than at the first run.
        connection.execute("UPDATE meta SET value = value WHERE name = ''").await?;
        let file = options.get_filename().to_owned();
        let readers = options.busy_timeout(timeout).create_if_missing(false);
        let readers = readers.pragma("query_only", "on").pragma("cache_size", CACHED);
        let pool = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(timeout)
            // Connections stay open with what they have cached, and none is opened later, when another file might be there.
            .idle_timeout(None)
            .max_lifetime(None)
            // A connection to a file is never lost, and asking whether it is there costs as much as a read.
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
        let writer = Writer::start(committer).map_err(other)?;
        let readers = Readers::of(readers);
        Ok(Self { readers, writer, opened, last_commit, pending_uses: Arc::default(), ready_within: timeout * 3 / 4 })
    }
}

impl Sqlite {
    /// Computes all boards of a database again from its runs, brings it up to date, and returns the number of runs. `progress` gets the
    /// numbers of runs that are done and of all. Until it is done, boards can be read as they were, and nothing else can be written.
    ///
    /// # Errors
    /// When the database cannot be used; its boards are then as they were.
    pub(crate) async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
        let mut connection = up_to_date(&options(address)?.create_if_missing(false)).await?;
        connection.execute(CACHED_BY_REBUILD).await?;
        let runs = rebuild::all(&mut connection, progress).await?;
        connection.close().await?;
        Ok(runs)
    }

    /// A database that is there, or, if it shall be made, may be, as an end of a copy.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub(crate) async fn end(address: &str, make: bool) -> Result<SqlEnd, OpenError> {
        let options = options(address)?;
        if make {
            owners_alone(options.get_filename(), true);
        }
        let connection = up_to_date(&options.create_if_missing(make)).await?;
        Ok(SqlEnd::begin(connection).await?)
    }
}

pub(super) fn options(address: &str) -> Result<SqliteConnectOptions, OpenError> {
    let (options, writable) = file_of(address)?;
    refuse_cut_off(options.get_filename())?;
    let options = options
        .create_if_missing(writable)
        .page_size(PAGE)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS);
    // The test of plans reads the statements out of the log.
    Ok(if cfg!(test) { options } else { options.disable_statement_logging() })
}

/// The file at an address, and whether it may be written. Without the scheme, the address is the path as it is.
pub(super) fn file_of(address: &str) -> Result<(SqliteConnectOptions, bool), OpenError> {
    let (options, writable) = match address.strip_prefix("sqlite:") {
        Some(url) if url.contains("mode=memory") => (None, false),
        Some(url) => {
            let options = SqliteConnectOptions::from_str(address);
            let options = options.map_err(|error| OpenError::NotAnAddress(error.to_string()))?;
            (Some(options), !url.contains("mode=ro"))
        }
        None => (Some(SqliteConnectOptions::new().filename(address)), true),
    };
    // SQLite takes some names for other things than files.
    let is_file = |name: &str| !name.is_empty() && name != ":memory:" && !name.starts_with("file:");
    let options = options.filter(|options| options.get_filename().to_str().is_some_and(is_file));
    let options = options.ok_or_else(|| OpenError::NotAnAddress(format!("{address:?} names no file")))?;
    Ok((options, writable))
}

/// Makes the file of a database, if it shall be made, so that only its owner can read it: SQLite gives its other files the same
/// permissions. A file that is there keeps its own, which is told where others can read it. What goes wrong here is met again when
/// SQLite opens the file.
#[cfg(unix)]
fn owners_alone(file: &Path, make: bool) {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600);
    if make && let Ok(made) = made.open(file) {
        // Whatever the process masks.
        let _ = made.set_permissions(Permissions::from_mode(0o600));
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
fn owners_alone(_: &Path, _: bool) {}

/// A connection to a database that is ours or empty, and is brought up to date.
pub(super) async fn up_to_date(options: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let before = identity_of(options.get_filename());
    let mut connection = options.connect().await?;
    ours_or_new(&mut connection).await?;
    // From here on it is locked, so that no backup can take its place.
    if before.is_some() && before != identity_of(options.get_filename()) {
        return Err(OpenError::Replaced);
    }
    migrate(&MIGRATIONS, &mut connection).await?;
    Ok(connection)
}

/// Refuses a database that is not ours, is empty, or was made by a newer version; nothing is written to it.
pub(super) async fn ours(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    ours_or_new(connection).await?;
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if sqlx::query_scalar::<_, i64>(tables).fetch_one(&mut *connection).await? == 0 {
        return Err(OpenError::Other("there is nothing in it".to_owned()));
    }
    let migrations = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let newest: i64 = sqlx::query_scalar(migrations).fetch_one(connection).await?;
    let known = MIGRATIONS.iter().any(|(version, ..)| *version == newest);
    if known { Ok(()) } else { Err(OpenError::Newer(newest)) }
}

/// Refuses a database that is neither ours nor empty, before anything is written to it.
async fn ours_or_new(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'memory') FROM sqlite_master";
    let (tables, earlier): (i64, i64) = sqlx::query_as(sql).fetch_one(connection).await?;
    match (id, tables, earlier) {
        (APPLICATION_ID, _, 0) | (0, 0, _) => Ok(()),
        (APPLICATION_ID, ..) => Err(OpenError::Earlier),
        _ => Err(OpenError::Foreign),
    }
}
