//! Tests of a server that is stopped: it neither answers nor closes its connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Duration;

use scratch_postgres::Server;
use sqlx::Executor as _;
use tokio::sync::{Notify, oneshot};

use super::super::sql::tests::new_player;
use super::super::{Connection, Postgres};
use crate::backend::opening::JOB_TIMEOUT;
use crate::{Created, PlayerId, Store as _, StoreError};

/// Time limit for the server. No test depends on other durations.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Runs a test with its own server and a store with two players.
fn test(test: impl AsyncFnOnce(Arc<Server>, Postgres)) {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let server = Arc::new(Server::start().expect("a server"));
        let address = server.new_database().expect("a database");
        let patient = Postgres::open_within(&address, JOB_TIMEOUT).await.expect("a store");
        for n in 1..=2 {
            assert_eq!(patient.create_player(new_player(n)).await, Ok(Created::New(PlayerId(n as i64))));
        }
        patient.close().await.expect("it closes");
        test(server, Postgres::open_within(&address, TIMEOUT).await.expect("a store")).await;
    });
}

/// Retries a call for which a busy machine may be too slow.
async fn eventually<T>(mut call: impl AsyncFnMut() -> Result<T, StoreError>) -> T {
    for _ in 0..60 {
        if let Ok(output) = call().await {
            return output;
        }
    }
    panic!("the server is back, but no call succeeds");
}

fn is_silence<T>(outcome: Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Unavailable(why)) if why.contains("the database did not answer within"))
}

/// Adds a mark that shows whether a transaction was committed.
async fn mark(connection: &mut Connection, name: &str) -> sqlx::Result<()> {
    let query = sqlx::query("INSERT INTO meta (name, value) VALUES ($1, '')").bind(name);
    query.execute(connection).await.map(|_| ())
}

async fn is_marked(store: &Postgres, name: &'static str) -> bool {
    let find = async move |connection: &mut Connection| {
        let query = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM meta WHERE name = $1)").bind(name);
        query.fetch_one(connection).await
    };
    eventually(async || store.readers.read(find).await).await
}

/// Returns the server process of a connection.
async fn process_of(connection: &mut Connection) -> sqlx::Result<i32> {
    sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(connection).await
}

/// Waits until a process of the server has ended, as it does when its connection is closed.
async fn until_ended(store: &Postgres, process: i32) {
    let find = async move |connection: &mut Connection| {
        let query = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)").bind(process);
        let is_open: bool = query.fetch_one(connection).await?;
        Ok(is_open)
    };
    until(async || !eventually(async || store.readers.read(find).await).await).await;
}

/// Waits until a condition holds.
async fn until(holds: impl AsyncFn() -> bool) {
    for _ in 0..1200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(TIMEOUT / 10).await;
    }
    panic!("the connection is still open");
}

#[test]
fn connection_of_unanswered_read_is_closed() {
    test(async |server, store| {
        let (sender, process) = oneshot::channel();
        let pausing = server.clone();
        let read = async move |connection: &mut Connection| {
            let _ = sender.send(process_of(connection).await?);
            pausing.pause().expect("it was running");
            connection.execute("SELECT 1").await
        };
        assert!(is_silence(store.readers.read(read).await));
        server.resume().expect("it was paused");
        until_ended(&store, process.await.expect("it was answered")).await;
    });
}

#[test]
fn abandoned_read_without_answer_frees_its_connection() {
    test(async |server, store| {
        let sent = Arc::new(Notify::new());
        let (reading, sending, pausing) = (store.clone(), sent.clone(), server.clone());
        let read = async move |connection: &mut Connection| {
            connection.execute("SELECT 1").await?;
            pausing.pause().expect("it was running");
            sending.notify_one();
            connection.execute("SELECT 1").await
        };
        let all = store.readers.connections();
        let read = tokio::spawn(async move { reading.readers.read(read).await });
        sent.notified().await;
        read.abort();
        assert!(read.await.expect_err("it has no answer").is_cancelled());
        until(async || store.readers.connections() < all).await;
    });
}

#[test]
fn reads_fail_and_never_receive_late_answers() {
    test(async |server, store| {
        // Connections that were just used are trusted: the statement itself gets no answer.
        for _ in 0..16 {
            eventually(async || store.player(PlayerId(1)).await).await;
        }
        server.pause().expect("it was running");
        assert!(is_silence(store.player(PlayerId(1)).await));
        // Connections that were idle for longer are tested first: the test gets no answer.
        tokio::time::sleep(TIMEOUT).await;
        assert!(is_silence(store.player(PlayerId(1)).await));
        assert!(is_silence(store.ready_to_write().await));
        server.resume().expect("it was paused");
        for n in 0..32 {
            let id = PlayerId(1 + n % 2);
            let player = eventually(async || store.player(id).await).await.expect("a player");
            assert_eq!(player.id, id);
        }
        eventually(async || store.ready_to_write().await).await;
    });
}

#[test]
fn many_reads_at_once_fail_together() {
    test(async |server, store| {
        server.pause().expect("it was running");
        let read = |_| {
            let store = store.clone();
            tokio::spawn(async move { store.player(PlayerId(1)).await })
        };
        let reads: Vec<_> = (0..64).map(read).collect();
        for read in reads {
            assert!(read.await.expect("it ends").is_err());
        }
        server.resume().expect("it was paused");
        assert!(eventually(async || store.player(PlayerId(2)).await).await.is_some());
    });
}

/// Executes statements until `is_enough` is set.
async fn keep_busy(connection: &mut Connection, is_enough: &AtomicBool) -> sqlx::Result<()> {
    while !is_enough.load(Ordering::Relaxed) {
        connection.execute("SELECT 1").await?;
    }
    Ok(())
}

#[test]
fn reads_that_wait_for_other_reads_are_busy() {
    test(async |_server, store| {
        let is_enough = Arc::new(AtomicBool::new(false));
        let read = |_| {
            let (store, is_enough) = (store.clone(), is_enough.clone());
            tokio::spawn(async move {
                while !is_enough.load(Ordering::Relaxed) {
                    let is_enough = is_enough.clone();
                    let work = async move |connection: &mut Connection| keep_busy(connection, &is_enough).await;
                    let _ = store.readers.read(work).await;
                }
            })
        };
        // More than there are connections. Each ends at the time limit, and another one begins.
        let reads: Vec<_> = (0..32).map(read).collect();
        let refused = loop {
            if let Err(refused) = store.player(PlayerId(1)).await {
                break refused;
            }
        };
        assert_eq!(refused, StoreError::Busy, "the database answers all the time");
        is_enough.store(true, Ordering::Relaxed);
        for read in reads {
            read.await.expect("it ends");
        }
    });
}

#[test]
fn slow_write_delays_writes_of_same_player_only() {
    test(async |server, store| {
        let other = Postgres::open_within(&server.address("scratch_0"), TIMEOUT).await.expect("a store");
        let (has_begun, is_enough) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
        let (begun, enough) = (has_begun.clone(), is_enough.clone());
        let write = async move |connection: &mut Connection| {
            begun.notify_one();
            keep_busy(connection, &enough).await
        };
        let writing = store.clone();
        let writing = tokio::spawn(async move { writing.writer.write(Some(PlayerId(1)), write).await });
        has_begun.notified().await;
        assert!(store.ready_to_write().await.is_err(), "it does not wait for the write");
        let unrelated = async |connection: &mut Connection| mark(connection, "unrelated").await;
        assert_eq!(other.writer.write(Some(PlayerId(2)), unrelated).await, Ok(()), "it does not wait");
        // On a busy machine the refusal may come too late.
        let same = async |_: &mut Connection| Ok(());
        let mut refusals = 0..20;
        while other.writer.write(Some(PlayerId(1)), same).await != Err(StoreError::Busy) {
            assert!(refusals.next().is_some(), "other writers are mistaken for a silent server");
        }
        is_enough.store(true, Ordering::Relaxed);
        // Its outcome is unknown if its time was up.
        let outcome = writing.await.expect("it ends");
        assert!(matches!(outcome, Ok(()) | Err(StoreError::Unknown(_))), "{outcome:?}");
    });
}

#[test]
fn commit_without_answer_is_unknown_and_later_writes_are_refused() {
    test(async |server, store| {
        let pausing = server.clone();
        let process = Arc::new(AtomicI32::new(0));
        let noted = process.clone();
        let write = async move |connection: &mut Connection| {
            mark(connection, "unanswered").await?;
            noted.store(process_of(connection).await?, Ordering::Relaxed);
            pausing.pause().expect("it was running");
            Ok(())
        };
        let outcome = store.writer.write(None, write).await;
        assert!(matches!(&outcome, Err(StoreError::Unknown(why)) if why.contains("did not answer")), "{outcome:?}");
        let refused = async |connection: &mut Connection| mark(connection, "refused").await;
        assert!(is_silence(store.writer.write(None, refused).await));
        server.resume().expect("it was paused");
        let written = async |connection: &mut Connection| {
            connection.execute("INSERT INTO meta (name, value) VALUES ('written', '') ON CONFLICT DO NOTHING").await
        };
        eventually(async || store.writer.write(None, written).await).await;
        assert!(is_marked(&store, "written").await && !is_marked(&store, "refused").await);
        until_ended(&store, process.load(Ordering::Relaxed)).await;
    });
}

#[test]
fn statement_without_answer_is_rolled_back() {
    test(async |server, store| {
        let pausing = server.clone();
        let write = async move |connection: &mut Connection| {
            mark(connection, "before").await?;
            pausing.pause().expect("it was running");
            mark(connection, "unanswered").await
        };
        assert!(is_silence(store.writer.write(None, write).await), "it is known that nothing was done");
        server.resume().expect("it was paused");
        eventually(async || store.reach_day(super::super::sql::tests::start().day()).await).await;
        assert!(!is_marked(&store, "before").await && !is_marked(&store, "unanswered").await);
    });
}

#[test]
fn writes_that_waited_for_silent_database_are_refused_together() {
    test(async |server, store| {
        server.pause().expect("it was running");
        let refused = Arc::new(Notify::new());
        let write = |n: u64| {
            let (store, refused) = (store.clone(), refused.clone());
            tokio::spawn(async move {
                let outcome = store.create_player(new_player(10 + n)).await;
                refused.notify_one();
                outcome
            })
        };
        // More than a group.
        let writes: Vec<_> = (0..900).map(write).collect();
        refused.notified().await;
        // From now on another attempt would succeed.
        server.resume().expect("it was paused");
        for write in writes {
            assert!(is_silence(write.await.expect("it ends")));
        }
        let created = eventually(async || store.create_player(new_player(9)).await).await;
        assert!(matches!(created, Created::New(_) | Created::Repeated { .. }), "{created:?}");
    });
}
