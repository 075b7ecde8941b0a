//! The store in SQLite: one file in WAL mode, one writer, many readers.
//!
//! Whatever is written goes through the writer, which commits what waits in groups, with `synchronous=FULL`:
//! once a call is answered, what it wrote survives a kill and a power cut. Readers have connections of their own and see
//! what was last committed. Boards and counts are kept by triggers, in the transaction that writes the run; the
//! migrations say how.

mod boards;
mod players;
mod runs;
mod writer;

use std::fmt;
use std::str::FromStr as _;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::migrate::{MigrateError, Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use self::writer::{Other, Write, Writer};
use super::{
    Best, Board, Created, NewPlayer, NewRun, Page, Player, PlayerId, Position, RunId, Secret, Standing, Store,
    StoreError, StoredRun, Stretch, StretchEnd, Submitted, Summary, TokenHash,
};

/// How long to wait for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a reader may be waited for.
const READER_TIMEOUT: Duration = Duration::from_secs(5);
/// How many connections read at once.
const READERS: u32 = 8;
/// How many statements each connection keeps prepared: multi-row statements come in many lengths.
const STATEMENTS: usize = 256;
/// How much of the file readers map into memory: 16 GiB, and so all of most files.
const MAPPED: &str = "17179869184";
/// "FUNH": how a file is known to be ours.
const APPLICATION_ID: i64 = 0x4655_4E48;

/// The store in a file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
}

/// Why a database cannot be used. It is left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// What is given names no SQLite file.
    NotAnAddress(String),
    /// The file cannot be opened or made.
    CannotOpen(String),
    /// The file is no database.
    NotADatabase,
    /// The file is the database of another program.
    Foreign,
    /// The file was made by a newer version of this program.
    Newer(i64),
    /// The file or its folder is read-only.
    ReadOnly,
    /// Another process holds the file.
    Locked,
    /// The disk is full.
    Full,
    /// Something else.
    Other(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAddress(why) => write!(f, "a database is given as sqlite://FILE: {why}"),
            Self::CannotOpen(why) => write!(f, "the file cannot be opened or made: {why}"),
            Self::NotADatabase => f.write_str("the file is not a database"),
            Self::Foreign => f.write_str("the file is the database of another program"),
            Self::Newer(version) => {
                write!(f, "the file was made by a newer version of this program (its migration {version} is not known)")
            }
            Self::ReadOnly => f.write_str("the file, or the folder it is in, is read-only"),
            Self::Locked => f.write_str("another process holds the file locked"),
            Self::Full => f.write_str("the disk is full"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for OpenError {}

/// What SQLite calls a failure: the low byte of its code.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
    pub(super) const CONSTRAINT: i32 = 19;
    pub(super) const NOTADB: i32 = 26;
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        match primary_code(&error) {
            Some(code::BUSY | code::LOCKED) => Self::Locked,
            Some(code::READONLY) => Self::ReadOnly,
            Some(code::FULL) => Self::Full,
            Some(code::CANTOPEN) => Self::CannotOpen(error.to_string()),
            Some(code::NOTADB) => Self::NotADatabase,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Newer(version),
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match (&error, primary_code(&error)) {
            (sqlx::Error::PoolTimedOut, _) | (_, Some(code::BUSY | code::LOCKED)) => Self::Busy,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// The migrations, embedded.
#[derive(Debug)]
struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(
        self,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, sqlx::error::BoxDynError>> + Send>> {
        let first = include_str!("../../../migrations/sqlite/0001_players_runs_boards.sql");
        let migration = Migration::new(1, "players runs boards".into(), MigrationType::Simple, first.into(), false);
        Box::pin(async move { Ok(vec![migration]) })
    }
}

impl Sqlite {
    /// Opens a database, or makes it, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open(address: &str) -> Result<Self, OpenError> {
        Self::open_limited(address, None).await
    }

    /// Opens a database that may grow to so many pages of 4 KiB and no further: what does not fit then is refused, as it is
    /// when the disk is full.
    ///
    /// # Errors
    /// When it cannot be used; it is then as it was.
    pub async fn open_limited(address: &str, most_pages: Option<u32>) -> Result<Self, OpenError> {
        let options = options(address)?;
        let mut connection = options.connect().await?;
        ours_or_new(&mut connection).await?;
        Migrator::new(Embedded).await?.run_direct(&mut connection).await?;
        let journaled = options.clone().journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        connection.close().await?;
        let mut connection = journaled.connect().await?;
        if let Some(pages) = most_pages {
            connection.execute(format!("PRAGMA max_page_count = {pages}").as_str()).await?;
        }
        // Whether it can be written is better known now than at the first run.
        connection.execute("UPDATE memory SET value = value WHERE name = ''").await?;
        // A page of a board reads runs from all over the file: the system's own cache of it is read in place.
        let readers = options.create_if_missing(false).pragma("query_only", "on").pragma("mmap_size", MAPPED);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(READER_TIMEOUT)
            // A connection to a file cannot be lost, and to ask whether it is there costs as much as a read.
            .test_before_acquire(false)
            .connect_with(readers)
            .await?;
        let writer = Writer::start(connection).map_err(|error| OpenError::Other(error.to_string()))?;
        Ok(Self { readers, writer })
    }

    /// Lets what waits be written, and closes the file.
    ///
    /// # Errors
    /// When the writer has stopped already.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.readers.close().await;
        self.writer.write(|done| Write::Other(Other::Close(done))).await
    }
}

fn options(address: &str) -> Result<SqliteConnectOptions, OpenError> {
    let file = address.strip_prefix("sqlite:").map(|rest| rest.trim_start_matches("//"));
    match file.map(|file| file.split('?').next().unwrap_or_default()) {
        None => return Err(OpenError::NotAnAddress(format!("{address:?} does not begin so"))),
        Some("" | ":memory:") => return Err(OpenError::NotAnAddress(format!("{address:?} names no file"))),
        Some(_) => {}
    }
    let options =
        SqliteConnectOptions::from_str(address).map_err(|error| OpenError::NotAnAddress(error.to_string()))?;
    let writable = !address.contains("mode=ro");
    Ok(options
        .create_if_missing(writable)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS)
        .disable_statement_logging())
}

/// Tells whether a database is ours or empty, before anything is written to it.
async fn ours_or_new(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let (id,): (i64,) = sqlx::query_as("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let (tables,): (i64,) = sqlx::query_as("SELECT count(*) FROM sqlite_master").fetch_one(connection).await?;
    if id == APPLICATION_ID || (id == 0 && tables == 0) { Ok(()) } else { Err(OpenError::Foreign) }
}

#[async_trait]
impl Store for Sqlite {
    async fn ready(&self) -> Result<(), StoreError> {
        self.readers.execute("SELECT 1").await?;
        Ok(())
    }

    async fn secret(&self, fresh: Secret) -> Result<Secret, StoreError> {
        self.writer.write(|done| Write::Other(Other::Secret(fresh, done))).await
    }

    async fn create_player(&self, player: NewPlayer) -> Result<Created, StoreError> {
        self.writer.write(|done| Write::Other(Other::Player(player, done))).await
    }

    async fn player_of_token(&self, token: TokenHash) -> Result<Option<Player>, StoreError> {
        players::of_token(&self.readers, token).await
    }

    async fn player(&self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        players::get(&self.readers, id).await
    }

    async fn replace_token(&self, id: PlayerId, token: TokenHash) -> Result<bool, StoreError> {
        self.writer.write(|done| Write::Other(Other::Token(id, token, done))).await
    }

    async fn delete_player(&self, id: PlayerId) -> Result<bool, StoreError> {
        self.writer.write(|done| Write::Other(Other::Deletion(id, done))).await
    }

    async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.writer.write(|done| Write::Run(Box::new(run), done)).await
    }

    async fn run(&self, id: RunId) -> Result<Option<StoredRun>, StoreError> {
        runs::get(&self.readers, id).await
    }

    async fn ranks(&self, run: RunId, boards: Vec<Board>) -> Result<Vec<Option<Standing>>, StoreError> {
        boards::ranks(&self.readers, run, &boards).await
    }

    async fn page(&self, board: Board, at: Position, limit: u32) -> Result<Page, StoreError> {
        boards::page(&self.readers, &board, at, limit).await
    }

    async fn stretch(
        &self,
        stretch: Stretch,
        after: Option<StretchEnd>,
        limit: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        runs::stretch(&self.readers, &stretch, after, limit).await
    }

    async fn runs_of(&self, player: PlayerId, before: Option<RunId>, limit: u32) -> Result<Vec<Summary>, StoreError> {
        runs::of_player(&self.readers, player, before, limit).await
    }

    async fn bests_of(&self, player: PlayerId) -> Result<Vec<Best>, StoreError> {
        boards::bests_of(&self.readers, player).await
    }

    async fn runs_after(&self, after: RunId, limit: u32) -> Result<Vec<StoredRun>, StoreError> {
        runs::after(&self.readers, after, limit).await
    }

    async fn count_after(&self, after: RunId) -> Result<u64, StoreError> {
        runs::count_after(&self.readers, after).await
    }

    async fn hide(&self, runs: Vec<RunId>, hidden: bool) -> Result<(), StoreError> {
        self.writer.write(|done| Write::Other(Other::Hiding(runs, hidden, done))).await
    }

    async fn milestone(&self, walk: &str) -> Result<RunId, StoreError> {
        runs::milestone(&self.readers, walk).await
    }

    async fn set_milestone(&self, walk: &str, run: RunId) -> Result<(), StoreError> {
        let walk = walk.to_owned();
        self.writer.write(|done| Write::Other(Other::Milestone(walk, run, done))).await
    }
}
