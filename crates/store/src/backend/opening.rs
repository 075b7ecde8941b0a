//! What opening a database of whichever kind has in common: why it fails, and migrations that are embedded in the program.

use std::fmt;
use std::time::Duration;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migrate, MigrateError, MigrationType, Migrator};

use crate::backend::failure::{self, Failure};

/// How long the calls of jobs wait for a database: no one waits for them in turn.
pub const PATIENT: Duration = Duration::from_secs(30);

/// Why a database cannot be used. It is left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The address names no database.
    NotAnAddress(String),
    /// A file cannot be opened or made, or a server not be reached.
    CannotOpen(String),
    /// The file is no database.
    NotADatabase,
    /// The file has no content, but it has a write-ahead log: it was cut off, replaced or removed.
    CutOff {
        /// The path of the log.
        log: String,
    },
    /// Another file took the place of this one while it was being opened, as when a backup is restored.
    Replaced,
    /// It is the database of another program.
    Foreign,
    /// It was made by a newer version of this program.
    Newer(i64),
    /// It was made by a version of this program from before 0.2, whose tables are no longer read.
    Earlier,
    /// It is read-only, as the folder of a file may be.
    ReadOnly,
    /// Another process holds it.
    Locked,
    /// The disk is full.
    Full,
    /// Another failure, as the database words it.
    Other(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAddress(why) => {
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

/// A migration: its number, name and text.
pub(crate) type Migration = (i64, &'static str, &'static str);

/// Brings a database up to date.
///
/// # Errors
/// When a migration fails, or the database has one that is not known.
pub(crate) async fn migrate<C: Migrate>(migrations: &[Migration], connection: &mut C) -> Result<(), OpenError> {
    let migration = |&(version, name, sql): &Migration| {
        let sql = sql.into_sql_str();
        sqlx::migrate::Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    let migrator = Migrator::with_migrations(migrations.iter().map(migration).collect());
    Ok(migrator.run_direct(None, connection, false).await?)
}
