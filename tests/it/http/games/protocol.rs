//! HTTP itself: methods, encodings, origins, tags and health.

use std::io::{Read as _, Write as _};

use serde_json::json;

use super::JSON;
use crate::support::harness::{Server, address, deal, get, get_with, post_bytes, request};
use crate::support::raw::Raw;

#[test]
fn answers_are_compressed_for_those_who_accept_it() {
    let answer = get_with("/v1/games/epic-funhouse", &[("accept-encoding", "gzip")]);
    // The client unpacks what it asked for.
    assert_eq!(answer.ok()["id"], "epic-funhouse");
    let plain = request("GET", "/v1/games/epic-funhouse", &[("accept-encoding", "identity")]);
    assert_eq!(plain.ok(), answer.json());
    assert_eq!(plain.header("content-encoding"), "");
    get_with("/v1/games", &[("accept-encoding", "identity;q=0")]).problem(406, "not_acceptable");
}

#[test]
fn wrong_method_is_rejected_with_allowed_methods() {
    let answer = get("/v1/games/slide-jam/play");
    answer.problem(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), "POST");
    for method in ["DELETE", "PUT", "PATCH", "OPTIONS", "BREW"] {
        let answer = request(method, "/v1/games", &[]);
        answer.problem(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), "GET, HEAD");
    }
}

#[test]
fn head_is_answered_as_get_without_a_body() {
    let head = request("HEAD", "/v1/games", &[("accept-encoding", "identity")]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(
        head.header("content-length"),
        get_with("/v1/games", &[("accept-encoding", "identity")]).body.len().to_string()
    );
}

/// Java's client asks for HTTP/2 on every new connection.
#[test]
fn response_to_upgrade_request_announces_close() {
    let server = Server::start();
    let body = r#"{"seed": "upgrade"}"#;
    let request = |more: &str| {
        let length = body.len();
        let head = "POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost: x\r\ncontent-type: application/json";
        format!("{head}\r\ncontent-length: {length}\r\n{more}\r\n{body}")
    };
    let mut raw = Raw::connect(server.base());
    for _ in 0..2 {
        assert!(raw.send(request("")));
        let answer = raw.answer();
        assert_eq!((answer.status, answer.header("connection")), (200, ""), "the connection stays open");
    }
    let upgrade = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n";
    assert!(raw.send(request(upgrade)));
    let answer = raw.answer();
    assert_eq!((answer.status, answer.header("connection")), (200, "close"));
    raw.closed();
}

#[test]
fn every_origin_may_call_and_read_errors() {
    let origin = ("origin", "https://example.org");
    let asks = [
        origin,
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization, content-type, idempotency-key"),
    ];
    let preflight = request("OPTIONS", "/v1/games/slide-jam/play", &asks);
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    assert!(preflight.header("access-control-allow-methods").contains("POST"));
    assert!(preflight.header("access-control-allow-headers").to_ascii_lowercase().contains("authorization"));
    assert_eq!(preflight.header("access-control-allow-credentials"), "");
    for answer in [
        get_with("/v1/games", &[origin]),
        get_with("/nowhere", &[origin]),
        get_with("/v1/games/slide-jam/play", &[origin]),
        get_with("/v1/games", &[origin, ("accept-encoding", "identity;q=0")]),
        post_bytes("/v1/games/slide-jam/deal", b"{", &[origin, JSON]),
    ] {
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{}", answer.body);
        let exposed = answer.header("access-control-expose-headers");
        for name in ["retry-after", "etag", "x-request-id"] {
            assert!(exposed.contains(name), "{name} in {exposed}");
        }
    }
}

#[test]
fn unchanged_responses_are_revalidated_by_etag() {
    for path in
        ["/v1/games", "/v1/games/slide-jam", "/v1/problems", "/openapi.json", "/openapi-3.0/service.json", "/docs/"]
    {
        let first = get(path);
        let tag = first.header("etag");
        assert!(!tag.is_empty(), "{path}");
        let again = get_with(path, &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", tag), "{path}");
        assert_eq!(get_with(path, &[("if-none-match", "\"other\"")]).status, 200);
    }
}

#[test]
fn returns_request_id_and_accepts_plain_ones() {
    assert_eq!(get_with("/healthz", &[("x-request-id", "mine-1.2_3")]).header("x-request-id"), "mine-1.2_3");
    let long = "x".repeat(65);
    for odd in ["", "a b", "a\"b", long.as_str()] {
        let given = get_with("/healthz", &[("x-request-id", odd)]);
        assert!(given.header("x-request-id") != odd && !given.header("x-request-id").is_empty(), "{odd:?}");
    }
}

#[test]
fn request_ids_do_not_count_requests() {
    let ids = [(); 2].map(|()| u64::from_str_radix(get("/healthz").header("x-request-id"), 16).expect("a number"));
    assert!(ids[0].abs_diff(ids[1]) > 1 << 32, "{ids:?}");
}

#[test]
fn serves_health_readiness_and_metrics() {
    assert_eq!(get("/healthz").ok()["status"], "ok");
    assert_eq!(get("/readyz").ok()["status"], "ok");
    deal("slide-jam", "metrics", &json!({}));
    let metrics = get("/metrics");
    assert!(metrics.body.contains(r#"method="POST",route="/v1/games/{game}/deal",status="2xx""#), "{}", metrics.body);
    assert!(metrics.body.ends_with("# EOF\n"));
}

#[test]
fn unknown_methods_are_counted_as_other() {
    let server = Server::start_alone();
    for method in ["DELETE", "PUT", "PATCH", "POST"] {
        server.send(method, "/v1/games", &[], None).problem(405, "method_not_allowed");
    }
    // The client decompresses no response without a body.
    server.send("HEAD", "/v1/games", &[("accept-encoding", "identity")], None);
    let metrics = server.send("GET", "/metrics", &[], None).body;
    let count = r#"duration_seconds_count{method="other",route="/v1/games",status="4xx"} 4"#;
    assert!(metrics.contains(count), "{metrics}");
    let is_of_path = |line: &&str| line.contains("_count{") && line.contains(r#"route="/v1/games""#);
    assert_eq!(metrics.lines().filter(is_of_path).count(), 2, "HEAD counts as GET: {metrics}");
}

#[test]
fn unfinished_body_does_not_block_the_server() {
    let mut stream = std::net::TcpStream::connect(address()).expect("the server listens");
    stream
        .write_all(b"POST /v1/games/slide-jam/deal HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"se")
        .expect("the request is sent");
    stream.shutdown(std::net::Shutdown::Write).expect("the client hangs up");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(!answer.contains(" 500 "), "{answer}");
    assert_eq!(get("/healthz").status, 200);
}
