//! Tests of a server that is stopped at any point: it neither answers nor closes its connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use scratch_postgres::Server;
use sqlx::Executor as _;
use tokio::sync::Notify;

use super::sql::tests::new_player;
use super::{Connection, Postgres};
use crate::opening::PATIENT;
use crate::{Created, PlayerId, Store as _, StoreError};

/// For how long the server may be silent. No test depends on how long anything else takes.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Runs a test with a server of its own and a store on it, which has two players.
fn test(test: impl AsyncFnOnce(Arc<Server>, Postgres)) {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let server = Arc::new(Server::start().expect("a server"));
        let address = server.new_database().expect("a database");
        let patient = Postgres::open_within(&address, PATIENT).await.expect("a store");
        for n in 1..=2 {
            assert_eq!(patient.create_player(new_player(n)).await, Ok(Created::New(PlayerId(n as i64))));
        }
        patient.close().await.expect("it closes");
        test(server, Postgres::open_within(&address, TIMEOUT).await.expect("a store")).await;
    });
}

/// Repeats what a busy machine may be too slow for.
async fn eventually<T>(mut call: impl AsyncFnMut() -> Result<T, StoreError>) -> T {
    for _ in 0..60 {
        if let Ok(done) = call().await {
            return done;
        }
    }
    panic!("the server is back, but no call succeeds");
}

fn is_silence<T>(outcome: Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Unavailable(why)) if why.contains("the database did not answer within"))
}

/// Adds a mark, so that it can be seen whether a transaction was committed.
async fn mark(connection: &mut Connection, name: &str) -> sqlx::Result<()> {
    let query = sqlx::query("INSERT INTO memory (name, value) VALUES ($1, '')").bind(name);
    query.execute(connection).await.map(|_| ())
}

async fn is_marked(store: &Postgres, name: &'static str) -> bool {
    let find = async move |connection: &mut Connection| {
        let query = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM memory WHERE name = $1)").bind(name);
        query.fetch_one(connection).await
    };
    eventually(async || store.readers.read(find).await).await
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
        assert!(is_silence(store.ready().await));
        server.resume().expect("it was paused");
        for n in 0..32 {
            let id = PlayerId(1 + n % 2);
            let player = eventually(async || store.player(id).await).await.expect("a player");
            assert_eq!(player.id, id);
        }
        eventually(async || store.ready().await).await;
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

#[test]
fn reads_that_wait_for_other_reads_are_busy() {
    test(async |_server, store| {
        let is_done = Arc::new(AtomicBool::new(false));
        let read = |_| {
            let (store, is_done) = (store.clone(), is_done.clone());
            let work = async move |connection: &mut Connection| {
                while !is_done.load(Ordering::Relaxed) {
                    connection.execute("SELECT 1").await?;
                }
                Ok(())
            };
            tokio::spawn(async move { store.readers.read(work).await })
        };
        // As many as there are connections, some of which may come too late on a busy machine.
        let reads: Vec<_> = (0..8).map(read).collect();
        let refused = loop {
            if let Err(refused) = store.player(PlayerId(1)).await {
                break refused;
            }
        };
        assert_eq!(refused, StoreError::Busy, "the database answers all the time");
        is_done.store(true, Ordering::Relaxed);
        for read in reads {
            read.await.expect("it ends").expect("it is answered");
        }
    });
}

#[test]
fn commit_without_answer_is_unknown_and_later_writes_are_refused() {
    test(async |server, store| {
        let pausing = server.clone();
        let write = async move |connection: &mut Connection| {
            mark(connection, "unanswered").await?;
            pausing.pause().expect("it was running");
            Ok(())
        };
        let outcome = store.writer.write(write).await;
        assert!(matches!(&outcome, Err(StoreError::Unknown(why)) if why.contains("did not answer")), "{outcome:?}");
        let refused = async |connection: &mut Connection| mark(connection, "refused").await;
        assert!(is_silence(store.writer.write(refused).await));
        server.resume().expect("it was paused");
        let written = async |connection: &mut Connection| {
            connection.execute("INSERT INTO memory (name, value) VALUES ('written', '') ON CONFLICT DO NOTHING").await
        };
        eventually(async || store.writer.write(written).await).await;
        assert!(is_marked(&store, "written").await && !is_marked(&store, "refused").await);
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
        assert!(is_silence(store.writer.write(write).await), "it is known that nothing was done");
        server.resume().expect("it was paused");
        eventually(async || store.reach_day(super::sql::tests::start().day()).await).await;
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
        assert!(matches!(created, Created::New(_) | Created::Before { .. }), "{created:?}");
    });
}
