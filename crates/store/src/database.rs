//! Databases by address, as on the command line. Only this module selects the backend.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::AnyStore;
use crate::backend::backup::{BackupError, RestoreError, Restored};
use crate::backend::copying::{self, CopySide};
pub use crate::backend::copying::{Copied, CopyError};
pub use crate::backend::opening::{JOB_TIMEOUT, OpenError};
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;

/// The backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Backend {
    Sqlite,
    Postgres,
}

impl Backend {
    /// Returns the kind of the database at an address, by its scheme. Without a scheme, it is the path of a file. Errors do not repeat the
    /// address, which may contain a password.
    fn of(address: &str) -> Result<Self, OpenError> {
        match address.split_once(':') {
            Some(("sqlite", _)) => return Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", _)) => return Ok(Self::Postgres),
            _ => {}
        }
        let refuse = |why: &str| Err(OpenError::InvalidAddress(why.to_owned()));
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

/// Whether an address begins with a known or unknown scheme. A single letter is a drive of Windows. Without slashes, only words that begin
/// like a known scheme, and `file`, are schemes.
fn has_scheme(address: &str) -> bool {
    let is_similar = |word: &str| {
        let word = word.to_ascii_lowercase();
        let is_word = word.chars().all(|c| c.is_ascii_alphanumeric());
        is_word && (word == "file" || word.starts_with("postgre") || word.starts_with("sqlite"))
    };
    address.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1)
        || address.split_once(':').is_some_and(|(scheme, _)| is_similar(scheme))
}

/// Returns an address with its password replaced by `***`. Invalid addresses are not shown at all.
#[must_use]
pub fn redacted(address: &str) -> String {
    if Backend::of(address).is_err() {
        return "the database".to_owned();
    }
    let password = address.split_once("://").filter(|(scheme, _)| *scheme != "sqlite").and_then(|(scheme, rest)| {
        // A password that is not escaped may contain a slash or a question mark. So hide too much rather than too little.
        let (user, place) = rest.rsplit_once('@').map(|(user, _)| rest.split_at(user.len()))?;
        let (name, _) = user.split_once(':')?;
        Some(format!("{scheme}://{name}:***{place}"))
    });
    let redacted = password.unwrap_or_else(|| address.to_owned());
    // PostgreSQL accepts the password as a parameter too.
    match redacted.split_once("password=") {
        Some((before, rest)) => {
            format!("{before}password=***{}", rest.find('&').map_or("", |end| rest.get(end..).unwrap_or_default()))
        }
        None => redacted,
    }
}

/// A future behind a pointer. It is compiled here with all that it uses of sqlx, and not again by each crate that awaits it.
type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Shows progress: it gets the amount that is done, and the total.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Opens a database and migrates it. The address is `sqlite://FILE` or the path of a file, which is created if it does not exist, or
/// `postgres://USER@HOST/DATABASE`, which must exist. Calls wait up to [`JOB_TIMEOUT`].
///
/// # Errors
/// If the database cannot be used. It is unchanged then.
pub fn open(address: &str) -> Boxed<'_, Result<AnyStore, OpenError>> {
    open_within(address, JOB_TIMEOUT)
}

/// Opens a database as [`open`] does. Each call takes at most `timeout`, which includes its time in queues. Migrations have no such limit.
///
/// # Errors
/// If the database cannot be used. It is unchanged then.
pub fn open_within(address: &str, timeout: Duration) -> Boxed<'_, Result<AnyStore, OpenError>> {
    Box::pin(async move {
        Ok::<AnyStore, _>(match Backend::of(address)? {
            Backend::Sqlite => Arc::new(Sqlite::open_within(address, timeout).await?),
            Backend::Postgres => Arc::new(Postgres::open_within(address, timeout).await?),
        })
    })
}

/// Opens a database as [`open`] does, but creates no file.
///
/// # Errors
/// If the database cannot be used, or its file does not exist.
pub fn open_existing(address: &str) -> Boxed<'_, Result<AnyStore, OpenError>> {
    Box::pin(async move {
        Ok::<AnyStore, _>(match Backend::of(address)? {
            Backend::Sqlite => Arc::new(Sqlite::open_existing(address).await?),
            Backend::Postgres => Arc::new(Postgres::open_within(address, JOB_TIMEOUT).await?),
        })
    })
}

/// Migrates a database, rebuilds all boards from the runs, and returns the number of runs. `progress` gets the number of processed runs and
/// of all runs. Until the end, readers see the old boards, and other writes fail.
///
/// # Errors
/// If the database cannot be used. The boards are unchanged then.
pub fn rebuild<'a>(address: &'a str, progress: Progress<'a>) -> Boxed<'a, Result<u64, OpenError>> {
    Box::pin(async move {
        match Backend::of(address)? {
            Backend::Sqlite => Sqlite::rebuild(address, progress).await,
            Backend::Postgres => Postgres::rebuild(address, progress).await,
        }
    })
}

/// Copies everything from one database to another, which must be empty or not exist, and returns the numbers of tables and rows. Every row
/// is read back and compared before the commit. Neither database can be written meanwhile. `progress` gets the number of processed rows and
/// the total; each row counts twice, when written and when compared.
///
/// # Errors
/// If one database cannot be used, the target is not empty, or the copy differs. The target stays empty then.
pub fn copy<'a>(from: &'a str, to: &'a str, progress: Progress<'a>) -> Boxed<'a, Result<Copied, CopyError>> {
    Box::pin(async move {
        if from == to {
            return Err(CopyError::ToItself);
        }
        let mut source: Box<dyn CopySide> = match Backend::of(from).map_err(CopyError::From)? {
            Backend::Sqlite => Box::new(Sqlite::copy_side(from, false).await.map_err(CopyError::From)?),
            Backend::Postgres => Box::new(Postgres::copy_side(from).await.map_err(CopyError::From)?),
        };
        let target: Box<dyn CopySide> = match Backend::of(to).map_err(CopyError::To)? {
            Backend::Sqlite => Box::new(Sqlite::copy_side(to, true).await.map_err(CopyError::To)?),
            Backend::Postgres => Box::new(Postgres::copy_side(to).await.map_err(CopyError::To)?),
        };
        copying::copy(&mut *source, target, progress).await
    })
}

/// Writes a backup of a database to a new file, and returns its size in bytes. The backup has every write acknowledged before the call. A
/// service may use the database meanwhile.
///
/// # Errors
/// If the database is on a server or cannot be read, or if the backup cannot be written. No file is left then.
pub fn backup<'a>(address: &'a str, to: &'a Path) -> Boxed<'a, Result<u64, BackupError>> {
    Box::pin(async move {
        match Backend::of(address).map_err(BackupError::Database)? {
            Backend::Sqlite => Sqlite::backup(address, to).await,
            Backend::Postgres => Err(BackupError::OnServer),
        }
    })
}

/// Replaces a database that no process has open by a copy of a backup, after checking the whole copy. The old database is renamed.
///
/// # Errors
/// If the database is on a server or in use, or if the backup is not a complete database of this program. See [`RestoreError`].
pub fn restore<'a>(address: &'a str, from: &'a Path) -> Boxed<'a, Result<Restored, RestoreError>> {
    Box::pin(async move {
        match Backend::of(address).map_err(RestoreError::Database)? {
            Backend::Sqlite => Sqlite::restore(address, from).await,
            Backend::Postgres => Err(RestoreError::OnServer),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Backend, redacted};

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
            assert_eq!(Backend::of(address), Ok(Backend::Sqlite), "{address}");
            assert_eq!(redacted(address), address);
        }
        for address in ["postgres://ada@localhost/funhouse", "postgresql:///funhouse?host=/run", "postgres:"] {
            assert_eq!(Backend::of(address), Ok(Backend::Postgres), "{address}");
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
            let message = Backend::of(address).expect_err(address).to_string();
            assert!(message.contains("FILE, sqlite://FILE or postgres://USER@HOST/DATABASE"), "{message}");
            assert!(!message.contains("swordfish"), "{message}");
            assert_eq!(redacted(address), "the database");
        }
    }

    #[test]
    fn redacts_passwords_in_addresses() {
        for (address, due) in [
            ("sqlite://funhouse.db", "sqlite://funhouse.db"),
            ("sqlite:///home/a:b@c/funhouse.db", "sqlite:///home/a:b@c/funhouse.db"),
            ("postgres://ada@localhost/funhouse", "postgres://ada@localhost/funhouse"),
            ("postgres://ada:sw@ordfish@localhost:5432/funhouse", "postgres://ada:***@localhost:5432/funhouse"),
            ("postgres://ada:swordfish@localhost", "postgres://ada:***@localhost"),
            ("postgres://ada:swordfish@/funhouse?host=/run", "postgres://ada:***@/funhouse?host=/run"),
            ("postgres://ada:sword/fish@localhost/funhouse", "postgres://ada:***@localhost/funhouse"),
            ("postgres://ada:sword?fish@localhost/funhouse", "postgres://ada:***@localhost/funhouse"),
            ("postgres://ada:sw@ord?fish@localhost/funhouse", "postgres://ada:***@localhost/funhouse"),
            (
                "postgres://ada@localhost/funhouse?password=sw:or@dfish",
                "postgres://ada@localhost/funhouse?password=***",
            ),
            ("postgres:///funhouse?password=swordfish&host=/run", "postgres:///funhouse?password=***&host=/run"),
            ("postgres:///funhouse?host=/run&password=swordfish", "postgres:///funhouse?host=/run&password=***"),
        ] {
            assert_eq!(redacted(address), due);
        }
    }
}
