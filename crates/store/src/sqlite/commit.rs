//! Commits: the one connection that writes, the write-ahead log that it writes to, and how the last commit went.
//!
//! A commit appends pages to the log. SQLite moves them into the database when the log is [long](super::open), and begins the log again
//! once no read needs it any more. While reads overlap, that moment may never come. So the committer also empties the log: when it has
//! grown to [`MAX_LOG`], when nothing was written for a while, and at the end. An empty log means that the database is whole in its one file.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use tokio::time::Instant;

use super::BEGIN_WRITING;
use super::files::Opened;
use super::sql::writer::outcome::{LastCommit, NotCommitted};
use crate::StoreError;
use crate::backend::failure::{self, Failure};

/// How many bytes the log may have before it is emptied between two groups of writes.
const MAX_LOG: u64 = 8 << 20;
/// How long the writer waits for reads to end before it puts off emptying the log.
const TRUNCATION_TIMEOUT: Duration = Duration::from_millis(200);
/// How long nothing is written before the log is emptied, and how long others write before that is tried again.
const TRUNCATION_PAUSE: Duration = Duration::from_secs(1);

/// The connection that writes.
pub(super) struct Committer {
    connection: SqliteConnection,
    opened: Opened,
    last: LastCommit,
    /// How long the connection waits for other processes that write.
    busy_timeout: Duration,
    /// Whether something may be in the log.
    log_is_used: bool,
    /// When it failed to empty the log, if it has not succeeded since.
    truncation_failed_at: Option<Instant>,
}

impl Committer {
    pub(super) fn new(connection: SqliteConnection, opened: Opened, last: LastCommit, busy_timeout: Duration) -> Self {
        Self { connection, opened, last, busy_timeout, log_is_used: true, truncation_failed_at: None }
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
        self.log_is_used = true;
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
        // What was committed to files that were damaged meanwhile may be lost.
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
            let count = "INSERT INTO meta (name, value) VALUES ('probe', CAST(1 AS BLOB))
                ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS BLOB)";
            connection.execute(count).await?;
            if failed {
                // So little may fit when nothing else does: there must be room again for what is larger than any run.
                let take = "INSERT INTO meta (name, value) VALUES ('room', randomblob(262144))";
                connection.execute(take).await?;
                connection.execute("DELETE FROM meta WHERE name = 'room'").await?;
            }
            Ok(())
        };
        Ok(self.transaction(probe).await?)
    }

    /// Empties the write-ahead log, so that what was deleted is in no file any more. While reads are under way that began before, it
    /// cannot be emptied: then it stays to be done. The log of a damaged database is left alone: it may be all that is left.
    pub(super) async fn truncate_log(&mut self) {
        if self.opened.check().is_err() {
            return;
        }
        let outcome: sqlx::Result<(i64, i64, i64)> = async {
            self.wait_for_others(TRUNCATION_TIMEOUT).await?;
            let outcome = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut self.connection).await;
            self.wait_for_others(self.busy_timeout).await?;
            outcome
        }
        .await;
        self.log_is_used = !matches!(outcome, Ok((0, _, _)));
        self.truncation_failed_at = self.log_is_used.then(Instant::now);
        // What is found now refuses the next write.
        let _ = self.opened.check();
    }

    async fn wait_for_others(&mut self, timeout: Duration) -> sqlx::Result<()> {
        let wait = format!("PRAGMA busy_timeout = {}", timeout.as_millis());
        self.connection.execute(AssertSqlSafe(wait)).await.map(|_| ())
    }

    /// Waits for something, and keeps the log short meanwhile.
    pub(super) async fn truncating<T>(&mut self, waited_for: impl Future<Output = T>) -> T {
        let may_succeed = self.truncation_failed_at.is_none_or(|at| at.elapsed() >= TRUNCATION_PAUSE);
        if self.opened.log_size() >= MAX_LOG && may_succeed {
            self.truncate_log().await;
        }
        let mut waited_for = std::pin::pin!(waited_for);
        while self.log_is_used {
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
        if self.opened.check().is_err() {
            // The last connection that closes moves the log into the database and deletes it. One that stays open prevents that.
            std::mem::forget(self.connection);
            return;
        }
        let _ = self.connection.close().await;
    }
}

/// Whether a `COMMIT` that failed so is known to have committed nothing: it waits for a lock, or for room on the disk. After other
/// failures the pages may have reached the disk, from which they would be read when the file is next opened.
fn is_undone(error: &sqlx::Error) -> bool {
    matches!(failure::of(error), Failure::Busy | Failure::Full | Failure::ReadOnly | Failure::Constraint)
}
