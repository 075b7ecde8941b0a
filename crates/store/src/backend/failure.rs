//! Classifies errors of both databases.

use sqlx::error::ErrorKind;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It waited too long for locks of others, or for a connection.
    Busy,
    /// It was rolled back in a deadlock.
    Deadlock,
    /// A constraint was violated.
    Constraint,
    /// A value or statement is too large.
    TooLarge,
    /// The disk is full.
    Full,
    /// The database is read-only.
    ReadOnly,
    /// The database cannot be opened or does not exist.
    CannotOpen,
    /// The connection is broken, or the server does not respond.
    Unreachable,
    /// The file is not a database.
    NotADatabase,
    /// Another error of the database.
    Other,
    /// An error outside the database, such as in decoding a row.
    Elsewhere,
}

/// Returns the kind of a failure.
pub(crate) fn of(error: &sqlx::Error) -> Failure {
    match error {
        sqlx::Error::PoolTimedOut => Failure::Busy,
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            Failure::Unreachable
        }
        sqlx::Error::Database(error) => match (error.try_downcast_ref(), error.try_downcast_ref()) {
            (Some(error), _) => of_sqlite(error),
            (_, Some(error)) => of_postgres(error),
            _ => Failure::Other,
        },
        _ => Failure::Elsewhere,
    }
}

/// Classifies by SQLite's primary result code, which is the low byte of the extended one.
fn of_sqlite(error: &SqliteError) -> Failure {
    let code = sqlx::error::DatabaseError::code(error);
    match code.and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff) {
        Some(5 | 6) => Failure::Busy,
        Some(8) => Failure::ReadOnly,
        Some(13) => Failure::Full,
        Some(14) => Failure::CannotOpen,
        Some(18) => Failure::TooLarge,
        Some(19) => Failure::Constraint,
        Some(26) => Failure::NotADatabase,
        _ => Failure::Other,
    }
}

/// Classifies by SQLSTATE.
fn of_postgres(error: &PgDatabaseError) -> Failure {
    if !matches!(sqlx::error::DatabaseError::kind(error), ErrorKind::Other) {
        return Failure::Constraint;
    }
    match error.code() {
        // It waited too long, was canceled, or there are too many connections.
        "55P03" | "57014" | "53300" => Failure::Busy,
        "40001" | "40P01" => Failure::Deadlock,
        "25006" => Failure::ReadOnly,
        "53100" => Failure::Full,
        "54000" | "54001" | "54011" | "54023" => Failure::TooLarge,
        "3D000" | "28000" | "28P01" => Failure::CannotOpen,
        // It shuts down, has ended this connection, or starts.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03" => Failure::Unreachable,
        code if code.starts_with("22") || code.starts_with("23") => Failure::Constraint,
        _ => Failure::Other,
    }
}
