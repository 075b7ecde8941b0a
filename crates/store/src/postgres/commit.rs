//! Commits: the one connection of an instance that writes, and how the last commit went.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, Executor as _};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::BEGIN_WRITING;
use super::notifications::News;
use super::session::Session;
use super::sql::writer::outcome::{LastCommit, NotCommitted};
use crate::backend::failure::{self, Failure};
use crate::backend::silence::Silence;
use crate::{StoreError, TableId};

/// For how long a server may be silent while a connection is made to open a database.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// The connection that writes. One that broke is made anew when something is to be written.
pub(super) struct Committer {
    session: Session,
    connection: Option<PgConnection>,
    last: LastCommit,
    silence: Silence,
}

impl Committer {
    pub(super) fn new(session: Session, last: LastCommit, silence: Silence) -> Self {
        Self { session, connection: None, last, silence }
    }

    /// Does work in a transaction, which is rolled back if the work fails.
    pub(super) async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotCommitted> {
        let outcome = self.attempt(work).await;
        self.last.note_outcome(&outcome);
        outcome
    }

    async fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotCommitted> {
        let silence = self.silence.clone();
        // Whatever goes wrong with the connection, it is not used again unless it is put back.
        let begun = silence.bound(self.begin()).await;
        let mut connection = begun.map_err(|error| NotCommitted::NotBegun(error.into()))?;
        let worked = match silence.bound(work(&mut connection)).await {
            Ok(worked) => worked,
            Err(error) => {
                self.roll_back(connection, &error).await;
                return Err(error.into());
            }
        };
        match silence.bound(connection.execute("COMMIT")).await {
            Ok(_) => {
                self.connection = Some(connection);
                Ok(worked)
            }
            Err(error) if is_undone(&error) => {
                self.roll_back(connection, &error).await;
                Err(error.into())
            }
            Err(error) => Err(NotCommitted::Unknown(StoreError::Unknown(error.to_string()))),
        }
    }

    /// Begins a transaction. A connection that broke while nothing was to be done is made anew.
    async fn begin(&mut self) -> sqlx::Result<PgConnection> {
        if let Some(mut connection) = self.connection.take() {
            match connection.execute(BEGIN_WRITING).await {
                Ok(_) => return Ok(connection),
                Err(error) if failure::of(&error) == Failure::Unreachable => {}
                Err(error) => {
                    self.roll_back(connection, &error).await;
                    return Err(error);
                }
            }
        }
        let mut connection = self.session.connect().await?;
        connection.execute(BEGIN_WRITING).await?;
        Ok(connection)
    }

    /// Rolls back after an error, and keeps the connection if that succeeds. Otherwise the server does, once the connection is gone; where it
    /// has not answered, it is not asked again.
    async fn roll_back(&mut self, mut connection: PgConnection, after: &sqlx::Error) {
        let broken = failure::of(after) == Failure::Unreachable;
        if !broken && self.silence.bound(connection.execute("ROLLBACK")).await.is_ok() {
            self.connection = Some(connection);
        }
    }

    /// How the last commit went, if that was recently; else one is made to see.
    pub(super) async fn probe(&mut self) -> Result<(), StoreError> {
        if let Some(outcome) = self.last.recent() {
            return outcome;
        }
        let failed = self.last.failed();
        let probe = async |connection: &mut PgConnection| {
            // The value must change, or nothing would be written: it is the number of such commits, in decimal.
            let count = "INSERT INTO meta (name, value) VALUES ('probe', '1')
                ON CONFLICT (name) DO UPDATE
                SET value = CAST(CAST(convert_from(meta.value, 'UTF8') AS BIGINT) + 1 AS TEXT)::bytea";
            connection.execute(count).await?;
            if failed {
                // So little may fit when nothing else does: there must be room again for what is larger than any run.
                let take = "INSERT INTO meta (name, value)
                    SELECT 'room', string_agg(uuid_send(gen_random_uuid()), '') FROM generate_series(1, 16384)";
                connection.execute(take).await?;
                connection.execute("DELETE FROM meta WHERE name = 'room'").await?;
            }
            Ok(())
        };
        Ok(self.transaction(probe).await?)
    }

    /// When what was deleted is in no file any more is the server's affair: when it has vacuumed, and recycled its log.
    pub(super) async fn truncate_log(&mut self) {}

    /// Waits for something.
    pub(super) async fn truncating<T>(&mut self, waited_for: impl Future<Output = T>) -> T {
        waited_for.await
    }

    /// Closes the connection. What was committed is safe whether or not it closes well.
    pub(super) async fn close(self) {
        if let Some(connection) = self.connection {
            let _ = self.silence.bound(connection.close()).await;
        }
    }
}

/// Connects, to open a database.
pub(super) async fn connected(session: &Session) -> sqlx::Result<PgConnection> {
    Silence::limited_to(CONNECT_TIMEOUT).bound(session.connect()).await
}

/// Whether a `COMMIT` that failed so is known to have committed nothing: the server itself refused it and goes on. If it was lost or
/// has ended, nobody knows.
fn is_undone(error: &sqlx::Error) -> bool {
    matches!(
        failure::of(error),
        Failure::Busy | Failure::Deadlock | Failure::Full | Failure::ReadOnly | Failure::Constraint
    )
}

/// The thread that watches over the connections of readers, which ends when the last of these is dropped. Readers are many threads,
/// which come and go; what arrives on a connection must not wait for the one that opened it.
#[derive(Clone, Debug)]
pub(super) struct Opened(Arc<Watch>);

#[derive(Debug)]
struct Watch {
    handle: Handle,
    options: PgConnectOptions,
    /// Once somebody has asked for them.
    news: tokio::sync::Mutex<Option<News>>,
    /// When this is dropped, the thread ends.
    _until: oneshot::Sender<()>,
}

impl Opened {
    /// Starts the thread.
    pub(super) fn watch(options: PgConnectOptions) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (until, ended) = oneshot::channel();
        let handle = runtime.handle().clone();
        let watch = move || {
            let _ = runtime.block_on(ended);
        };
        thread::Builder::new().name("store-readers".to_owned()).spawn(watch)?;
        Ok(Self(Arc::new(Watch { handle, options, news: tokio::sync::Mutex::default(), _until: until })))
    }

    /// Has something done on the thread.
    pub(super) async fn on_watch<T: Send + 'static>(
        &self,
        work: impl Future<Output = sqlx::Result<T>> + Send + 'static,
    ) -> sqlx::Result<T> {
        self.0.handle.spawn(work).await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// Waits until tables were changed by whichever instance, and gives them with their versions.
    pub(super) async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        let mut news = self.0.news.lock().await;
        let news = news.get_or_insert_with(|| {
            let (news, listening) = News::new(self.0.options.clone());
            self.0.handle.spawn(listening);
            news
        });
        news.next().await
    }

    /// The log of a server is its own affair.
    pub(super) fn log_bytes(&self) -> Option<u64> {
        None
    }

    /// There is nothing to be checked: a database on a server cannot be replaced unnoticed, as a file can.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
