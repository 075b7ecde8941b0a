//! Why a transaction was not committed, and how the last commit went.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::StoreError;
use crate::backend::failure::{self, Failure};

/// For how long the outcome of a commit says how the next one would go.
const RECENT: Duration = Duration::from_secs(1);

/// Why a transaction was not committed, as far as is known.
#[derive(Debug)]
pub(crate) enum NotCommitted {
    /// It was rolled back, for this reason.
    RolledBack(sqlx::Error),
    /// It was not begun, since the database cannot be reached, is held by others, or is not the one that was opened.
    NotBegun(StoreError),
    /// It may have been committed or not.
    Unknown(StoreError),
}

impl NotCommitted {
    /// Fails as the transaction did, if it was not even begun.
    pub(crate) fn begun(&self) -> Result<(), StoreError> {
        if let Self::NotBegun(why) = self { Err(why.clone()) } else { Ok(()) }
    }

    /// Whether it contradicts what is there, as it does if another instance has just written the same.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self.failure(), Some(Failure::Constraint | Failure::Deadlock))
    }

    /// Whether another transaction, with less or other work, may be committed all the same.
    pub(crate) fn may_concern_one(&self) -> bool {
        // What is no failure of the database is one of what was read or bound.
        self.is_conflict() || matches!(self.failure(), Some(Failure::Full | Failure::TooLarge | Failure::Elsewhere))
    }

    fn failure(&self) -> Option<Failure> {
        if let Self::RolledBack(error) = self { Some(failure::of(error)) } else { None }
    }
}

impl From<sqlx::Error> for NotCommitted {
    fn from(error: sqlx::Error) -> Self {
        Self::RolledBack(error)
    }
}

impl From<NotCommitted> for StoreError {
    fn from(why: NotCommitted) -> Self {
        match why {
            NotCommitted::RolledBack(error) => error.into(),
            NotCommitted::NotBegun(error) | NotCommitted::Unknown(error) => error,
        }
    }
}

/// How the last commit went, shared between the writer and its callers.
#[derive(Clone, Debug, Default)]
#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
pub(crate) struct LastCommit {
    last: Arc<Mutex<Option<Dated>>>,
    /// How many there were.
    #[cfg(test)]
    commits: Arc<std::sync::atomic::AtomicU64>,
}

/// How a commit went, and when that was known.
#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
type Dated = (std::time::Instant, Result<(), StoreError>);

#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
impl LastCommit {
    fn note(&self, outcome: Result<(), StoreError>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((std::time::Instant::now(), outcome));
    }

    /// Notes how a transaction ended.
    pub(crate) fn note_outcome<T>(&self, outcome: &Result<T, NotCommitted>) {
        match outcome {
            Ok(_) => {
                #[cfg(test)]
                self.commits.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                self.note(Ok(()));
            }
            // Such a write would be refused by any database.
            Err(why) if why.is_conflict() => {}
            Err(NotCommitted::RolledBack(error)) => self.note(Err(error.into())),
            Err(NotCommitted::NotBegun(error) | NotCommitted::Unknown(error)) => self.note(Err(error.clone())),
        }
    }

    /// How it went, if that was less than a second ago.
    pub(crate) fn recent(&self) -> Option<Result<(), StoreError>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(at, _)| at.elapsed() < RECENT).map(|(_, outcome)| outcome.clone())
    }

    /// Whether it failed, however long ago.
    pub(crate) fn failed(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_some_and(|(_, outcome)| outcome.is_err())
    }

    /// How many commits there were.
    #[cfg(test)]
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Has it been long ago, with this outcome.
    #[cfg(test)]
    pub(crate) fn age(&self, outcome: Result<(), StoreError>) {
        let long_ago = std::time::Instant::now().checked_sub(RECENT);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = long_ago.map(|at| (at, outcome));
    }
}
