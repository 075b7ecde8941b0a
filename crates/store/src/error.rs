//! Why the store did not do what it was asked for.

use std::fmt;

use crate::backend::failure::{self, Failure};

/// Why the store did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It has too much to do; the same call may succeed later. Nothing was changed.
    Busy,
    /// It cannot for now, for example because the disk is full. Nothing was changed. The text is for the log.
    Unavailable(String),
    /// It failed while it wrote: what was asked for may have been done or not. The text is for the log.
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
