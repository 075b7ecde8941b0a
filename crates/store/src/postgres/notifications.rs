//! Notifications of committed changes of tables by any instance.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::TableId;

/// The channel, as in the migrations.
const CHANNEL: &str = "game_tables";
/// Maximum number of queued notifications; further ones are dropped.
const MAX_QUEUED: usize = 4096;
/// Delay before the next attempt to connect.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Queued notifications.
#[derive(Debug)]
pub(super) struct Notifications(Receiver<(TableId, i64)>);

impl Notifications {
    /// Returns the queue, and the future that fills it.
    pub(super) fn new(options: PgConnectOptions) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let (sender, receiver) = channel(MAX_QUEUED);
        (Self(receiver), listen(options, sender))
    }

    /// Waits for notifications, and returns all that are queued.
    pub(super) async fn next(&mut self) -> Vec<(TableId, i64)> {
        let mut changed = Vec::new();
        self.0.recv_many(&mut changed, MAX_QUEUED).await;
        if changed.is_empty() {
            // The thread that listens has ended, and with it the store.
            std::future::pending::<()>().await;
        }
        changed
    }
}

/// Listens until the receiver is dropped. Reconnects after errors.
async fn listen(options: PgConnectOptions, sender: Sender<(TableId, i64)>) {
    let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None).connect_lazy_with(options);
    while !sender.is_closed() {
        if let Err(error) = listen_on(&pool, &sender).await {
            tracing::debug!(target: "funhouse::tables", %error, "cannot listen for changes by other instances");
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

async fn listen_on(pool: &sqlx::PgPool, sender: &Sender<(TableId, i64)>) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        let notification = listener.recv().await?;
        let changed = notification
            .payload()
            .split_once(' ')
            .and_then(|(id, version)| Some((TableId(id.parse().ok()?), version.parse().ok()?)));
        // If the queue is full, the notification is dropped.
        let _ = changed.map(|changed| sender.try_send(changed));
        if sender.is_closed() {
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
}
