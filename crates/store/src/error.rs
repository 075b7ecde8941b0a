//! Errors of the store.

use std::fmt;

use crate::backend::failure::{self, Failure};

/// An error of a call of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store is overloaded. The same call may succeed later. Nothing was changed.
    Busy,
    /// The database failed, for example because the disk is full. Nothing was changed. The text is for the log.
    Unavailable(String),
    /// The database failed during a commit, which may have succeeded or not, or the time limit of a call was up after its transaction had
    /// begun, which may still be committed. The text is for the log.
    Unknown(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("the store has too much to do"),
            Self::Unavailable(why) => write!(f, "the store is unavailable: {why}"),
            Self::Unknown(why) => write!(f, "the store failed while it wrote: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<&sqlx::Error> for StoreError {
    fn from(error: &sqlx::Error) -> Self {
        match failure::of(error) {
            Failure::Busy | Failure::Deadlock => Self::Busy,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::from(&error)
    }
}
