//! Errors of opening a database, and migrations embedded in the program.

use std::fmt;
use std::time::Duration;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migrate, MigrateError, MigrationType, Migrator};

use crate::backend::failure::{self, Failure};

/// How long calls of jobs, for which no client waits, wait for a database.
pub const JOB_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a database cannot be used. It is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The address is not valid.
    InvalidAddress(String),
    /// A file cannot be opened or created, or a server cannot be reached.
    CannotOpen(String),
    /// The file is not a database.
    NotADatabase,
    /// The file is empty, missing or not a database, but has a write-ahead log: it was cut off, replaced or removed.
    CutOff {
        /// The path of the log.
        log: String,
    },
    /// Another file took the place of this one while it was being opened, as when a backup is restored.
    Replaced,
    /// It is the database of another program.
    Foreign,
    /// It was created by a newer version of this program.
    Newer(i64),
    /// It was created by a version before 0.2, whose tables are no longer read.
    Earlier,
    /// The database, or the folder of its file, is read-only.
    ReadOnly,
    /// Another process has locked it.
    Locked,
    /// The disk is full.
    Full,
    /// Another failure, with the message of the database.
    Other(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidAddress(why) => {
                write!(f, "a database is given as FILE, sqlite://FILE or postgres://USER@HOST/DATABASE: {why}")
            }
            Self::CannotOpen(why) => write!(f, "the database cannot be opened: {why}"),
            Self::NotADatabase => f.write_str("the file is not a database"),
            Self::CutOff { log } => write!(
                f,
                "the file is missing, empty or no database, but its write-ahead log is there ({log}): it was cut off, replaced or \
                 removed. Restore the file from a backup and move the log away. To start with an empty database, move both away"
            ),
            Self::Replaced => f.write_str("the file was replaced while it was being opened; start again"),
            Self::Foreign => f.write_str("it is the database of another program"),
            Self::Newer(version) => {
                write!(f, "it was made by a newer version of this program (its migration {version} is not known)")
            }
            Self::Earlier => f.write_str(
                "it was made by an earlier development version of this program, whose databases cannot be read. Start with a new \
                 database, and keep this one if you need what is in it",
            ),
            Self::ReadOnly => f.write_str("the database, or the folder it is in, is read-only"),
            Self::Locked => f.write_str("another process holds the database locked"),
            Self::Full => f.write_str("the disk is full"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        match failure::of(&error) {
            Failure::Busy => Self::Locked,
            Failure::ReadOnly => Self::ReadOnly,
            Failure::Full => Self::Full,
            Failure::CannotOpen | Failure::Unreachable => Self::CannotOpen(error.to_string()),
            Failure::NotADatabase => Self::NotADatabase,
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

/// A migration: number, name and SQL.
pub(crate) type Migration = (i64, &'static str, &'static str);

/// Applies missing migrations.
///
/// # Errors
/// If a migration fails, or the database has an unknown one.
pub(crate) async fn migrate<C: Migrate>(migrations: &[Migration], connection: &mut C) -> Result<(), OpenError> {
    let migration = |&(version, name, sql): &Migration| {
        let sql = sql.into_sql_str();
        sqlx::migrate::Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let migrator = Migrator::with_migrations(migrations.iter().map(migration).collect());
    Ok(migrator.run_direct(None, connection, false).await?)
}
