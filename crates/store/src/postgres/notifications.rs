//! Notifications by any instance: of committed changes of tables, of stored events, and of signals.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgNotification, PgPoolOptions};
use sqlx::{Acquire as _, ConnectOptions as _, Connection as _};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout, timeout_at};

use super::link;
use super::servers::Servers;
use crate::backend::silence;
use crate::{PlayerId, TableId};

/// The channel of changes of tables, as in the migrations.
const CHANGES: &str = "game_tables";
/// The channel of events, as in the migrations.
const EVENTS: &str = "player_events";
/// The channel of signals.
const SIGNALS: &str = "signals";
/// Maximum number of queued notifications of a channel; further ones are dropped.
const MAX_QUEUED: usize = 4096;
/// Delay before the next attempt to connect.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Time between two tests of the connection.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// Queued notifications.
#[derive(Debug)]
pub(super) struct Notifications {
    changes: Mutex<Receiver<(TableId, i64)>>,
    events: Mutex<Receiver<PlayerId>>,
    signals: Mutex<Receiver<String>>,
    heard: Heard,
}

/// When something last arrived, be it a heartbeat.
#[derive(Clone, Debug)]
struct Heard(Arc<std::sync::Mutex<Instant>>);

impl Heard {
    fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn age(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

impl Notifications {
    /// Returns the queues, and the future that fills them.
    pub(super) fn new(servers: Servers, limit: Duration) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let ((changes, changed), (signals, signaled)) = (channel(MAX_QUEUED), channel(MAX_QUEUED));
        let (events, stored) = channel(MAX_QUEUED);
        let heard = Heard(Arc::new(std::sync::Mutex::new(Instant::now())));
        let (changed, stored, signaled) = (Mutex::new(changed), Mutex::new(stored), Mutex::new(signaled));
        let received = Self { changes: changed, events: stored, signals: signaled, heard: heard.clone() };
        (received, listen(Listening { servers, limit, heard, changes, events, signals }))
    }

    /// Returns the time since something last arrived, which is that of a heartbeat at most while the server answers.
    pub(super) fn age(&self) -> Duration {
        self.heard.age()
    }

    /// Waits for changes of tables, and returns all that are queued.
    pub(super) async fn changes(&self) -> Vec<(TableId, i64)> {
        next(&self.changes).await
    }

    /// Waits for events, and returns the players of all that are queued.
    pub(super) async fn events(&self) -> Vec<PlayerId> {
        next(&self.events).await
    }

    /// Waits for signals, and returns all that are queued.
    pub(super) async fn signals(&self) -> Vec<String> {
        next(&self.signals).await
    }
}

async fn next<T>(queue: &Mutex<Receiver<T>>) -> Vec<T> {
    let mut received = Vec::new();
    queue.lock().await.recv_many(&mut received, MAX_QUEUED).await;
    if received.is_empty() {
        // The thread that listens has ended, and with it the store.
        std::future::pending::<()>().await;
    }
    received
}

/// Sends a signal to all instances. It is stored nowhere, so a connection that reads can do it.
pub(super) async fn signal(connection: &mut PgConnection, signal: &str) -> sqlx::Result<()> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(SIGNALS).bind(signal).execute(connection).await?;
    Ok(())
}

/// Listens until the receivers are dropped. Reconnects after errors.
async fn listen(listening: Listening) {
    let mut was_connected = false;
    while !listening.changes.is_closed() {
        let outcome = async {
            let mut listener = listening.connect().await?;
            if was_connected {
                listening.servers.count_reconnect();
            }
            was_connected = true;
            listening.receive(&mut listener).await
        };
        if let Err(error) = outcome.await {
            tracing::debug!(target: "funhouse::tables", %error, "cannot listen for notifications of other instances");
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// What fills the queues.
struct Listening {
    servers: Servers,
    /// Time limit for connecting, and for each heartbeat.
    limit: Duration,
    heard: Heard,
    changes: Sender<(TableId, i64)>,
    events: Sender<PlayerId>,
    signals: Sender<String>,
}

impl Listening {
    async fn connect(&self) -> sqlx::Result<PgListener> {
        let opened = self.servers.open(self.limit, |host| self.connect_to(host)).await;
        opened.inspect(|_| self.heard.note())
    }

    async fn connect_to(&self, host: PgConnectOptions) -> sqlx::Result<PgListener> {
        // The pool retries a refused connection until its time is up, which would delay the next server.
        host.connect().await?.close().await?;
        let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let mut listener = PgListener::connect_with(&pool.connect_lazy_with(host)).await?;
        listener.eager_reconnect(false);
        self.servers.admit((&mut listener).acquire().await?).await?;
        listener.listen_all([CHANGES, EVENTS, SIGNALS]).await?;
        Ok(listener)
    }

    /// Receives until the connection is lost or has reached its lifetime. A server that vanished closes nothing, so a heartbeat finds it.
    async fn receive(&self, listener: &mut PgListener) -> sqlx::Result<()> {
        let (expires, mut due) = (link::expiry(), Instant::now() + HEARTBEAT);
        while !self.changes.is_closed() && Instant::now() < expires {
            if Instant::now() >= due {
                let test = async { self.servers.require_primary((&mut *listener).acquire().await?).await };
                timeout(self.limit, test).await.map_err(|_| silence::error(self.limit))??;
                self.heard.note();
                due = Instant::now() + HEARTBEAT;
            }
            if let Ok(received) = timeout_at(due, listener.try_recv()).await {
                let Some(notification) = received? else { return Err(sqlx::Error::WorkerCrashed) };
                self.heard.note();
                self.forward(&notification);
            }
        }
        Ok(())
    }

    /// Queues a notification. If a queue is full, it is dropped.
    fn forward(&self, notification: &PgNotification) {
        if notification.channel() == SIGNALS {
            let _ = self.signals.try_send(notification.payload().to_owned());
        } else if notification.channel() == EVENTS {
            let player = notification.payload().parse().map(PlayerId);
            let _ = player.map(|player| self.events.try_send(player));
        } else {
            let changed = notification
                .payload()
                .split_once(' ')
                .and_then(|(id, version)| Some((TableId(id.parse().ok()?), version.parse().ok()?)));
            let _ = changed.map(|changed| self.changes.try_send(changed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sql::tests::{change_of, new_player, new_table, start, stored_move};
    use super::super::tests::scratch::Scratch;
    use crate::{Changed, Created, PlayerId, Store as _, TableCreated, TableId, Tables as _};

    #[test]
    fn instances_are_notified_of_changes_by_others() {
        let Some(scratch) = Scratch::new() else { return };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (one, other) = (scratch.open().await, scratch.open().await);
            let player = PlayerId(1);
            assert_eq!(one.create_player(new_player(1)).await, Ok(Created::New(player)));
            assert_eq!(one.create_table(new_table(7, player)).await, Ok(TableCreated::New));
            let changes = tokio::spawn(async move { other.tables_changed().await });
            // It is unknown when the other begins to listen.
            let mut version = 0;
            while !changes.is_finished() {
                let change = change_of(player, start(), vec![stored_move()]);
                let changed = one.change_table(TableId(7), version, change).await;
                assert_eq!(changed, Ok(Changed::Applied { run: None }));
                version += 1;
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let changes = changes.await.expect("it ends");
            assert!(changes.iter().all(|(id, of)| *id == TableId(7) && (1..=version).contains(of)), "{changes:?}");
        });
    }

    #[test]
    fn instances_receive_signals() {
        let Some(scratch) = Scratch::new() else { return };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (one, other) = (scratch.open().await, scratch.open().await);
            let signals = tokio::spawn(async move { other.signals().await });
            while !signals.is_finished() {
                assert_eq!(one.signal("it's a \"signal\"".to_owned()).await, Ok(()));
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let signals = signals.await.expect("it ends");
            assert!(signals.iter().all(|signal| signal == "it's a \"signal\""), "{signals:?}");
        });
    }
}
