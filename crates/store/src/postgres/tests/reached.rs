//! Tests of connections: encrypted, and through a connection pooler.

use scratch_postgres::{NoServer, Pooler, Server};

use super::super::sql::tests::{change_of, new_player, new_run, new_table, start};
use super::super::{Connection, Postgres};
use crate::backend::opening::{JOB_TIMEOUT, OpenError};
use crate::{Board, BoardKind, Changed, Created, PageStart, PlayerId, Store as _, TableCreated, TableId, Tables as _};

/// Returns none if a program is missing; panics if `CI` is set.
#[allow(clippy::disallowed_methods, reason = "the environment says whether tests may be left out")]
fn optional<T>(found: Result<T, NoServer>) -> Option<T> {
    if let Err(why) = &found {
        assert!(std::env::var("CI").is_err(), "{why}");
    }
    found.ok()
}

fn test(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test);
}

async fn open(address: &str) -> Result<Postgres, OpenError> {
    Postgres::open_within(address, JOB_TIMEOUT).await
}

/// Whether the connections of a store are encrypted.
async fn is_encrypted(store: &Postgres) -> bool {
    let read = async |connection: &mut Connection| {
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        sqlx::query_scalar(sql).fetch_one(connection).await
    };
    store.readers.read(read).await.expect("an answer")
}

#[test]
fn sslmode_decides_encryption_and_verification() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let Some(server) = optional(Server::start_encrypted()) else { return };
    let certificate = server.certificate();
    let [trusted, untrusted] = [format!("&sslrootcert={}", certificate.display()), String::new()];
    server.query("postgres", "CREATE DATABASE encrypted").expect("a database");
    let address = |mode: &str, root: &str, host: &str| {
        format!("postgres://funhouse@{host}:{}/encrypted?sslmode={mode}{root}", server.port())
    };
    test(async {
        for (mode, root, encrypted) in [
            ("disable", &untrusted, false),
            ("prefer", &untrusted, true),
            ("require", &untrusted, true),
            ("verify-ca", &trusted, true),
            ("verify-full", &trusted, true),
        ] {
            let store = open(&address(mode, root, "localhost")).await.expect("a store");
            assert_eq!(is_encrypted(&store).await, encrypted, "{mode}");
        }
        for (mode, root, host) in [
            ("verify-full", &untrusted, "localhost"),
            ("verify-ca", &untrusted, "localhost"),
            ("verify-full", &trusted, "127.0.0.1"),
        ] {
            let refused = open(&address(mode, root, host)).await.expect_err("it is not verified");
            assert!(matches!(refused, OpenError::CannotOpen(_)), "{mode}: {refused:?}");
        }
    });
}

#[test]
fn unencrypted_server_is_refused_where_encryption_is_required() {
    let Ok(server) = scratch_postgres::shared() else { return };
    let address = server.new_database().expect("a database");
    test(async {
        let refused = open(&format!("{address}&sslmode=require")).await;
        assert!(matches!(refused, Err(OpenError::CannotOpen(_))), "{refused:?}");
    });
}

#[test]
fn pooler_in_session_mode_serves_reads_writes_and_notifications() {
    let Ok(server) = scratch_postgres::shared() else { return };
    let Some(pooler) = optional(Pooler::start(server)) else { return };
    let address = server.new_database().expect("a database");
    let name = address.split(['/', '?']).find(|part| part.starts_with("scratch_")).expect("a name").to_owned();
    test(async {
        let store = open(&pooler.address(&name)).await.expect("a store");
        let other = open(&pooler.address(&name)).await.expect("another instance");
        let player = PlayerId(1);
        assert_eq!(store.create_player(new_player(1)).await, Ok(Created::New(player)));
        let run = new_run(player, "a-seed", 1, start());
        let board = Board { category: run.category.clone(), kind: BoardKind::Runs };
        assert!(store.submit(run).await.expect("it is stored").is_new());
        assert_eq!(other.page(board, PageStart::Top, 5).await.expect("a page").count, Some(1));

        assert_eq!(store.create_table(new_table(7, player)).await, Ok(TableCreated::New));
        let changed = tokio::spawn(async move { other.tables_changed().await });
        // It is unknown when the other instance begins to listen.
        let mut version = 0;
        while !changed.is_finished() {
            let change = store.change_table(TableId(7), version, change_of(player, start(), Vec::new())).await;
            assert_eq!(change, Ok(Changed::Applied { run: None }));
            version += 1;
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let changed = changed.await.expect("it ends");
        assert!(changed.iter().all(|(id, _)| *id == TableId(7)), "{changed:?}");
    });
}
