//! Limits of the memory and time of bodies while they arrive and wait.

use actix_web::{HttpRequest, HttpResponse, web};
use funhouse::api::endpoint::Path;
use funhouse::api::http::body::max_bytes_of_run;
use funhouse::api::problem::Problem;
use funhouse::api::shared::Shared;
use funhouse::pool::Bounds;
use funhouse::rules::wire::MAX_MOVES_OF_ANY;
use serde_json::json;

use crate::support::eventually::until;
use crate::support::gate::{Gate, pool_of};
use crate::support::harness::Server;
use crate::support::metrics::metric;
use crate::support::raw::Raw;
use crate::support::raw::gzip;

const MIB: usize = 1 << 20;
const REPLAY: &str = "POST /v1/games/slide-jam/replay";

/// The head of a request with a body.
fn head(call: &str, more: &str) -> String {
    format!("{call} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{more}\r\n")
}

/// A request whose body has `length` bytes, of which only some are sent.
fn unfinished(base: &str, call: &str, length: usize, sent: usize) -> Raw {
    let mut raw = Raw::connect(base);
    // The server may refuse it before all is sent.
    let _ = raw.send(head(call, &format!("content-length: {length}\r\n"))) && raw.send(" ".repeat(sent));
    raw
}

fn memory(server: &Server) -> usize {
    metric(server, "funhouse_body_memory_bytes").and_then(|bytes| usize::try_from(bytes).ok()).expect("it is counted")
}

/// Waits until the bodies take as much memory as they should.
fn until_memory(server: &Server, right: impl Fn(usize) -> bool) {
    until("bodies to take the right amount of memory", || right(memory(server)));
}

/// Sends a body that never ends, and is never silent for long, until the server closes the connection.
fn send_until_closed(raw: &mut Raw, piece: &str) {
    until("the server to close the connection", || !raw.send(piece));
}

#[test]
fn thousand_unfinished_bodies_without_token_use_no_memory() {
    let server = Server::start();
    for _ in 0..10 {
        let bodies: Vec<Raw> = (0..100).map(|_| unfinished(server.base(), "POST /v1/runs", MIB, MIB / 16)).collect();
        assert_eq!(memory(&server), 0);
        for mut body in bodies {
            body.closed();
        }
    }
}

#[test]
fn large_bodies_are_rejected_when_memory_is_full() {
    let server = Server::start_flagged(&["--body-memory", "32", "--no-limits"]);
    // Three quarters of the memory are for large ones.
    let unfinished_bodies: Vec<Raw> = (0..24).map(|_| unfinished(server.base(), REPLAY, MIB, MIB - 1)).collect();
    until_memory(&server, |bytes| bytes == 24 * MIB);
    for _ in 0..5 {
        let mut late = unfinished(server.base(), REPLAY, MIB, MIB - 1);
        let answer = late.answer();
        answer.problem(503, "busy");
        assert_eq!((answer.header("retry-after"), answer.header("connection")), ("1", "close"));
        late.closed();
    }
    assert_eq!(memory(&server), 24 * MIB);
    assert_eq!(metric(&server, "funhouse_body_memory_refused_total"), Some(5));
    server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({ "seed": "small" }))).ok();

    // What a compressed body may take while it is inflated is more than is left.
    let compressed = || {
        let body = gzip(br#"{"seed":"small"}"#.as_slice());
        let mut raw = Raw::connect(server.base());
        let coding = format!("content-encoding: gzip\r\ncontent-length: {}\r\n", body.len());
        raw.send(head("POST /v1/games/slide-jam/deal", &coding));
        raw.send(&body);
        raw.answer()
    };
    compressed().problem(503, "busy");
    drop(unfinished_bodies);
    until_memory(&server, |bytes| bytes == 0);
    compressed().ok();
    assert_eq!(memory(&server), 0);
}

#[test]
fn address_has_a_share_of_the_memory_of_bodies() {
    let server = Server::start_flagged(&["--body-memory", "32", "--trusted-proxy", "127.0.0.0/8"]);
    let large_from = |address: &str| {
        let mut raw = Raw::connect(server.base());
        let headers = format!("x-forwarded-for: {address}\r\ncontent-length: {MIB}\r\n");
        let _ = raw.send(head(REPLAY, &headers)) && raw.send(" ".repeat(MIB - 1));
        raw
    };
    let _first: Vec<Raw> = (0..8).map(|_| large_from("192.0.2.1")).collect();
    until_memory(&server, |bytes| bytes == 8 * MIB);
    large_from("192.0.2.1").answer().problem(503, "busy");
    let _others = large_from("192.0.2.2");
    until_memory(&server, |bytes| bytes == 9 * MIB);
}

#[test]
fn body_announced_too_large_is_rejected_at_once() {
    let server = Server::start_flagged(&["--body-timeout", "1000"]);
    for (call, length) in [(REPLAY, MIB + 1), ("POST /v1/games/slide-jam/deal", MIB / 4 + 1), (REPLAY, usize::MAX)] {
        let mut raw = unfinished(server.base(), call, length, 0);
        let answer = raw.answer();
        answer.problem(413, "body_too_large");
        assert_eq!(answer.header("connection"), "close");
        raw.closed();
    }
}

#[test]
fn body_announced_too_large_gets_no_100_continue() {
    let server = Server::start();
    let largest = max_bytes_of_run(MAX_MOVES_OF_ANY);
    for (length, status) in [(largest + 1, 413), (largest, 100)] {
        let mut raw = Raw::connect(server.base());
        raw.send(head(REPLAY, &format!("expect: 100-continue\r\ncontent-length: {length}\r\n")));
        let answer = raw.answer();
        assert_eq!(answer.status, status);
        if status == 413 {
            answer.problem(413, "body_too_large");
            raw.closed();
        }
    }
}

#[test]
fn slow_body_times_out_and_closes_connection() {
    let server = Server::start_flagged(&["--body-timeout", "1"]);
    let slow = [("content-length: 1000\r\n", " "), ("transfer-encoding: chunked\r\n", "1\r\n \r\n")];
    for (framing, piece) in slow {
        let mut raw = Raw::connect(server.base());
        raw.send(head(REPLAY, framing) + &piece.repeat(100));
        send_until_closed(&mut raw, piece);
        raw.answer().problem(408, "request_timeout");
        assert_eq!(memory(&server), 0);
    }
}

#[test]
fn unread_body_closes_its_connection() {
    let server = Server::start();
    for call in ["GET /healthz", "POST /play", "POST /nothing", "POST /v1/runs"] {
        let mut raw = Raw::connect(server.base());
        raw.send(head(call, "transfer-encoding: chunked\r\n"));
        send_until_closed(&mut raw, "1\r\n \r\n");
    }
}

#[test]
fn body_counts_toward_memory_while_work_waits() {
    static GATE: Gate = Gate::new();
    async fn waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATE.pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    let pool = pool_of(Bounds { all: 9, each: 9 });
    let server = Server::start_with(vec![Path::get("/waits", || web::to(waits))], Some(pool));
    let mut before = Raw::connect(server.base());
    before.send("GET /waits HTTP/1.1\r\nhost: x\r\n\r\n");
    GATE.until_arrived();
    let length = 20 * 1024;
    let mut waiting = unfinished(server.base(), REPLAY, length, length);
    until_memory(&server, |bytes| bytes >= length);
    GATE.open();
    waiting.answer().problem(400, "invalid_json");
    until_memory(&server, |bytes| bytes == 0);
}
