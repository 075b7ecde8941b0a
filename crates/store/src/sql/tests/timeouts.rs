//! The time limit of calls, which includes the time in the queue and commits that hang.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::Executor as _;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::super::super::tests::scratch::Scratch;
use super::super::{Connection, SqlStore};
use super::{new_player, new_run, start};
use crate::{PlayerId, RunId, Store as _, StoreError};

const TIMEOUT: Duration = Duration::from_millis(500);
/// How late an answer may be. Machines that run all tests at once are slow.
const GRACE: Duration = Duration::from_millis(500);

/// Keeps the writer busy in a transaction until a flag is set. The database answers all the time.
async fn occupy(store: &SqlStore) -> (Arc<AtomicBool>, tokio::task::JoinHandle<Result<(), StoreError>>) {
    let (begun, enough) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
    let (has_begun, is_enough, store) = (begun.clone(), enough.clone(), store.clone());
    let work = async move |connection: &mut Connection| {
        has_begun.notify_one();
        while !is_enough.load(Ordering::Relaxed) {
            connection.execute("SELECT 1").await?;
        }
        let mark = "INSERT INTO meta (name, value) SELECT 'late', value FROM meta WHERE name = 'mark'";
        connection.execute(mark).await.map(|_| ())
    };
    let writing = tokio::spawn(async move { store.writer.write(None, work).await });
    begun.notified().await;
    (enough, writing)
}

/// Returns the outcome of a call, which must have come in time.
async fn in_time<T>(call: impl Future<Output = T>) -> T {
    let called = Instant::now();
    let outcome = call.await;
    assert!(called.elapsed() < TIMEOUT + GRACE, "it took {:?}", called.elapsed());
    outcome
}

/// Waits until the writer has done all that was queued before.
async fn settle(store: &SqlStore) {
    for _ in 0..240 {
        if store.set_checkpoint("settled", RunId(1)).await.is_ok() {
            return;
        }
    }
    panic!("the writer does not recover");
}

#[test]
fn writes_that_waited_too_long_are_never_committed() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open_within(TIMEOUT).await;
        let player = store.create_player(new_player(1)).await;
        assert!(player.is_ok(), "{player:?}");
        let (enough, writing) = occupy(&store).await;
        let call = |n: u64| {
            let store = store.clone();
            tokio::spawn(in_time(async move {
                match n % 2 {
                    0 => store.submit(new_run(PlayerId(1), "a-seed", n, start())).await.map(|_| ()),
                    _ => store.create_player(new_player(10 + n)).await.map(|_| ()),
                }
            }))
        };
        // More than a group.
        let calls: Vec<_> = (0..600).map(call).collect();
        for call in calls {
            let refused = call.await.expect("it ends in time");
            assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        }
        enough.store(true, Ordering::Relaxed);
        let begun = writing.await.expect("it ends");
        assert!(matches!(begun, Err(StoreError::Unknown(_))), "its transaction had begun: {begun:?}");
        settle(&store).await;
        let written = async |connection: &mut Connection| {
            let sql = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM players)";
            sqlx::query_as::<_, (i64, i64)>(sql).fetch_one(connection).await
        };
        assert_eq!(store.readers.read(written).await, Ok((0, 1)));
    });
}

#[test]
fn outcome_of_slow_transaction_is_unknown_and_it_may_be_committed() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open_within(TIMEOUT).await;
        let mark = "INSERT INTO meta (name, value) SELECT 'mark', value FROM meta WHERE name = 'probe'";
        store.last_commit.age(Ok(()));
        store.ready_to_write().await.expect("it is probed");
        store
            .writer
            .write(None, async move |connection: &mut Connection| connection.execute(mark).await)
            .await
            .expect("a mark");
        let (enough, writing) = occupy(&store).await;
        let outcome = in_time(writing).await.expect("it ends");
        assert!(matches!(outcome, Err(StoreError::Unknown(_))), "{outcome:?}");
        enough.store(true, Ordering::Relaxed);
        settle(&store).await;
        let find = async |connection: &mut Connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM meta WHERE name = 'late')";
            sqlx::query_scalar::<_, bool>(sql).fetch_one(connection).await
        };
        assert_eq!(store.readers.read(find).await, Ok(true));
    });
}

#[test]
fn slow_reads_end_in_time() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open_within(TIMEOUT).await;
        let read = |_| {
            let store = store.clone();
            let forever = async |connection: &mut Connection| -> sqlx::Result<()> {
                loop {
                    connection.execute("SELECT 1").await?;
                }
            };
            tokio::spawn(in_time(async move { store.readers.read(forever).await }))
        };
        // More than there are connections.
        let reads: Vec<_> = (0..32).map(read).collect();
        for read in reads {
            assert!(read.await.expect("it ends in time").is_err());
        }
        assert_eq!(store.newest_day().await, Ok(None), "the connections are free again");
    });
}
