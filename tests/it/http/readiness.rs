//! Whether the service is ready, and for what. What it does while it drains.

#![allow(clippy::disallowed_types, reason = "the ends of listeners are timed")]

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::metrics::metric;
use crate::support::raw::Raw;
use crate::support::store::meddle;
use crate::support::tables::{Listening, path_of, players, seated};

const FORMS: [&str; 4] = ["/readyz", "/readyz?for=read", "/readyz?for=write", "/readyz?for=play"];

fn statuses(server: &Server) -> [u16; 4] {
    FORMS.map(|path| server.send("GET", path, &[], None).status)
}

#[test]
fn readiness_differs_for_reads_writes_and_plays() {
    let server = Server::start_alone();
    assert_eq!(server.send("GET", "/readyz", &[], None).ok()["status"], "ok");
    assert_eq!(statuses(&server), [200; 4]);
    // Reads still succeed, but commits fail.
    meddle(&server, "ALTER TABLE meta RENAME COLUMN value TO other");
    until("writes to fail", || statuses(&server) == [200, 200, 503, 200]);
    server.send("GET", "/readyz?for=write", &[], None).problem(503, "store_unavailable");
    meddle(&server, "ALTER TABLE meta RENAME TO elsewhere");
    until("reads to fail", || statuses(&server) == [503, 503, 503, 200]);
    server.send("GET", "/readyz", &[], None).problem(503, "store_unavailable");
    meddle(&server, "ALTER TABLE elsewhere RENAME TO meta");
    meddle(&server, "ALTER TABLE meta RENAME COLUMN other TO value");
    // A commit that failed meanwhile is remembered for a second.
    until("readiness", || statuses(&server) == [200; 4]);
}

/// The exit code of `funhouse health` with this argument.
fn exit_code(server: &Server, argument: &str) -> Option<i32> {
    let mut health = Command::new(env!("CARGO_BIN_EXE_funhouse"));
    health.args(["health", argument, server.base()]).output().expect("it runs").status.code()
}

#[test]
fn health_command_checks_readiness_by_purpose() {
    let server = Server::start_alone();
    meddle(&server, "ALTER TABLE meta RENAME COLUMN value TO other");
    until("writes to fail", || exit_code(&server, "--ready=write") == Some(1));
    let codes =
        ["--ready", "--ready=read", "--ready=play", "--ready=speed"].map(|argument| exit_code(&server, argument));
    assert_eq!(codes, [Some(0), Some(0), Some(0), Some(2)]);
    server.shared.drain.begin(Duration::ZERO);
    assert_eq!(exit_code(&server, "--ready=play"), Some(1));
}

#[test]
fn unknown_purpose_of_readiness_is_refused() {
    let server = Server::start_alone();
    for (query, detail) in [
        ("for=speed", "for must be one of `read`, `write`, `play` (got `speed`)"),
        ("for=read&for=play", "for must be given once"),
        ("of=read", "of is unknown; the parameters of this operation are for"),
    ] {
        let problem = server.send("GET", &format!("/readyz?{query}"), &[], None).problem(400, "invalid_query");
        assert_eq!(problem["detail"], detail);
    }
}

#[test]
fn draining_service_is_not_ready_but_serves_and_closes_connections() {
    let server = Server::start_alone();
    let mut waiting = Raw::connect(server.base());
    waiting.send("GET /v1/games HTTP/1.1\r\nhost: x\r\n\r\n");
    assert_eq!(waiting.answer().header("connection"), "");
    server.shared.drain.begin(Duration::from_secs(3600));
    for path in FORMS {
        server.send("GET", path, &[], None).problem(503, "stopping");
    }
    // A connection from before, and a new one.
    for mut client in [waiting, Raw::connect(server.base())] {
        client.send("GET /v1/games HTTP/1.1\r\nhost: x\r\n\r\n");
        let answer = client.answer();
        assert_eq!((answer.status, answer.header("connection")), (200, "close"));
        client.closed();
    }
    assert_eq!(server.send("GET", "/healthz", &[], None).status, 200);
    let ada = Account::new(&server, "Ada");
    server.send("GET", "/v1/players/me", &[ada.header()], None).ok();
    server.send("GET", "/nowhere", &[], None).problem(404, "not_found");
}

/// How long after the start a stream ends.
fn end_of_stream(server: &Server, path: &str, begun: Instant) -> Duration {
    let mut stream = Listening::to(server.base(), path, None, None);
    // It ends of itself, and does not break off.
    std::io::Read::read_to_end(&mut stream.0, &mut Vec::new()).expect("it ends");
    begun.elapsed()
}

#[test]
fn listeners_end_spread_over_second_half_of_drain() {
    const STREAMS: usize = 20;
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = path_of(&seated(&server, "queensland", &all));
    let tag = server.send("GET", &table, &[], None).header("etag").to_owned();
    let begun = Instant::now();
    let (streams, wait) = thread::scope(|scope| {
        let streams: Vec<_> = (0..STREAMS).map(|_| scope.spawn(|| end_of_stream(&server, &table, begun))).collect();
        let wait = scope.spawn(|| {
            server.send("GET", &format!("{table}?wait=30"), &[("if-none-match", &tag)], None);
            begun.elapsed()
        });
        let listeners = |kind| metric(&server, &format!("funhouse_table_listeners{{kind=\"{kind}\"}}"));
        until("listeners", || (listeners("stream"), listeners("wait")) == (Some(STREAMS as u64), Some(1)));
        server.shared.drain.begin(Duration::from_secs(4));
        let join = |each: thread::ScopedJoinHandle<Duration>| each.join().expect("it ends");
        (streams.into_iter().map(join).collect::<Vec<_>>(), join(wait))
    });
    let half = Duration::from_secs(2);
    let (first, last) = (streams.iter().min().expect("some"), streams.iter().max().expect("some"));
    assert!(*first >= half && wait >= half, "{first:?} {wait:?}");
    assert!(*last - *first > half / 4, "not all at once: {streams:?}");
}
