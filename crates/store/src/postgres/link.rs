//! A connection to a primary.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::time::Duration;

use sqlx::Executor as _;
use sqlx::postgres::PgConnection;
use tokio::time::{Instant, timeout};

use super::servers::{Process, Servers};
use crate::backend::silence;

/// Time after which a connection is tested again before it is used. A test costs as much as a read.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// Minimum lifetime of a connection, and the range of what is added at random, so that not all are replaced at once. A balancer or a name
/// may lead a new connection to another server.
const LIFETIME: Duration = Duration::from_secs(25 * 60);
const LIFETIME_RANGE: u64 = 10 * 60;

/// Returns when a connection that was just opened is to be replaced.
pub(super) fn expiry() -> Instant {
    let random = RandomState::new().hash_one(0) % LIFETIME_RANGE;
    Instant::now() + LIFETIME + Duration::from_secs(random)
}

/// A connection whose server was a primary when it was last tested.
#[derive(Debug)]
pub(super) struct Link {
    connection: PgConnection,
    servers: Servers,
    process: Process,
    tested: Instant,
    expires: Instant,
}

impl Link {
    /// A connection that was just tested.
    pub(super) fn new(connection: PgConnection, servers: Servers, process: Process) -> Self {
        Self { connection, servers, process, tested: Instant::now(), expires: expiry() }
    }

    /// Whether it has reached its lifetime.
    pub(super) fn is_expired(&self) -> bool {
        Instant::now() >= self.expires
    }

    /// Whether it can be used without a test.
    pub(super) fn is_trusted(&self) -> bool {
        self.tested.elapsed() < TRUSTED_FOR && !self.is_expired()
    }

    /// Fails if it is broken, or if its server has become a standby.
    pub(super) async fn test(&mut self) -> sqlx::Result<()> {
        self.servers.require_primary(&mut self.connection).await?;
        self.tested = Instant::now();
        Ok(())
    }

    /// Commits. While it takes longer than a time limit, the process of the server must still be there: then another connection would hang
    /// as well, and leave another such process.
    pub(super) async fn commit(&mut self, limit: Duration) -> sqlx::Result<()> {
        let mut commit = pin!(self.connection.execute("COMMIT"));
        loop {
            match timeout(limit, commit.as_mut()).await {
                Ok(outcome) => return outcome.map(|_| ()),
                Err(_) if self.servers.have(&self.process, limit / 2).await => {}
                Err(_) => return Err(silence::error(limit)),
            }
        }
    }

    pub(super) fn into_connection(self) -> PgConnection {
        self.connection
    }
}

impl Deref for Link {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Link {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}
