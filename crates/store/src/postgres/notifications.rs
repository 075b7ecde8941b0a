//! Notifications by any instance: of committed changes of tables, and of signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPoolOptions};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::TableId;

/// The channel of changes of tables, as in the migrations.
const CHANGES: &str = "game_tables";
/// The channel of signals.
const SIGNALS: &str = "signals";
/// Maximum number of queued notifications of a channel; further ones are dropped.
const MAX_QUEUED: usize = 4096;
/// Delay before the next attempt to connect.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Queued notifications.
#[derive(Debug)]
pub(super) struct Notifications {
    changes: Mutex<Receiver<(TableId, i64)>>,
    signals: Mutex<Receiver<String>>,
}

/// The other ends of the queues.
struct Queues {
    changes: Sender<(TableId, i64)>,
    signals: Sender<String>,
}

impl Notifications {
    /// Returns the queues, and the future that fills them.
    pub(super) fn new(
        options: PgConnectOptions,
        reconnects: Arc<AtomicU64>,
    ) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let ((changes, changed), (signals, signaled)) = (channel(MAX_QUEUED), channel(MAX_QUEUED));
        let received = Self { changes: Mutex::new(changed), signals: Mutex::new(signaled) };
        (received, listen(options, reconnects, Queues { changes, signals }))
    }

    /// Waits for changes of tables, and returns all that are queued.
    pub(super) async fn changes(&self) -> Vec<(TableId, i64)> {
        next(&self.changes).await
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
async fn listen(options: PgConnectOptions, reconnects: Arc<AtomicU64>, queues: Queues) {
    let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None).connect_lazy_with(options);
    while !queues.changes.is_closed() {
        if let Err(error) = listen_on(&pool, &queues).await {
            tracing::debug!(target: "funhouse::tables", %error, "cannot listen for notifications of other instances");
        }
        tokio::time::sleep(RETRY_DELAY).await;
        reconnects.fetch_add(1, Ordering::Relaxed);
    }
}

async fn listen_on(pool: &sqlx::PgPool, queues: &Queues) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen_all([CHANGES, SIGNALS]).await?;
    loop {
        let notification = listener.recv().await?;
        // If a queue is full, the notification is dropped.
        if notification.channel() == SIGNALS {
            let _ = queues.signals.try_send(notification.payload().to_owned());
        } else {
            let changed = notification
                .payload()
                .split_once(' ')
                .and_then(|(id, version)| Some((TableId(id.parse().ok()?), version.parse().ok()?)));
            let _ = changed.map(|changed| queues.changes.try_send(changed));
        }
        if queues.changes.is_closed() {
            return Ok(());
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
