//! Tests of commits that hang, because they wait for a standby that is missing.

use std::collections::BTreeMap;
use std::time::Duration;

use scratch_postgres::Server;
use tokio::time::Instant;

use super::super::sql::tests::new_player;
use super::super::{Connection, Postgres};
use crate::backend::opening::JOB_TIMEOUT;
use crate::{Store as _, StoreError};

const TIMEOUT: Duration = Duration::from_secs(1);
const GRACE: Duration = Duration::from_millis(500);

fn set_standby(server: &Server, name: &str) {
    server.query("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'")).expect("it is set");
    server.query("postgres", "SELECT pg_reload_conf()").expect("it is read");
}

async fn names(store: &Postgres) -> Result<Vec<String>, StoreError> {
    let read =
        async |connection: &mut Connection| sqlx::query_scalar("SELECT name FROM players").fetch_all(connection).await;
    store.readers.read(read).await
}

#[test]
fn calls_end_in_time_and_refused_ones_are_never_committed() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let server = Server::start().expect("a server");
        let address = server.new_database().expect("a database");
        drop(Postgres::open_within(&address, JOB_TIMEOUT).await.expect("a store"));
        let store = Postgres::open_within(&address, TIMEOUT).await.expect("a store");
        set_standby(&server, "missing");
        let call = |n: u64| {
            let store = store.clone();
            tokio::spawn(async move {
                // Calls begin at any time of a commit that hangs.
                tokio::time::sleep(Duration::from_millis(10 * n)).await;
                let called = Instant::now();
                (n, store.create_player(new_player(n)).await, called.elapsed())
            })
        };
        let calls: Vec<_> = (0..400).map(call).collect();
        let mut refused = BTreeMap::new();
        let mut unknown = 0;
        for call in calls {
            let (n, outcome, took) = call.await.expect("it ends");
            assert!(took < TIMEOUT + GRACE, "{n} took {took:?}: {outcome:?}");
            match outcome {
                Err(StoreError::Unavailable(why)) => drop(refused.insert(format!("player {n}"), why)),
                Err(StoreError::Unknown(_)) => unknown += 1,
                // Before the server had read its settings.
                other => assert!(n < 20, "{n}: {other:?}"),
            }
        }
        assert!(unknown > 0, "those whose commit was begun");
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        assert_eq!(server.query("postgres", sql).as_deref(), Ok("1"), "connections that hang do not pile up");
        set_standby(&server, "");
        while store.set_checkpoint("settled", crate::RunId(1)).await.is_err() {}
        for name in names(&store).await.expect("the names") {
            assert!(!refused.contains_key(&name), "{name} was refused: {:?}", refused.get(&name));
        }
    });
}
