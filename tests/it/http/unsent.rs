//! Clients that read their responses slowly or never: limits of what they can use.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::web::{self, Bytes};
use funhouse::api::endpoint::{self, Endpoint, Path};
use funhouse::api::operation::{OperationDoc, OperationInfo, operation};
use futures_util::stream;
use serde_json::json;

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::{Server, send};
use crate::support::process::Process;
#[cfg(target_os = "linux")]
use crate::support::process::peak_memory;
use crate::support::raw::Raw;
use crate::support::tables::{call, make, path_of};

const KIB: u64 = 1024;
/// A document of some megabytes.
const DOCUMENT: &str = "/openapi.json";

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n")
}

/// A client that has begun to receive a response, and reads no more of it.
fn stuck(base: &str, path: &str) -> Raw {
    let mut raw = Raw::connect(base);
    raw.send(get(path));
    raw.read_until("HTTP/1.1 200 OK");
    raw
}

/// A metric of a server, which is asked on a new connection.
fn metric(base: &str, name: &str) -> u64 {
    let text = send(base, "GET", "/metrics", &[], None).body;
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// How much more memory a server takes for each of this many clients.
#[cfg(target_os = "linux")]
fn memory_of_each(clients: u64, mut connect: impl FnMut(&str) -> Raw) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Process::start_with(&folder.path().join("unsent.db"), &["--workers", "1"]);
    send(&server.base, "GET", DOCUMENT, &[], None).ok();
    let before = peak_memory(server.child.id());
    let connections: Vec<Raw> = (0..clients).map(|_| connect(&server.base)).collect();
    // All are served by one thread, in turn: what came before this request has been read.
    send(&server.base, "GET", "/healthz", &[], None).ok();
    let each = peak_memory(server.child.id()).saturating_sub(before) / clients;
    drop(connections);
    each
}

#[test]
#[cfg(target_os = "linux")]
fn clients_that_read_nothing_share_one_document() {
    let each = memory_of_each(200, |base| stuck(base, DOCUMENT));
    assert!(each < 100 * KIB, "each took {each} bytes");
}

#[test]
#[cfg(target_os = "linux")]
fn requests_that_are_sent_ahead_take_little_memory() {
    let ahead = get(DOCUMENT).repeat(3000);
    let each = memory_of_each(50, |base| {
        let mut raw = stuck(base, DOCUMENT);
        raw.send(&ahead[..100 * 1024]);
        raw
    });
    assert!(each < 300 * KIB, "each took {each} bytes");
}

#[test]
#[cfg(target_os = "linux")]
fn hundreds_of_pipelined_requests_take_little_memory() {
    const CLIENTS: usize = 50;
    let short = "GET /readyz HTTP/1.1\r\nhost:\r\n\r\n".repeat(500);
    let chunked = "POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost:\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    for requests in [chunked.to_owned() + &short, short] {
        let mut clients = Vec::new();
        let each = memory_of_each(CLIENTS as u64, |base| {
            let mut raw = Raw::connect(base);
            raw.send(&requests);
            let other = raw.writer();
            clients.push(raw);
            if clients.len() == CLIENTS {
                // When some are answered, others have been parsed.
                clients.iter_mut().for_each(|raw| (0..20).for_each(|_| raw.read_until("HTTP/1.1 200 OK")));
            }
            other
        });
        assert!(each < 100 * KIB, "each took {each} bytes");
    }
}

#[test]
fn pipelined_requests_do_not_repeat_waiting_work() {
    static POLLS: AtomicUsize = AtomicUsize::new(0);
    async fn waits() -> HttpResponse {
        let endless = stream::poll_fn(|_| {
            POLLS.fetch_add(1, Ordering::Relaxed);
            Poll::<Option<Result<Bytes, Infallible>>>::Pending
        });
        HttpResponse::Ok().streaming(endless)
    }
    let waits = Path::get("/waits", || web::to(waits));
    let server = Server::start_as(&["--no-limits", "--workers", "1"], vec![waits], |shared| shared);
    let raw = stuck(server.base(), "/waits");
    // More than the buffers take: it is sent until the connection is closed.
    let mut writer = raw.writer();
    std::thread::spawn(move || writer.send(get("/healthz").repeat(50_000)));
    // Each of these is answered by the thread that the client keeps waiting.
    let mut other = Raw::connect(server.base());
    for _ in 0..500 {
        other.send(get("/healthz"));
        other.answer().ok();
    }
    let polls = POLLS.load(Ordering::Relaxed);
    assert!(polls < 100, "it was polled {polls} times");
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = Server::start_alone();
    let mut raw = Raw::connect(server.base());
    let body = json!({ "seed": "ahead" }).to_string();
    let post = format!(
        "POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let chunked = post.replace(
        &format!("content-length: {}\r\n\r\n{body}", body.len()),
        &format!("transfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n", body.len()),
    );
    const ROUNDS: usize = 100;
    std::thread::scope(|scope| {
        let requests = [get("/openapi/slide-jam.json"), post, get("/healthz"), chunked].concat().repeat(ROUNDS);
        let mut writer = raw.writer();
        scope.spawn(move || assert!(writer.send(requests)));
        for _ in 0..ROUNDS {
            assert_eq!(raw.answer().ok()["openapi"], "3.1.0");
            assert_eq!(raw.answer().ok()["state"]["seed"], "ahead");
            assert_eq!(raw.answer().ok()["status"], "ok");
            assert_eq!(raw.answer().ok()["state"]["seed"], "ahead");
        }
    });
}

#[test]
fn stalled_clients_are_disconnected_idle_listeners_are_not() {
    let server = Server::start_flagged(&["--no-limits", "--send-timeout", "1"]);
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    let mut listener = stuck(server.base(), &format!("{}/events", path_of(&table)));
    listener.read_until("event: table");
    let open = || metric(server.base(), "funhouse_connections ");
    let reader = stuck(server.base(), DOCUMENT);
    let ahead = {
        let mut raw = stuck(server.base(), "/openapi/slide-jam.json");
        raw.send(get("/openapi/slide-jam.json").repeat(100));
        raw
    };
    // The listener, and the client with the request.
    until("the connections of those who take nothing to be closed", || open() == 2);
    drop((reader, ahead));
    let ben = Account::new(&server, "Ben");
    call(&server, &ben, "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
    listener.read_until("event: table");
}

#[test]
fn slow_client_gets_the_whole_response() {
    let server = Server::start_flagged(&["--no-limits", "--send-timeout", "5"]);
    let path = "/openapi/slide-jam.json";
    let whole = send(server.base(), "GET", path, &[("accept-encoding", "identity")], None).body;
    let mut raw = Raw::connect_narrow(server.base());
    raw.send(get(path));
    assert_eq!(raw.answer().body, whole);
    raw.send(get("/healthz"));
    raw.answer().ok();
}

#[test]
fn head_responses_have_length_and_no_body() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    let mut raw = Raw::connect(server.base());
    for path in [DOCUMENT, "/healthz", "/v1/players/1/export", &format!("{}/events", path_of(&table))] {
        let (name, token) = ada.header();
        raw.send(format!("HEAD {path} HTTP/1.1\r\nhost: x\r\n{name}: {token}\r\n\r\n"));
        raw.read_until("HTTP/1.1 200 OK");
        raw.read_until("\r\n\r\n");
    }
    raw.send(get("/healthz"));
    raw.answer().ok();
    assert_eq!(server.shared.tables.listeners().reserved(), 0, "a request for the head is no listener");
}

#[test]
fn http_1_0_clients_get_the_whole_response() {
    let server = Server::start_alone();
    let whole = send(server.base(), "GET", DOCUMENT, &[("accept-encoding", "identity")], None).body;
    let mut raw = Raw::connect(server.base());
    raw.send(format!("GET {DOCUMENT} HTTP/1.0\r\n\r\n"));
    let answer = raw.answer();
    assert!(answer.body == whole);
    raw.closed();
}

#[test]
fn http_1_0_clients_get_streams_without_chunks() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    let (name, token) = ada.header();
    let run = r#"{"game":"slide-jam"}"#;
    let of_run = format!("content-type: application/x-ndjson\r\ncontent-length: {}\r\n", run.len());
    let events = format!("GET {}/events", path_of(&table));
    for (call, headers, body, beginning) in [
        ("GET /v1/players/me/export", "", "", r#"{"player":{"#),
        ("POST /v1/verifications", &of_run, run, r#"{"line":1,"#),
        (&events, "", "", "retry: "),
    ] {
        let mut raw = Raw::connect(server.base());
        raw.send(format!("{call} HTTP/1.0\r\nconnection: keep-alive\r\n{name}: {token}\r\n{headers}\r\n{body}"));
        raw.read_until(&format!("\r\n\r\n{beginning}"));
        if call != events {
            raw.closed();
        }
    }
}

#[test]
fn connections_are_limited_per_address_except_trusted_proxies() {
    let limit = ["--limit-connections", "3"];
    let server = Server::start_flagged(&limit);
    let connected = |server: &Server| {
        let mut raw = Raw::connect(server.base());
        raw.send(get("/healthz"));
        raw.answer().ok();
        raw
    };
    let connections = [(); 3].map(|()| connected(&server));
    let mut refused = Raw::connect(server.base());
    let answer = refused.answer();
    assert_eq!((answer.status, answer.json()["code"].as_str()), (429, Some("too_many_connections")));
    assert_eq!((answer.header("retry-after"), answer.header("connection")), ("1", "close"));
    refused.closed();
    drop(connections);
    until("room for a connection", || send(server.base(), "GET", "/healthz", &[], None).status == 200);
    assert!(metric(server.base(), "funhouse_connections_refused_total") > 0);

    let proxied = Server::start_flagged(&[&limit[..], &["--trusted-proxy", "127.0.0.1"]].concat());
    let _connections = [(); 10].map(|()| connected(&proxied));
    let unlimited = Server::start_flagged(&[&limit[..], &["--no-limits"]].concat());
    let _connections = [(); 10].map(|()| connected(&unlimited));
}

#[test]
fn refused_connection_gets_whole_429_despite_long_request() {
    let server = Server::start_flagged(&["--limit-connections", "1"]);
    let mut only = Raw::connect(server.base());
    only.send(get("/healthz"));
    only.answer().ok();
    for _ in 0..5 {
        let mut refused = Raw::connect(server.base());
        let request = "POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n";
        assert!(refused.send([request.as_bytes(), &[b' '; 100_000]].concat()));
        let answer = refused.answer();
        assert_eq!((answer.status, answer.json()["code"].as_str()), (429, Some("too_many_connections")));
        assert!(!refused.is_reset());
    }
}

/// The size of a response that no other shares.
const LARGE: usize = 3 << 20;
const IDENTITY: [(&str, &str); 1] = [("accept-encoding", "identity")];
/// How many requests were made to POST /stored.
static STORED: AtomicUsize = AtomicUsize::new(0);

async fn respond() -> HttpResponse {
    HttpResponse::Ok().body(vec![b'x'; LARGE])
}

async fn store() -> HttpResponse {
    STORED.fetch_add(1, Ordering::Relaxed);
    respond().await
}

fn doc_of_store() -> OperationDoc {
    operation(OperationInfo { id: "store".to_owned(), tag: "Test", summary: "Store".to_owned(), description: "" })
}

/// Starts a server with 32 MiB for responses, and with GET /large and POST /stored.
fn server_of_large() -> Server {
    let mut paths = endpoint::paths(vec![Endpoint::new(Method::POST, "/stored", store, doc_of_store)]);
    paths.push(Path::get("/large", || web::to(respond)));
    Server::start_as(&["--response-memory", "32"], paths, |shared| shared)
}

#[test]
fn unread_responses_per_address_are_bounded() {
    let server = server_of_large();
    let base = server.base();
    let unsent = || metric(base, "funhouse_unsent_bytes ");
    // A quarter of it is for one address: two of these responses.
    let [mut first, second] = [(), ()].map(|()| stuck(base, "/large"));
    assert_eq!(unsent(), 6 << 20);
    assert_eq!(server.send("GET", "/large", &IDENTITY, None).body.len(), LARGE);
    assert!(first.is_reset());
    until("one response to be connections", || unsent() == 3 << 20);
    assert_eq!(metric(base, "funhouse_unsent_cut_total "), 1);
    for path in ["/healthz", "/readyz", "/v1/games", DOCUMENT] {
        assert_eq!(server.send("GET", path, &[], None).status, 200, "{path}");
    }
    drop(second);
    until("all responses to be dropped", || unsent() == 0);
}

#[test]
#[cfg(target_os = "linux")]
fn unread_responses_of_some_do_not_block_others() {
    let server = server_of_large();
    let base = server.base();
    let connections: Vec<Raw> = (1..=10)
        .map(|n: u8| {
            let mut raw = Raw::connect_from(Ipv4Addr::new(127, 0, 1, n.div_ceil(2)), base);
            raw.send(get("/large"));
            raw.read_until("HTTP/1.1 200 OK");
            raw
        })
        .collect();
    assert_eq!(metric(base, "funhouse_unsent_bytes "), 30 << 20, "five addresses fill it");
    let state = server.send("POST", "/v1/games/epic-funhouse/deal", &[], Some(&json!({ "seed": "unread" }))).ok();
    let pictured = json!({ "state": state["state"] });
    for n in 1..=5 {
        assert_eq!(server.send("GET", "/large", &IDENTITY, None).body.len(), LARGE);
        let finished = server.send("POST", "/stored", &IDENTITY, None);
        assert_eq!((finished.status, finished.body.len(), STORED.load(Ordering::Relaxed)), (200, LARGE, n));
        let picture = server.send("POST", "/v1/games/epic-funhouse/picture", &IDENTITY, Some(&pictured));
        assert!(picture.status == 200 && picture.body.len() > 16 * 1024 && picture.body.trim_end().ends_with("</svg>"));
    }
    // All connections but the first are still open.
    until("one connection to be closed", || metric(base, "funhouse_connections ") == 10);
    assert_eq!(metric(base, "funhouse_unsent_cut_total "), 1);
    drop(connections);
}
