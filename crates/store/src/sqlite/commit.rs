//! Commits: the one connection that writes, the files that it writes to, and how the last commit went.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor as _};

use super::BEGIN_WRITING;
use super::open::BUSY_TIMEOUT;
use super::sql::outcome::{LastCommit, NotCommitted};
use crate::failure::{self, Failure};
use crate::{StoreError, TableId};

/// How long the writer waits for reads to end before it puts off emptying the log, and how long it then lets others write.
const TRUNCATION_TIMEOUT: Duration = Duration::from_millis(200);
const TRUNCATION_PAUSE: Duration = Duration::from_secs(1);

/// The connection that writes.
pub(super) struct Committer {
    connection: SqliteConnection,
    opened: Opened,
    last: LastCommit,
    /// Whether the write-ahead log still has what was deleted.
    log_is_long: bool,
}

impl Committer {
    pub(super) fn new(connection: SqliteConnection, opened: Opened, last: LastCommit) -> Self {
        Self { connection, opened, last, log_is_long: false }
    }

    /// Does work in a transaction, which is rolled back if the work fails.
    pub(super) async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotCommitted> {
        let outcome = self.attempt(work).await;
        self.last.note_outcome(&outcome);
        outcome
    }

    async fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotCommitted> {
        self.opened.check().map_err(NotCommitted::NotBegun)?;
        self.connection.execute(BEGIN_WRITING).await?;
        let worked = match work(&mut self.connection).await {
            Ok(worked) => worked,
            Err(error) => {
                self.roll_back().await;
                return Err(error.into());
            }
        };
        if let Err(error) = self.connection.execute("COMMIT").await {
            self.roll_back().await;
            return Err(if is_undone(&error) {
                error.into()
            } else {
                NotCommitted::Unknown(StoreError::Unknown(error.to_string()))
            });
        }
        // What was committed to files that nobody will open again may be lost.
        let unknown = |error| NotCommitted::Unknown(StoreError::Unknown(format!("after a commit: {error}")));
        self.opened.check().map_err(unknown).map(|()| worked)
    }

    /// After some failures SQLite has rolled back by itself; then this fails, and nothing is open either way.
    async fn roll_back(&mut self) {
        let _ = self.connection.execute("ROLLBACK").await;
    }

    /// How the last commit went, if that was recently; else one is made to see.
    pub(super) async fn probe(&mut self) -> Result<(), StoreError> {
        if let Some(outcome) = self.last.recent() {
            return outcome;
        }
        let failed = self.last.failed();
        let probe = async |connection: &mut SqliteConnection| {
            // The value must change, or nothing would be written: it is the number of such commits, in decimal.
            let count = "INSERT INTO memory (name, value) VALUES ('probe', CAST(1 AS BLOB))
                ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS BLOB)";
            connection.execute(count).await?;
            if failed {
                // So little may fit when nothing else does: there must be room again for what is larger than any run.
                let take = "INSERT INTO memory (name, value) VALUES ('room', randomblob(262144))";
                connection.execute(take).await?;
                connection.execute("DELETE FROM memory WHERE name = 'room'").await?;
            }
            Ok(())
        };
        Ok(self.transaction(probe).await?)
    }

    /// Empties the write-ahead log, so that what was deleted is in no file any more. While reads are under way that began before, it
    /// cannot be emptied: then it stays to be done.
    pub(super) async fn truncate_log(&mut self) {
        let outcome: sqlx::Result<(i64, i64, i64)> = async {
            let wait = format!("PRAGMA busy_timeout = {}", TRUNCATION_TIMEOUT.as_millis());
            self.connection.execute(wait.as_str()).await?;
            let outcome = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut self.connection).await;
            let wait = format!("PRAGMA busy_timeout = {}", BUSY_TIMEOUT.as_millis());
            self.connection.execute(wait.as_str()).await?;
            outcome
        }
        .await;
        self.log_is_long = !matches!(outcome, Ok((0, _, _)));
    }

    /// Waits for something, and in between empties the log if that stays to be done.
    pub(super) async fn truncating<T>(&mut self, waited_for: impl Future<Output = T>) -> T {
        let mut waited_for = std::pin::pin!(waited_for);
        while self.log_is_long {
            match tokio::time::timeout(TRUNCATION_PAUSE, &mut waited_for).await {
                Ok(come) => return come,
                Err(_) => self.truncate_log().await,
            }
        }
        waited_for.await
    }

    /// Closes the connection. What was committed is safe whether or not it closes well.
    pub(super) async fn close(mut self) {
        self.truncate_log().await;
        let _ = self.connection.close().await;
    }
}

/// Whether a `COMMIT` that failed so is known to have committed nothing: it waits for a lock, or for room on the disk. After other
/// failures the pages may have reached the disk, from which they would be read when the file is next opened.
fn is_undone(error: &sqlx::Error) -> bool {
    matches!(failure::of(error), Failure::Busy | Failure::Full | Failure::ReadOnly | Failure::Constraint)
}

/// The files of the database as they were opened: itself, and its write-ahead log.
#[derive(Clone, Debug)]
pub(super) struct Opened(Arc<[(PathBuf, Identity)]>);

impl Opened {
    /// The files of a database that is open.
    pub(super) fn of(database: &Path) -> std::io::Result<Self> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let identified = |path: PathBuf| -> std::io::Result<_> {
            // Another working directory must not make it another file.
            let path = std::path::absolute(path)?;
            let identity = identity(&std::fs::metadata(&path)?);
            Ok((path, identity))
        };
        Ok(Self([identified(database.to_owned())?, identified(log.into())?].into()))
    }

    /// Waits for ever: one instance has the files, which knows what it did.
    pub(super) async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        std::future::pending().await
    }

    /// Fails when one of them was removed or replaced.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let missing = self.0.iter().find(|(path, opened)| {
            let found = std::fs::metadata(path).ok();
            found.is_none_or(|found| identity(&found) != *opened)
        });
        match missing {
            None => Ok(()),
            Some((path, _)) => {
                Err(StoreError::Unavailable(format!("{} was removed or replaced since it was opened", path.display())))
            }
        }
    }
}

/// The device and the number of a file on it.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// Elsewhere a file that is open can be neither removed nor replaced.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}
