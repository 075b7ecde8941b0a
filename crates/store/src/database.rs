//! A database of whichever kind, as it is named on the command line: its kind is told here and nowhere else.

use std::sync::Arc;

use crate::AnyStore;
pub use crate::opening::OpenError;
use crate::sqlite::Sqlite;

/// The kinds of databases.
enum Kind {
    Sqlite,
}

impl Kind {
    /// The kind that the scheme of an address tells. What is no address is not repeated, since there may be a password in it.
    fn of(address: &str) -> Result<Self, OpenError> {
        match address.split_once(':') {
            Some(("sqlite", _)) => Ok(Self::Sqlite),
            _ => Err(OpenError::NotAnAddress("this one begins otherwise".to_owned())),
        }
    }
}

/// Opens a database, or makes it, and brings it up to date. Its kind is told by the scheme of the address:
/// `sqlite://FILE`.
///
/// # Errors
/// When it cannot be used; it is then as it was.
pub async fn open(address: &str) -> Result<AnyStore, OpenError> {
    Ok(match Kind::of(address)? {
        Kind::Sqlite => Arc::new(Sqlite::open(address).await?),
    })
}

/// Makes all boards of a database anew from its runs, of which it tells the number, and brings it up to date. `progress` is told how
/// many runs of how many are done. Until it is done, boards can be read as they were, and nothing else can be written.
///
/// # Errors
/// When the database cannot be used; its boards are then as they were.
pub async fn rebuild(address: &str, progress: impl Fn(u64, u64)) -> Result<u64, OpenError> {
    match Kind::of(address)? {
        Kind::Sqlite => Sqlite::rebuild(address, progress).await,
    }
}

/// All lines of all boards as they are kept, for those who compare them: the numbers of category, scope and period, 1 if it is its
/// player's best there, rank key, moves and run of each, in that order.
///
/// # Errors
/// When the database cannot be read, or its boards are damaged.
pub async fn lines(address: &str) -> Result<Vec<[i64; 7]>, OpenError> {
    match Kind::of(address)? {
        Kind::Sqlite => Sqlite::lines(address).await,
    }
}
