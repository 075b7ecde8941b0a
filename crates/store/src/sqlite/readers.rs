//! The connections that read. They stay open, since a later connection might find another file at the path.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Connection, Pool};
use crate::StoreError;
use crate::backend::silence;
use crate::metrics::ErrorCounts;

/// Connections that read, each for one read at a time.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    pool: Pool,
    /// Time limit of a read, from when it waits for a connection.
    timeout: Duration,
    errors: Arc<ErrorCounts>,
}

impl Readers {
    pub(super) fn of(pool: Pool, timeout: Duration) -> Self {
        Self { pool, timeout, errors: Arc::new(ErrorCounts::of("read")) }
    }

    /// Does work on a connection of its own.
    pub(super) async fn read<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let deadline = Instant::now() + self.timeout;
        let outcome = async {
            let mut connection = self.pool.acquire().await?;
            let late = |_| silence::error(self.timeout);
            Ok(tokio::time::timeout_at(deadline, work(&mut connection)).await.map_err(late)??)
        };
        let outcome = outcome.await;
        self.errors.count(&outcome);
        outcome
    }

    /// Returns the errors of reads.
    pub(super) fn errors(&self) -> &ErrorCounts {
        &self.errors
    }

    /// Closes all connections once they are free.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Returns all connections.
    #[cfg(test)]
    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }
}
