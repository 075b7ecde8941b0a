//! The connection of an instance that writes, and the thread of the others.

use std::io;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::BEGIN_WRITING;
use super::link::Link;
use super::notifications::{self, Notifications};
use super::readers::Readers;
use super::servers::Servers;
use super::session::Session;
use super::sql::writer::outcome::{CommitError, LastCommit};
use crate::backend::failure::{self, Failure};
use crate::backend::silence::Silence;
use crate::metrics::ServerMetrics;
use crate::{PlayerId, StoreError, TableId};

/// The connection that writes. After a failure, the next write opens another one.
pub(super) struct Committer {
    session: Session,
    link: Option<Link>,
    /// Whether there was a connection before.
    was_connected: bool,
    last: LastCommit,
    silence: Silence,
}

impl Committer {
    pub(super) fn new(session: Session, last: LastCommit, silence: Silence) -> Self {
        Self { session, link: None, was_connected: false, last, silence }
    }

    /// Does work in a transaction, which is rolled back if the work fails.
    pub(super) async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, CommitError> {
        let outcome = self.attempt(work).await;
        self.last.note_outcome(&outcome);
        outcome
    }

    async fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, CommitError> {
        let silence = self.silence.clone();
        // A connection is only used again if it is stored back after success.
        let begun = silence.bound(self.begin()).await;
        let mut link = begun.map_err(|error| CommitError::NotBegun(error.into()))?;
        let worked = match silence.bound(work(&mut link)).await {
            Ok(worked) => worked,
            Err(error) => {
                self.roll_back(link, &error).await;
                return Err(error.into());
            }
        };
        match link.commit(silence.limit()).await {
            Ok(_) => {
                self.link = Some(link);
                Ok(worked)
            }
            Err(error) if is_undone(&error) => {
                self.roll_back(link, &error).await;
                Err(error.into())
            }
            Err(error) => Err(CommitError::Unknown(StoreError::Unknown(error.to_string()))),
        }
    }

    /// Begins a transaction, on a new connection if the old one broke while it was idle or its server became a standby.
    async fn begin(&mut self) -> sqlx::Result<Link> {
        let mut link = self.connection().await?;
        let begun = link.execute(BEGIN_WRITING).await;
        match begun {
            Ok(_) => return Ok(link),
            Err(error) if failure::of(&error) == Failure::Unreachable => {}
            Err(error) => {
                self.roll_back(link, &error).await;
                return Err(error);
            }
        }
        let mut link = self.connection().await?;
        link.execute(BEGIN_WRITING).await?;
        Ok(link)
    }

    async fn connection(&mut self) -> sqlx::Result<Link> {
        let (old, within) = (self.link.take(), self.silence.limit());
        let link = match old {
            None if !self.was_connected => self.session.connect(within / 2).await?,
            old => self.session.renew(old, within).await?,
        };
        self.was_connected = true;
        Ok(link)
    }

    /// Rolls back after an error, and stores the connection back if that succeeds. Otherwise the server rolls back when the connection closes.
    /// A server that did not respond gets no further statement, and one that cannot be written may have become a standby.
    async fn roll_back(&mut self, mut link: Link, after: &sqlx::Error) {
        let lost = matches!(failure::of(after), Failure::Unreachable | Failure::ReadOnly);
        if !lost && self.silence.bound(link.execute("ROLLBACK")).await.is_ok() {
            self.link = Some(link);
        }
    }

    /// Returns the outcome of the last commit, if it was recent; otherwise commits something.
    pub(super) async fn probe(&mut self) -> Result<(), StoreError> {
        if let Some(outcome) = self.last.recent() {
            return outcome;
        }
        let failed = self.last.failed();
        let probe = async |connection: &mut PgConnection| {
            // The value must change, or nothing would be written. It is the number of probes, in decimal.
            let count = "INSERT INTO meta (name, value) VALUES ('probe', '1')
                ON CONFLICT (name) DO UPDATE
                SET value = CAST(CAST(convert_from(meta.value, 'UTF8') AS BIGINT) + 1 AS TEXT)::bytea";
            connection.execute(count).await?;
            if failed {
                // After a failure, such as a full disk, more than the largest run must fit again.
                let fill = "INSERT INTO meta (name, value)
                    SELECT 'room', string_agg(uuid_send(gen_random_uuid()), '') FROM generate_series(1, 16384)";
                connection.execute(fill).await?;
                connection.execute("DELETE FROM meta WHERE name = 'room'").await?;
            }
            Ok(())
        };
        Ok(self.transaction(probe).await?)
    }

    /// Does nothing: the server removes deleted data when it vacuums and recycles its log.
    pub(super) async fn truncate_log(&mut self) {}

    /// Waits for a future.
    pub(super) async fn truncating<T>(&mut self, waited_for: impl Future<Output = T>) -> T {
        waited_for.await
    }

    /// Closes the connection. Commits are safe even if that fails.
    pub(super) async fn close(self) {
        if let Some(link) = self.link {
            let _ = self.silence.bound(link.into_connection().close()).await;
        }
    }
}

/// Whether a failed `COMMIT` is known to have committed nothing: the server rejected it and continues. After a lost connection, the outcome
/// is unknown.
fn is_undone(error: &sqlx::Error) -> bool {
    matches!(
        failure::of(error),
        Failure::Busy | Failure::Deadlock | Failure::Full | Failure::ReadOnly | Failure::Constraint
    )
}

/// The thread that drives the connections of readers, until the last clone is dropped. Reads run on many short-lived threads, and a connection
/// must not depend on the one that opened it.
#[derive(Clone, Debug)]
pub(super) struct Opened(Arc<Watch>);

#[derive(Debug)]
struct Watch {
    handle: Handle,
    servers: Servers,
    /// Time limit of the heartbeat of the connection that listens.
    limit: Duration,
    /// Set by the first call that waits for notifications.
    notifications: OnceLock<Notifications>,
    /// Ends the thread on drop.
    _until: oneshot::Sender<()>,
}

impl Opened {
    /// Starts the thread.
    pub(super) fn watch(servers: Servers, limit: Duration) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (until, ended) = oneshot::channel();
        let handle = runtime.handle().clone();
        let watch = move || {
            let _ = runtime.block_on(ended);
        };
        thread::Builder::new().name("store-readers".to_owned()).spawn(watch)?;
        Ok(Self(Arc::new(Watch { handle, servers, limit, notifications: OnceLock::new(), _until: until })))
    }

    /// Returns the thread, for connections.
    pub(super) fn handle(&self) -> &Handle {
        &self.0.handle
    }

    /// Waits until any instance has changed tables, and returns them with their versions.
    pub(super) async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        self.notifications().changes().await
    }

    /// Waits until any instance has stored events, and returns their players.
    pub(super) async fn events_stored(&self) -> Vec<PlayerId> {
        self.notifications().events().await
    }

    /// Sends a signal to all instances.
    pub(super) async fn signal(&self, readers: &Readers, signal: String) -> Result<(), StoreError> {
        readers.read(async move |connection| notifications::signal(connection, &signal).await).await
    }

    /// Waits for signals of all instances, and returns them.
    pub(super) async fn signals(&self) -> Vec<String> {
        self.notifications().signals().await
    }

    fn notifications(&self) -> &Notifications {
        self.0.notifications.get_or_init(|| {
            let (notifications, listening) = Notifications::new(self.0.servers.clone(), self.0.limit);
            self.0.handle.spawn(listening);
            notifications
        })
    }

    /// Returns how often a connection was replaced.
    pub(super) fn reconnects(&self) -> u64 {
        self.0.servers.reconnects()
    }

    /// Returns what is known about the server.
    pub(super) fn server(&self) -> Option<ServerMetrics> {
        let listener_age = self.0.notifications.get().map(Notifications::age);
        Some(ServerMetrics { is_primary: self.0.servers.is_primary(), listener_age, reconnects: self.reconnects() })
    }

    /// Returns none: the size of the log of a server is not known.
    pub(super) fn log_bytes(&self) -> Option<u64> {
        None
    }

    /// Returns none: a database on a server cannot be damaged unnoticed.
    pub(super) fn damaged(&self) -> Option<bool> {
        None
    }

    /// Does nothing: a database on a server cannot be replaced unnoticed, as a file can.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
