//! News of tables that any instance changed, as the server tells them once a change is committed.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::TableId;

/// On what they are told, as the third migration has it.
const CHANNEL: &str = "game_tables";
/// How many wait to be taken at the most; what comes beyond is missed.
const MOST: usize = 4096;
/// How long to wait before the server is sought again.
const PAUSE: Duration = Duration::from_secs(1);

/// News that arrived and were not taken yet.
#[derive(Debug)]
pub(super) struct News(Receiver<(TableId, i64)>);

impl News {
    /// News, and what listens for them.
    pub(super) fn new(options: PgConnectOptions) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let (arrived, taken) = channel(MOST);
        (Self(taken), listen(options, arrived))
    }

    /// Waits for some.
    pub(super) async fn next(&mut self) -> Vec<(TableId, i64)> {
        let mut changed = Vec::new();
        self.0.recv_many(&mut changed, MOST).await;
        if changed.is_empty() {
            // The thread that listens has ended, and with it the store.
            std::future::pending::<()>().await;
        }
        changed
    }
}

/// Listens for as long as somebody takes what is told. After a server that was lost, another is sought.
async fn listen(options: PgConnectOptions, arrived: Sender<(TableId, i64)>) {
    let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None).connect_lazy_with(options);
    while !arrived.is_closed() {
        if let Err(error) = listen_on(&pool, &arrived).await {
            tracing::debug!(target: "funhouse::tables", %error, "what other instances do is not told");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_on(pool: &sqlx::PgPool, arrived: &Sender<(TableId, i64)>) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        let told = listener.recv().await?;
        let changed = told
            .payload()
            .split_once(' ')
            .and_then(|(id, version)| Some((TableId(id.parse().ok()?), version.parse().ok()?)));
        // When nobody takes them, they are missed.
        let _ = changed.map(|changed| arrived.try_send(changed));
        if arrived.is_closed() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sql::tests::{change_of, new_player, new_table, start, stored_move};
    use super::super::tests::scratch::Scratch;
    use crate::{Changed, Created, Made, PlayerId, Store as _, TableId, Tables as _};

    #[test]
    fn what_one_instance_changes_at_a_table_is_told_to_the_others() {
        let Some(scratch) = Scratch::new() else { return };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let (one, other) = (scratch.open().await, scratch.open().await);
            let player = PlayerId(1);
            assert_eq!(one.create_player(new_player(1)).await, Ok(Created::New(player)));
            assert_eq!(one.make_table(new_table(7, player)).await, Ok(Made::New));
            let told = tokio::spawn(async move { other.tables_changed().await });
            // It is not known when the other begins to listen.
            let mut version = 0;
            while !told.is_finished() {
                let change = change_of(player, start(), vec![stored_move()]);
                let changed = one.change_table(TableId(7), version, change).await;
                assert_eq!(changed, Ok(Changed::Done { run: None }));
                version += 1;
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let told = told.await.expect("it ends");
            assert!(told.iter().all(|(id, told)| *id == TableId(7) && (1..=version).contains(told)), "{told:?}");
        });
    }
}
