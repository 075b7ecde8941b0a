//! The connections that read.
//!
//! A read fails if the server is [silent](Silence) for too long. Its connection is then closed, since its answer may arrive late and must not be
//! mistaken for that of the next read. The pool opens another one.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use tokio::runtime::Handle;

use super::{Connection, Db, Pool};
use crate::StoreError;
use crate::backend::failure::{self, Failure};
use crate::backend::silence::Silence;
use crate::metrics::ErrorCounts;

/// Connections that read, each for one read at a time.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    pool: Pool,
    silence: Silence,
    errors: Arc<ErrorCounts>,
}

impl Readers {
    pub(super) fn of(pool: Pool, silence: Silence) -> Self {
        Self { pool, silence, errors: Arc::new(ErrorCounts::of("read")) }
    }

    /// Does work on a connection of its own.
    pub(super) async fn read<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let outcome = async {
            let mut lease = self.lease().await?;
            let outcome = self.silence.bound(work(&mut lease)).await;
            if outcome.as_ref().is_err_and(|error| failure::of(error) == Failure::Unreachable) {
                lease.close();
            }
            Ok(outcome?)
        };
        let outcome = outcome.await;
        self.errors.count(&outcome);
        outcome
    }

    /// Returns the errors of reads.
    pub(super) fn errors(&self) -> &ErrorCounts {
        &self.errors
    }

    /// Acquires a connection. The pool waits for one as long as the server may be silent.
    async fn lease(&self) -> sqlx::Result<Lease> {
        match self.pool.acquire().await {
            Ok(connection) => Ok(Lease { connection, limit: self.silence.limit() }),
            // Not the other reads took so long, but the server.
            Err(sqlx::Error::PoolTimedOut) if self.silence.has_lasted() => Err(self.silence.error()),
            Err(error) => Err(error),
        }
    }

    /// Returns the number of connections.
    #[cfg(test)]
    pub(super) fn connections(&self) -> u32 {
        self.pool.size()
    }

    /// Closes all connections once they are free.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// A connection that is in use.
struct Lease {
    connection: PoolConnection<Db>,
    limit: Duration,
}

impl Lease {
    /// Closes the connection: dropping the unpolled future of the pool does that.
    fn close(mut self) {
        drop(self.connection.return_to_pool());
    }
}

impl Deref for Lease {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

/// Returns the connection to the pool, which first reads pending answers, such as that of an abandoned read. It would wait forever, so the
/// timeout drops the work, which closes the connection and frees its place. A read that is dropped while the program ends may outlive the
/// runtime: then the connection is closed at once.
impl Drop for Lease {
    fn drop(&mut self) {
        let returned = self.connection.return_to_pool();
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(tokio::time::timeout(self.limit, returned));
        }
    }
}
