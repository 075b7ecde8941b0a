//! A database of whichever kind, as it is named on the command line: its kind is told here and nowhere else.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::AnyStore;
use crate::backend::backup::{BackupError, RestoreError, Restored};
use crate::backend::copying::{self, End};
pub use crate::backend::copying::{Copied, NotCopied};
pub use crate::backend::opening::{OpenError, PATIENT};
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;

/// The kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// The kind of the database at an address: its scheme decides, and what has none is the path of a file. An address that is refused is
    /// not repeated, since there may be a password in it.
    fn of(address: &str) -> Result<Self, OpenError> {
        match address.split_once(':') {
            Some(("sqlite", _)) => return Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => return Ok(Self::Postgres),
            _ => {}
        }
        let refuse = |why: &str| Err(OpenError::NotAnAddress(why.to_owned()));
        if address.is_empty() {
            return refuse("this one is empty");
        }
        if has_scheme(address) {
            return refuse(
                "the scheme of this one is not known; for a file of such a name, put sqlite: before its path",
            );
        }
        if address.contains("//") && address.contains('@') {
            return refuse(
                "this one is no address, but looks like one; for a file of such a name, put sqlite: before its path",
            );
        }
        Ok(Self::Sqlite)
    }
}

/// Whether an address begins with a scheme, known or not. A single letter is a drive of Windows. What begins like a known scheme, or with
/// that of SQLite's own addresses, is one without slashes too.
fn has_scheme(address: &str) -> bool {
    let alike = |word: &str| {
        let word = word.to_ascii_lowercase();
        let is_word = word.chars().all(|c| c.is_ascii_alphanumeric());
        is_word && (word == "file" || word.starts_with("postgre") || word.starts_with("sqlite"))
    };
    address.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1)
        || address.split_once(':').is_some_and(|(scheme, _)| alike(scheme))
}

/// An address as it may be shown: without the password that may be in it. Nothing is shown of what is no address.
#[must_use]
pub fn shown(address: &str) -> String {
    if Kind::of(address).is_err() {
        return "the database".to_owned();
    }
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
/// `sqlite://FILE` or the path of a file, or `postgres://USER@HOST/DATABASE`, which must be there. Its calls are [`PATIENT`].
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

/// Writes a backup of a database to a file that does not exist yet, and returns its size in bytes. A service may use the database meanwhile.
/// Everything that was acknowledged before the call is in it.
///
/// # Errors
/// When the database is on a server or cannot be read, or when the backup cannot be written. There is then no such file.
pub async fn backup(address: &str, to: &Path) -> Result<u64, BackupError> {
    match Kind::of(address).map_err(BackupError::Database)? {
        Kind::Sqlite => Sqlite::backup(address, to).await,
        Kind::Postgres => Err(BackupError::OnServer),
    }
}

/// Puts a copy of a backup in the place of a database that no process has open. The whole copy is checked first. What was there is kept next
/// to it.
///
/// # Errors
/// When the database is on a server or in use, or when the backup is not a whole database of this program. See [`RestoreError`].
pub async fn restore(address: &str, from: &Path) -> Result<Restored, RestoreError> {
    match Kind::of(address).map_err(RestoreError::Database)? {
        Kind::Sqlite => Sqlite::restore(address, from).await,
        Kind::Postgres => Err(RestoreError::OnServer),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, shown};

    #[test]
    fn path_without_scheme_is_sqlite_file() {
        let sqlite = [
            "funhouse.db",
            "sqlite://funhouse.db",
            "sqlite:funhouse.db",
            "/var/lib/fun house/funhouse.db",
            "./data/a:b.db",
            "me@home/funhouse.db",
            "C:\\data\\funhouse.db",
            "C:/data/funhouse.db",
            "C://data/funhouse.db",
            "postgres.db",
            "postgres/funhouse.db",
            "sqlite/postgres:1.db",
            "100%?.db",
        ];
        for address in sqlite {
            assert_eq!(Kind::of(address), Ok(Kind::Sqlite), "{address}");
            assert_eq!(shown(address), address);
        }
        for address in ["postgres://ada@localhost/funhouse", "postgresql:///funhouse?host=/run", "postgres:"] {
            assert_eq!(Kind::of(address), Ok(Kind::Postgres), "{address}");
        }
    }

    #[test]
    fn refuses_unknown_schemes_without_repeating_the_address() {
        let refused = [
            "",
            "postgresq://ada:swordfish@localhost/funhouse",
            "Postgres://ada:swordfish@localhost/funhouse",
            "POSTGRESQL:ada:swordfish@localhost",
            "mysql://ada:swordfish@localhost/funhouse",
            " postgres://ada:swordfish@localhost/funhouse",
            "postgres//ada:swordfish@localhost/funhouse",
            "//ada:swordfish@localhost/funhouse",
            "sqlite3://swordfish.db",
            "file:swordfish.db?mode=ro",
            "file:///swordfish.db",
        ];
        for address in refused {
            let message = Kind::of(address).expect_err(address).to_string();
            assert!(message.contains("FILE, sqlite://FILE or postgres://USER@HOST/DATABASE"), "{message}");
            assert!(!message.contains("swordfish"), "{message}");
            assert_eq!(shown(address), "the database");
        }
    }

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
