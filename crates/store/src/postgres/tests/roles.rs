//! Tests of several servers, of which one is the primary.

use std::io::Write as _;
use std::net::TcpListener;
use std::time::Duration;

use scratch_postgres::Server;
use sqlx::Connection as _;
use tokio::time::{Instant, timeout};

use super::super::sql::tests::new_player;
use super::super::{Connection, Postgres};
use super::scratch::Scratch;
use crate::backend::opening::{JOB_TIMEOUT, OpenError};
use crate::{Store as _, StoreError, Tables as _};

const TIMEOUT: Duration = Duration::from_secs(1);
/// Time limit for leaving a server. It is longer on a busy machine.
const SOON: Duration = Duration::from_secs(10);

fn test(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test);
}

/// Returns two servers, a database of the same name on each, and the address of both.
async fn pair() -> Option<(Server, Server, String)> {
    scratch_postgres::shared().ok()?;
    let (one, other) = (Server::start().expect("a server"), Server::start().expect("another server"));
    for server in [&one, &other] {
        let address = server.new_database().expect("a database");
        Postgres::open_within(&address, JOB_TIMEOUT).await.expect("a store").close().await.expect("it closes");
    }
    let address = format!("postgres://funhouse@/scratch_0?host={},{}", one.folder(), other.folder());
    Some((one, other, address))
}

/// Returns the folder of the server of a connection.
async fn place_of(connection: &mut Connection) -> sqlx::Result<String> {
    sqlx::query_scalar("SELECT current_setting('unix_socket_directories')").fetch_one(connection).await
}

async fn reads_from(store: &Postgres) -> Result<String, StoreError> {
    store.readers.read(async |connection: &mut Connection| place_of(connection).await).await
}

async fn writes_to(store: &Postgres) -> Result<String, StoreError> {
    store.writer.write(None, async |connection: &mut Connection| place_of(connection).await).await
}

#[test]
fn server_ends_connections_of_vanished_instances() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    test(async {
        let server = Server::start_encrypted().expect("a server");
        server.new_database().expect("a database");
        let address = format!("postgres://funhouse@localhost:{}/scratch_0", server.port());
        let store = Postgres::open_within(&address, JOB_TIMEOUT).await.expect("a store");
        let limit = async |connection: &mut Connection| -> sqlx::Result<String> {
            let sql = "SELECT current_setting('tcp_user_timeout') || ' ' || current_setting('tcp_keepalives_idle')";
            sqlx::query_scalar(sql).fetch_one(connection).await
        };
        assert_eq!(store.readers.read(limit).await, Ok("19000 10".to_owned()));
        assert_eq!(store.writer.write(None, limit).await, Ok("19000 10".to_owned()));
        store.close().await.expect("it closes");
    });
}

/// Repeats a call until it returns the due value.
async fn until<T: PartialEq + std::fmt::Debug>(due: &T, call: impl AsyncFn() -> Result<T, StoreError>) {
    let since = Instant::now();
    loop {
        let outcome = call().await;
        if outcome.as_ref() == Ok(due) {
            return;
        }
        assert!(since.elapsed() < SOON, "{outcome:?}");
    }
}

/// Waits until the store receives a signal from a server, which is sent again and again.
async fn receive(store: &Postgres, server: &Server) {
    let (since, store, due) = (Instant::now(), store.clone(), server.folder().to_owned());
    let expected = due.clone();
    let received = tokio::spawn(async move { while !store.signals().await.contains(&expected) {} });
    while !received.is_finished() {
        server.query("scratch_0", &format!("NOTIFY signals, '{due}'")).expect("it is sent");
        tokio::time::sleep(TIMEOUT / 10).await;
        assert!(since.elapsed() < SOON, "it does not listen to {due}");
    }
}

#[test]
fn readers_writer_and_listener_leave_demoted_primary() {
    test(async {
        let Some((one, other, address)) = pair().await else { return };
        let store = Postgres::open_within(&address, TIMEOUT).await.expect("a store");
        assert_eq!(reads_from(&store).await.as_deref(), Ok(one.folder()));
        assert_eq!(writes_to(&store).await.as_deref(), Ok(one.folder()));
        receive(&store, &one).await;
        assert_eq!(store.reconnects(), 0);

        one.demote().expect("it starts again");
        let due = other.folder().to_owned();
        until(&due, async || reads_from(&store).await).await;
        until(&due, async || writes_to(&store).await).await;
        // All connections, more than once.
        for _ in 0..32 {
            assert_eq!(reads_from(&store).await.as_deref(), Ok(other.folder()), "no connection is to the standby");
        }
        receive(&store, &other).await;
        assert!(store.reconnects() >= 3, "a reader, the writer and the listener: {}", store.reconnects());
        let server = store.metrics().server.expect("there is one");
        assert!(server.is_primary && server.listener_age.expect("it listens") < SOON, "{server:?}");
    });
}

#[test]
fn listener_leaves_silent_server() {
    test(async {
        let Some((one, other, address)) = pair().await else { return };
        let store = Postgres::open_within(&address, TIMEOUT).await.expect("a store");
        receive(&store, &one).await;
        one.pause().expect("it was running");
        receive(&store, &other).await;
        assert!(store.reconnects() > 0);
        one.resume().expect("it was paused");
    });
}

#[test]
fn reads_and_writes_leave_silent_server() {
    test(async {
        let Some((one, other, address)) = pair().await else { return };
        let store = Postgres::open_within(&address, TIMEOUT).await.expect("a store");
        assert_eq!(writes_to(&store).await.as_deref(), Ok(one.folder()));
        one.pause().expect("it was running");
        let due = other.folder().to_owned();
        until(&due, async || reads_from(&store).await).await;
        until(&due, async || writes_to(&store).await).await;
        one.resume().expect("it was paused");
    });
}

/// A database whose server seems to be a standby while there is a row in `demotions`, also to sessions that are open.
async fn demotable() -> Option<(Scratch, Connection)> {
    let scratch = Scratch::new()?;
    let mut connection = scratch.connect().await;
    let name: String =
        sqlx::query_scalar("SELECT current_database()").fetch_one(&mut connection).await.expect("a name");
    drop(scratch.open().await);
    for sql in [
        "CREATE TABLE demotions (n BIGINT)".to_owned(),
        "CREATE FUNCTION public.pg_is_in_recovery() RETURNS BOOLEAN LANGUAGE plpgsql AS
            'BEGIN RETURN EXISTS (SELECT 1 FROM public.demotions); END'"
            .to_owned(),
        format!("ALTER DATABASE {name} SET search_path = public, pg_catalog"),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.expect("it is set up");
    }
    Some((scratch, connection))
}

#[test]
fn busy_connections_notice_that_their_server_became_a_standby() {
    test(async {
        let Some((scratch, mut connection)) = demotable().await else { return };
        let store = scratch.open_within(TIMEOUT).await;
        let listening = store.clone();
        let listener = tokio::spawn(async move { listening.signals().await });
        assert!(store.create_player(new_player(1)).await.is_ok());
        for (sql, demoted) in [("INSERT INTO demotions VALUES (1)", true), ("DELETE FROM demotions", false)] {
            sqlx::query(sql).execute(&mut connection).await.expect("its role changes");
            let since = Instant::now();
            // Reads without a pause: no connection is ever idle.
            loop {
                let (read, written) = (store.newest_day().await, store.set_checkpoint("job", crate::RunId(1)).await);
                let is_standby = |error: Option<StoreError>| {
                    error.is_some_and(|error| error.to_string().contains("the server is a standby"))
                };
                let outcome = (read.is_ok(), written.is_ok());
                let due = if demoted { (is_standby(read.err()), is_standby(written.err())) } else { outcome };
                if due == (true, true) && store.metrics().server.is_some_and(|server| server.is_primary != demoted) {
                    break;
                }
                assert!(since.elapsed() < SOON, "{demoted}: {outcome:?}");
            }
        }
        assert!(store.reconnects() > 0);
        listener.abort();
    });
}

#[test]
fn read_only_server_is_refused_if_the_address_requires_a_writable_one() {
    test(async {
        let Some(scratch) = Scratch::new() else { return };
        let mut connection = scratch.connect().await;
        let (name, place): (String, String) =
            sqlx::query_as("SELECT current_database(), current_setting('unix_socket_directories')")
                .fetch_one(&mut connection)
                .await
                .expect("a name");
        let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
        sqlx::raw_sql(sqlx::AssertSqlSafe(set)).execute(&mut connection).await.expect("it is set");
        connection.close().await.expect("it closes");
        let address = format!("postgres://funhouse@/{name}?host={place}&target_session_attrs=read-write");
        let refused = Postgres::open_within(&address, TIMEOUT).await.expect_err("it cannot be written").to_string();
        assert!(refused.contains("the server is read-only"), "{refused}");
    });
}

/// A server that is not PostgreSQL.
fn impostor() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    port
}

#[test]
fn messages_distinguish_standby_from_missing_server() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let server = Server::start().expect("a server");
    server.new_database().expect("a database");
    server.demote().expect("it starts again");
    let closed = TcpListener::bind(("127.0.0.1", 0)).expect("a port").local_addr().expect("an address").port();
    let (standby, impostor) = (server.folder(), impostor());
    test(async {
        let refused = async |address: String| match timeout(JOB_TIMEOUT, Postgres::open_within(&address, TIMEOUT)).await
        {
            Ok(Err(OpenError::CannotOpen(why))) => why,
            other => panic!("{address}: {other:?}"),
        };
        let why = refused(format!("postgres://funhouse@/scratch_0?host={standby}")).await;
        assert!(why.contains("the server is a standby") && !why.contains("no PostgreSQL"), "{why}");
        for port in [closed, impostor] {
            let why = refused(format!("postgres://funhouse@127.0.0.1:{port}/scratch_0")).await;
            assert!(why.contains(&format!("no PostgreSQL server at 127.0.0.1:{port}")), "{why}");
            assert!(!why.contains("standby"), "{why}");
        }
        let address =
            format!("postgres://funhouse@/scratch_0?host={standby},127.0.0.1,127.0.0.1&port=5432,{closed},{impostor}");
        let why = refused(address).await;
        for part in [
            format!("{standby}:5432: the server is a standby; "),
            format!("no PostgreSQL server at 127.0.0.1:{closed}: "),
            format!("no PostgreSQL server at 127.0.0.1:{impostor}: "),
        ] {
            assert!(why.contains(&part), "{why}");
        }
        // After a promotion, the same address serves.
        server.query("postgres", "SELECT pg_promote()").expect("it is promoted");
        let address = format!("postgres://funhouse@/scratch_0?host=127.0.0.1,{standby}&port={closed},5432");
        let store = Postgres::open_within(&address, JOB_TIMEOUT).await.expect("a store");
        assert!(store.create_player(new_player(1)).await.is_ok());
    });
}
