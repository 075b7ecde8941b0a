//! A database of whichever kind, as it is named on the command line: its kind is told here and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use crate::AnyStore;
use crate::copying::{self, End};
pub use crate::copying::{Copied, NotCopied};
pub use crate::opening::{OpenError, PATIENT};
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;

/// The kinds of databases.
enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// The kind that the scheme of an address tells. What is no address is not repeated, since there may be a password in it.
    fn of(address: &str) -> Result<Self, OpenError> {
        match address.split_once(':') {
            Some(("sqlite", _)) => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres),
            _ => Err(OpenError::NotAnAddress("this one begins otherwise".to_owned())),
        }
    }
}

/// An address as it may be shown: without the password that may be in it.
#[must_use]
pub fn shown(address: &str) -> String {
    let password = address.split_once("://").filter(|(scheme, _)| *scheme != "sqlite").and_then(|(scheme, rest)| {
        // A password that is not escaped as it should be may have a slash in it.
        let (user, place) = rest.split('?').next()?.rsplit_once('@').map(|(user, _)| rest.split_at(user.len()))?;
        let (name, _) = user.split_once(':')?;
        Some(format!("{scheme}://{name}:***{place}"))
    });
    let shown = password.unwrap_or_else(|| address.to_owned());
    // PostgreSQL takes it among the settings too.
    match shown.split_once("password=") {
        Some((before, rest)) => {
            format!("{before}password=***{}", rest.find('&').map_or("", |end| rest.get(end..).unwrap_or_default()))
        }
        None => shown,
    }
}

/// Opens a database, or makes it, and brings it up to date. Its kind is told by the scheme of the address:
/// `sqlite://FILE`, or `postgres://USER@HOST/DATABASE`, which must be there. Its calls are [`PATIENT`].
///
/// # Errors
/// When it cannot be used; it is then as it was.
pub async fn open(address: &str) -> Result<AnyStore, OpenError> {
    open_within(address, PATIENT).await
}

/// Opens a database as [`open`] does, whose calls wait no longer than `timeout`: for a free connection, for others that write, and for a
/// server that is silent. Opening it may take as long as its migrations do.
///
/// # Errors
/// When it cannot be used; it is then as it was.
pub async fn open_within(address: &str, timeout: Duration) -> Result<AnyStore, OpenError> {
    Ok(match Kind::of(address)? {
        Kind::Sqlite => Arc::new(Sqlite::open_within(address, timeout).await?),
        Kind::Postgres => Arc::new(Postgres::open_within(address, timeout).await?),
    })
}

/// Computes all boards of a database again from its runs, brings it up to date, and returns the number of runs. `progress` gets the numbers
/// of runs that are done and of all. Until it is done, boards can be read as they were, and nothing else can be written.
///
/// # Errors
/// When the database cannot be used; its boards are then as they were.
pub async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
    match Kind::of(address)? {
        Kind::Sqlite => Sqlite::rebuild(address, progress).await,
        Kind::Postgres => Postgres::rebuild(address, progress).await,
    }
}

/// Copies everything from one database to another, which must be empty or not be made yet, and tells how much. Every row is read back
/// and compared before the copy is committed. Nothing can be written to either database meanwhile.
/// `progress` is told how many rows of how many are done, each counted twice: when it is written, and when it has been compared.
///
/// # Errors
/// When one of them cannot be used, the second is not empty, or the copy is not the same; there is then nothing in the second.
pub async fn copy(from: &str, to: &str, progress: impl Fn(u64, u64) + Sync) -> Result<Copied, NotCopied> {
    if from == to {
        return Err(NotCopied::ToItself);
    }
    let mut source: Box<dyn End> = match Kind::of(from).map_err(NotCopied::From)? {
        Kind::Sqlite => Box::new(Sqlite::end(from, false).await.map_err(NotCopied::From)?),
        Kind::Postgres => Box::new(Postgres::end(from).await.map_err(NotCopied::From)?),
    };
    let target: Box<dyn End> = match Kind::of(to).map_err(NotCopied::To)? {
        Kind::Sqlite => Box::new(Sqlite::end(to, true).await.map_err(NotCopied::To)?),
        Kind::Postgres => Box::new(Postgres::end(to).await.map_err(NotCopied::To)?),
    };
    copying::copy(&mut *source, target, &progress).await
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        for (address, due) in [
            ("sqlite://funhouse.db", "sqlite://funhouse.db"),
            ("sqlite:///home/a:b@c/funhouse.db", "sqlite:///home/a:b@c/funhouse.db"),
            ("postgres://ada@localhost/funhouse", "postgres://ada@localhost/funhouse"),
            ("postgres://ada:sw@ordfish@localhost:5432/funhouse", "postgres://ada:***@localhost:5432/funhouse"),
            ("postgres://ada:swordfish@localhost", "postgres://ada:***@localhost"),
            ("postgres://ada:swordfish@/funhouse?host=/run", "postgres://ada:***@/funhouse?host=/run"),
            ("postgres://ada:sword/fish@localhost/funhouse", "postgres://ada:***@localhost/funhouse"),
            ("postgres:///funhouse?password=swordfish&host=/run", "postgres:///funhouse?password=***&host=/run"),
            ("postgres:///funhouse?host=/run&password=swordfish", "postgres:///funhouse?host=/run&password=***"),
        ] {
            assert_eq!(shown(address), due);
        }
    }
}
