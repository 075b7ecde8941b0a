//! The connection that writes, and its write-ahead log.
//!
//! A commit appends pages to the log. SQLite checkpoints a [long](super::open) log, and restarts it when no read needs it. With overlapping
//! reads, that may never happen. So the committer also truncates the log: when its size reaches [`MAX_LOG`], after a pause of writes, and at the
//! end. With an empty log, the database is complete in one file.

use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use tokio::time::Instant;

use super::BEGIN_WRITING;
use super::files::Opened;
use super::sql::writer::outcome::{CommitError, LastCommit};
use crate::StoreError;
use crate::backend::failure::{self, Failure};

/// Size of the log, in bytes, from which it is truncated between two groups of writes.
const MAX_LOG: u64 = 8 << 20;
/// Time limit for reads to end before truncating the log is postponed.
const TRUNCATION_TIMEOUT: Duration = Duration::from_millis(200);
/// Pause of writes after which the log is truncated, and delay before a retry.
const TRUNCATION_PAUSE: Duration = Duration::from_secs(1);

/// The connection that writes.
pub(super) struct Committer {
    connection: SqliteConnection,
    opened: Opened,
    last: LastCommit,
    /// Time limit for other processes that write.
    busy_timeout: Duration,
    /// Whether the log may have content.
    log_is_used: bool,
    /// When truncating the log failed, if it has not succeeded since.
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
    ) -> Result<T, CommitError> {
        let outcome = self.attempt(work).await;
        self.last.note_outcome(&outcome);
        outcome
    }

    async fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
    ) -> Result<T, CommitError> {
        self.opened.check().map_err(CommitError::NotBegun)?;
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
                CommitError::Unknown(StoreError::Unknown(error.to_string()))
            });
        }
        // A commit to files that were damaged meanwhile may be lost.
        let unknown = |error| CommitError::Unknown(StoreError::Unknown(format!("after a commit: {error}")));
        self.opened.check().map_err(unknown).map(|()| worked)
    }

    /// After some failures, SQLite has already rolled back, and this fails. In either case no transaction is open.
    async fn roll_back(&mut self) {
        let _ = self.connection.execute("ROLLBACK").await;
    }

    /// Returns the outcome of the last commit, if it was recent; otherwise commits something.
    pub(super) async fn probe(&mut self) -> Result<(), StoreError> {
        if let Some(outcome) = self.last.recent() {
            return outcome;
        }
        let failed = self.last.failed();
        let probe = async |connection: &mut SqliteConnection| {
            // The value must change, or nothing would be written. It is the number of probes, in decimal.
            let count = "INSERT INTO meta (name, value) VALUES ('probe', CAST(1 AS BLOB))
                ON CONFLICT DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS BLOB)";
            connection.execute(count).await?;
            if failed {
                // After a failure, such as a full disk, more than the largest run must fit again.
                let fill = "INSERT INTO meta (name, value) VALUES ('room', randomblob(262144))";
                connection.execute(fill).await?;
                connection.execute("DELETE FROM meta WHERE name = 'room'").await?;
            }
            Ok(())
        };
        Ok(self.transaction(probe).await?)
    }

    /// Truncates the write-ahead log, so that no file contains deleted data any more. This fails during older reads, and is retried later.
    /// The log of a damaged database stays: it may be the only copy.
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
        // Damage that is found now makes the next write fail.
        let _ = self.opened.check();
    }

    async fn wait_for_others(&mut self, timeout: Duration) -> sqlx::Result<()> {
        let wait = format!("PRAGMA busy_timeout = {}", timeout.as_millis());
        self.connection.execute(AssertSqlSafe(wait)).await.map(|_| ())
    }

    /// Waits for a future, and truncates the log meanwhile.
    pub(super) async fn truncating<T>(&mut self, waited_for: impl Future<Output = T>) -> T {
        let may_succeed = self.truncation_failed_at.is_none_or(|at| at.elapsed() >= TRUNCATION_PAUSE);
        if self.opened.log_size() >= MAX_LOG && may_succeed {
            self.truncate_log().await;
        }
        let mut waited_for = std::pin::pin!(waited_for);
        while self.log_is_used {
            match tokio::time::timeout(TRUNCATION_PAUSE, &mut waited_for).await {
                Ok(output) => return output,
                Err(_) => self.truncate_log().await,
            }
        }
        waited_for.await
    }

    /// Closes the connection. Commits are safe even if that fails.
    pub(super) async fn close(mut self) {
        self.truncate_log().await;
        if self.opened.check().is_err() {
            // The last connection that closes checkpoints and deletes the log. Leaking this one prevents that.
            std::mem::forget(self.connection);
            return;
        }
        let _ = self.connection.close().await;
        self.opened.report_remaining_log();
    }
}

/// Whether a failed `COMMIT` is known to have committed nothing, as if it waited for a lock or for disk space. After other failures, the pages
/// may be on disk, and be read when the file is next opened.
fn is_undone(error: &sqlx::Error) -> bool {
    matches!(failure::of(error), Failure::Busy | Failure::Full | Failure::ReadOnly | Failure::Constraint)
}
