//! Outcomes of transactions.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::StoreError;
use crate::backend::failure::{self, Failure};

/// How long the outcome of a commit predicts that of the next one.
const RECENT: Duration = Duration::from_secs(1);

/// Why a transaction was not committed.
#[derive(Debug)]
pub(crate) enum CommitError {
    /// It was rolled back.
    RolledBack(sqlx::Error),
    /// It did not begin, since the database cannot be reached, is locked by others, or is not the one that was opened.
    NotBegun(StoreError),
    /// It may have been committed or not.
    Unknown(StoreError),
}

impl CommitError {
    /// Fails as the transaction did, if it did not begin.
    pub(crate) fn begun(&self) -> Result<(), StoreError> {
        if let Self::NotBegun(why) = self { Err(why.clone()) } else { Ok(()) }
    }

    /// Whether it conflicts with stored rows, as if another instance has just written the same.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self.failure(), Some(Failure::Constraint | Failure::Deadlock))
    }

    /// Whether a transaction with less or other work may succeed.
    pub(crate) fn may_concern_one(&self) -> bool {
        // Errors outside the database are those of values that were read or bound.
        self.is_conflict() || matches!(self.failure(), Some(Failure::Full | Failure::TooLarge | Failure::Elsewhere))
    }

    fn failure(&self) -> Option<Failure> {
        if let Self::RolledBack(error) = self { Some(failure::of(error)) } else { None }
    }
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        Self::RolledBack(error)
    }
}

impl From<CommitError> for StoreError {
    fn from(why: CommitError) -> Self {
        match why {
            CommitError::RolledBack(error) => error.into(),
            CommitError::NotBegun(error) | CommitError::Unknown(error) => error,
        }
    }
}

/// The outcome of the last commit, shared between the writer and its callers.
#[derive(Clone, Debug, Default)]
#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
pub(crate) struct LastCommit {
    last: Arc<Mutex<Option<Dated>>>,
    /// Number of commits.
    #[cfg(test)]
    commits: Arc<std::sync::atomic::AtomicU64>,
}

/// The outcome of a commit and its time.
#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
type Dated = (std::time::Instant, Result<(), StoreError>);

#[allow(clippy::disallowed_types, reason = "the age of a commit is measured here; no rule knows it")]
impl LastCommit {
    fn note(&self, outcome: Result<(), StoreError>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((std::time::Instant::now(), outcome));
    }

    /// Stores the outcome of a transaction.
    pub(crate) fn note_outcome<T>(&self, outcome: &Result<T, CommitError>) {
        match outcome {
            Ok(_) => {
                #[cfg(test)]
                self.commits.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                self.note(Ok(()));
            }
            // Any database would reject such a write.
            Err(why) if why.is_conflict() => {}
            Err(CommitError::RolledBack(error)) => self.note(Err(error.into())),
            Err(CommitError::NotBegun(error) | CommitError::Unknown(error)) => self.note(Err(error.clone())),
        }
    }

    /// Returns the outcome, if it is less than a second old.
    pub(crate) fn recent(&self) -> Option<Result<(), StoreError>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(at, _)| at.elapsed() < RECENT).map(|(_, outcome)| outcome.clone())
    }

    /// Whether it failed, at any time.
    pub(crate) fn failed(&self) -> bool {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().is_some_and(|(_, outcome)| outcome.is_err())
    }

    /// Returns the number of commits.
    #[cfg(test)]
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Sets the outcome as if it were old.
    #[cfg(test)]
    pub(crate) fn age(&self, outcome: Result<(), StoreError>) {
        let long_ago = std::time::Instant::now().checked_sub(RECENT);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = long_ago.map(|at| (at, outcome));
    }
}
