//! Outcomes of backing up and restoring a database file.

use std::fmt;
use std::path::PathBuf;

use crate::backend::opening::OpenError;

/// Why a backup failed. No file is left then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupError {
    /// The database is on a PostgreSQL server.
    OnServer,
    /// There is a file at the path for the backup.
    Exists,
    /// The database cannot be read.
    Database(OpenError),
    /// The backup cannot be written.
    Unwritable(String),
    /// The written file is not a complete database.
    Incomplete(OpenError),
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnServer => {
                f.write_str("a PostgreSQL database is backed up with pg_dump; docs/operating.md has the command")
            }
            Self::Exists => f.write_str("the file for the backup exists already, and is not replaced"),
            Self::Database(why) => write!(f, "the database cannot be backed up: {why}"),
            Self::Unwritable(why) => write!(f, "the backup cannot be written: {why}"),
            Self::Incomplete(why) => write!(f, "the backup is not whole, and was deleted: {why}"),
        }
    }
}

impl std::error::Error for BackupError {}

/// Why restoring failed. Unless it was [`Interrupted`](Self::Interrupted), the database is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// The database is on a PostgreSQL server.
    OnServer,
    /// The address of the database cannot be used.
    Database(OpenError),
    /// The backup cannot be used.
    Backup(OpenError),
    /// The backup is a copy of a database that was in use: its last changes are in this file next to it.
    BackupHasLog(PathBuf),
    /// The backup is the database itself.
    Itself,
    /// Another process has the database open.
    InUse,
    /// The files of the database cannot be replaced.
    Unwritable(String),
    /// It failed while files were being replaced. No service opens the database until restoring succeeds.
    Interrupted {
        /// What failed.
        why: String,
        /// Where the old database is; none if there was none.
        previous: Option<PathBuf>,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnServer => {
                f.write_str("a PostgreSQL database is restored with pg_restore; docs/operating.md has the command")
            }
            Self::Database(why) => write!(f, "the database cannot be replaced: {why}"),
            Self::Backup(why) => write!(f, "the backup cannot be used: {why}"),
            Self::BackupHasLog(log) => write!(
                f,
                "the backup cannot be used: it is the copy of a database that was in use, whose last changes are in {}. Run `funhouse backup` \
                 on it, and restore what that makes",
                log.display()
            ),
            Self::Itself => f.write_str("the backup is the database itself"),
            Self::InUse => f.write_str("another process has the database open: stop the service first"),
            Self::Unwritable(why) => write!(f, "the database cannot be replaced: {why}"),
            Self::Interrupted { why, previous } => {
                write!(f, "it failed in the middle ({why}): run it again before you start the service")?;
                previous.iter().try_for_each(|path| write!(f, ". What was there is kept as {}", path.display()))
            }
        }
    }
}

impl std::error::Error for RestoreError {}

/// The outcome of restoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The size of the database, in bytes.
    pub bytes: u64,
    /// Where the old database is; none if there was none.
    pub previous: Option<PathBuf>,
}
