//! What a failure of a database means, in whichever words it told it.

use sqlx::error::ErrorKind;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// What a failure means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It waited too long for what others hold.
    Busy,
    /// It was given up, since it and others waited for each other.
    Deadlock,
    /// What was to be written contradicts what is there.
    Constraint,
    /// What was to be written is larger than may be.
    TooLarge,
    /// There is no room.
    Full,
    /// It may not be written to.
    ReadOnly,
    /// It cannot be opened or reached.
    CannotOpen,
    /// The way to it is broken, or it does not answer.
    Unreachable,
    /// It is something else than a database.
    NotADatabase,
    /// The database tells another failure.
    Other,
    /// The database tells none: what was sent or read is at fault, or what lies between.
    Elsewhere,
}

/// What a failure means.
pub(crate) fn of(error: &sqlx::Error) -> Failure {
    match error {
        sqlx::Error::PoolTimedOut => Failure::Busy,
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            Failure::Unreachable
        }
        sqlx::Error::Database(told) => match (told.try_downcast_ref(), told.try_downcast_ref()) {
            (Some(told), _) => of_sqlite(told),
            (_, Some(told)) => of_postgres(told),
            _ => Failure::Other,
        },
        _ => Failure::Elsewhere,
    }
}

/// By SQLite's primary result code, which is the low byte of the extended one.
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

/// By PostgreSQL's code.
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
