//! The connections that read. They stay open, since a later connection might find another file at the path.

use std::sync::Arc;

use super::{Connection, Pool};
use crate::StoreError;
use crate::metrics::ErrorCounts;

/// Connections that read, each for one read at a time.
#[derive(Clone, Debug)]
pub(super) struct Readers(Pool, Arc<ErrorCounts>);

impl Readers {
    pub(super) fn of(pool: Pool) -> Self {
        Self(pool, Arc::new(ErrorCounts::of("read")))
    }

    /// Does work on a connection of its own.
    pub(super) async fn read<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let outcome = async { Ok(work(&mut *self.0.acquire().await?).await?) }.await;
        self.1.count(&outcome);
        outcome
    }

    /// Returns the errors of reads.
    pub(super) fn errors(&self) -> &ErrorCounts {
        &self.1
    }

    /// Closes all connections once they are free.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }

    /// Returns all connections.
    #[cfg(test)]
    pub(super) fn pool(&self) -> &Pool {
        &self.0
    }
}
