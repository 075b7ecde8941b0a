//! Closing a day waits for transactions of games on it, and these wait for the closing, also between instances.

use sqlx::Executor as _;
use tokio::task::JoinHandle;

use super::super::Connection;
use super::super::sql::meta::days::{closed, reach};
use super::super::sql::tests::start;
use super::scratch::Scratch;
use crate::Store as _;

async fn process_of(connection: &mut Connection) -> i32 {
    sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(connection).await.expect("a number")
}

/// Waits until the server process of a connection, on which this task works, waits for a lock.
async fn until_waiting<T>(connection: &mut Connection, process: i32, task: &JoinHandle<T>) {
    let sql = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted)";
    loop {
        let waits = sqlx::query_scalar(sql).bind(process).fetch_one(&mut *connection).await;
        if waits.expect("an answer") {
            return;
        }
        assert!(!task.is_finished(), "it does not wait");
    }
}

#[test]
fn closing_and_playing_wait_for_each_other() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (store, day) = (scratch.open().await, start().day());
        store.reach_day(day).await.expect("it is stored");
        let (mut playing, mut closing, mut watching) =
            (scratch.connect().await, scratch.connect().await, scratch.connect().await);
        let processes = [process_of(&mut playing).await, process_of(&mut closing).await];

        // Without the advisory lock of writers.
        playing.execute("BEGIN").await.expect("it begins");
        assert!(!closed(&mut playing).await.expect("an answer").contains(day));
        closing.execute("BEGIN").await.expect("it begins");
        let close = tokio::spawn(async move {
            reach(&mut closing, day.plus(1)).await.expect("it is stored");
            closing
        });
        until_waiting(&mut watching, processes[1], &close).await;
        assert_eq!(store.newest_day().await, Ok(Some(day)), "it is not closed while it is played");
        playing.execute("COMMIT").await.expect("it is committed");
        let mut closing = close.await.expect("it ends");
        assert_eq!(store.newest_day().await, Ok(Some(day)), "nothing is public before the closing is committed");

        playing.execute("BEGIN").await.expect("it begins");
        let play = tokio::spawn(async move { closed(&mut playing).await.expect("an answer").contains(day) });
        until_waiting(&mut watching, processes[0], &play).await;
        closing.execute("COMMIT").await.expect("it is committed");
        assert!(play.await.expect("it ends"), "the later transaction finds the day closed");
    });
}
