//! The connections that read.
//!
//! A read fails if it takes too long. Its connection is then closed unless the pending answer arrives soon, since that must not be mistaken
//! for the answer of the next read. The next read opens another connection.
//!
//! The pool is our own, because that of the driver knows only one server, and gives a connection back only after a further round trip.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::Connection as _;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use super::Connection;
use super::link::Link;
use super::session::Session;
use crate::StoreError;
use crate::backend::failure::{self, Failure};
use crate::backend::silence::Silence;
use crate::metrics::ErrorCounts;

/// Number of connections.
const READERS: u32 = 8;

/// Connections that read, each for one read at a time.
#[derive(Clone, Debug)]
pub(super) struct Readers(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    session: Session,
    /// The thread that drives the connections.
    handle: Handle,
    idle: Mutex<Vec<Link>>,
    /// One per connection that is not in use, whether it is open or not.
    permits: Arc<Semaphore>,
    silence: Silence,
    errors: ErrorCounts,
}

impl Readers {
    /// Opens all connections.
    pub(super) async fn open(
        session: Session,
        within: Duration,
        handle: Handle,
        silence: Silence,
    ) -> sqlx::Result<Self> {
        let (idle, permits) = (Mutex::default(), Arc::new(Semaphore::new(READERS as usize)));
        let pool = Pool { session, handle, idle, permits, silence, errors: ErrorCounts::of("read") };
        for _ in 0..READERS {
            let session = pool.session.clone();
            let link = pool.on_thread(async move { session.connect(within).await }).await?;
            pool.idle().push(link);
        }
        Ok(Self(Arc::new(pool)))
    }

    /// Does work on a connection of its own.
    pub(super) async fn read<T>(
        &self,
        work: impl AsyncFnOnce(&mut Connection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let deadline = Instant::now() + self.0.silence.limit();
        let outcome = async {
            let mut lease = self.lease(deadline).await?;
            let Some(link) = &mut lease.link else { return Err(sqlx::Error::PoolClosed.into()) };
            let answered = timeout_at(deadline, self.0.silence.bound(work(link))).await;
            let outcome = answered.unwrap_or_else(|_| Err(self.0.silence.error()));
            lease.note(&outcome);
            Ok(outcome?)
        };
        let outcome = outcome.await;
        self.0.errors.count(&outcome);
        outcome
    }

    /// Returns the errors of reads.
    pub(super) fn errors(&self) -> &ErrorCounts {
        &self.0.errors
    }

    /// Acquires a connection, and opens it if necessary. Half of the time is left for the read.
    async fn lease(&self, deadline: Instant) -> sqlx::Result<Lease> {
        let permit = timeout(self.0.silence.limit() / 2, self.0.permits.clone().acquire_owned());
        let Ok(permit) = permit.await else {
            // Not the other reads took so long, but the server.
            let silent = self.0.silence.has_lasted();
            return Err(if silent { self.0.silence.error() } else { sqlx::Error::PoolTimedOut });
        };
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        let old = self.0.idle().pop();
        let link = match old {
            Some(link) if link.is_trusted() => link,
            old => {
                let (session, left) = (self.0.session.clone(), deadline.saturating_duration_since(Instant::now()));
                self.0.on_thread(async move { session.renew(old, left).await }).await?
            }
        };
        Ok(Lease { link: Some(link), state: State::Unanswered, pool: Arc::clone(&self.0), permit: Some(permit) })
    }

    /// Returns the number of connections that are open.
    #[cfg(test)]
    pub(super) fn connections(&self) -> usize {
        self.0.idle().len() + READERS as usize - self.0.permits.available_permits()
    }

    /// Closes all connections once they are free.
    pub(super) async fn close(&self) {
        let all = self.0.permits.acquire_many(READERS).await;
        self.0.permits.close();
        if all.is_ok() {
            let links = std::mem::take(&mut *self.0.idle());
            for link in links {
                let _ = timeout(self.0.silence.limit(), link.into_connection().close()).await;
            }
        }
    }
}

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Vec<Link>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work on the thread of the connections.
    async fn on_thread<T: Send + 'static>(
        &self,
        work: impl Future<Output = sqlx::Result<T>> + Send + 'static,
    ) -> sqlx::Result<T> {
        self.handle.spawn(work).await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }
}

/// What may still arrive on a connection.
enum State {
    /// Nothing.
    Clean,
    /// An answer, such as that of an abandoned read.
    Unanswered,
    /// It is broken, or its server has become a standby.
    Lost,
}

/// A connection that is in use.
struct Lease {
    link: Option<Link>,
    state: State,
    pool: Arc<Pool>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Lease {
    /// Records the outcome of the work, which ends each transaction that it begins.
    fn note<T>(&mut self, outcome: &sqlx::Result<T>) {
        self.state = match outcome.as_ref().map_err(failure::of) {
            Ok(_) => State::Clean,
            Err(Failure::Unreachable | Failure::ReadOnly) => State::Lost,
            Err(_) => State::Unanswered,
        };
    }
}

/// Gives the connection back. If answers are pending, reads them first, up to a time limit, after which the connection is closed.
impl Drop for Lease {
    fn drop(&mut self) {
        let (Some(mut link), permit, pool) = (self.link.take(), self.permit.take(), Arc::clone(&self.pool)) else {
            return;
        };
        match self.state {
            State::Clean => pool.idle().push(link),
            State::Lost => {}
            State::Unanswered => drop(self.pool.handle.spawn(async move {
                if let Ok(Ok(())) = timeout(pool.silence.limit(), link.ping()).await {
                    pool.idle().push(link);
                }
                drop(permit);
            })),
        }
    }
}
