//! Responses in every encoding, fixed and computed.

use std::io::Read as _;

use actix_web::{HttpResponse, web};
use funhouse::api::endpoint::Path;
use funhouse::pool::{Bounds, PerLane, Pool};
use ureq::http::HeaderMap;

use crate::support::harness::{Server, get_with, request, url};

/// A body in an encoding, inflated.
fn inflated(encoding: &str, body: &[u8]) -> Vec<u8> {
    let mut inflated = Vec::new();
    let read = match encoding {
        "br" => brotli::Decompressor::new(body, 4096).read_to_end(&mut inflated),
        // The client itself inflates gzip.
        _ => (&*body).read_to_end(&mut inflated),
    };
    read.expect("it is what it says");
    inflated
}

/// The headers and the body of what is got in an encoding.
fn got(url: &str, accepted: &str) -> (HeaderMap, Vec<u8>) {
    let mut answer = ureq::get(url).header("accept-encoding", accepted).call().expect("it is served");
    let body = answer.body_mut().read_to_vec().expect("a body");
    (answer.headers().clone(), body)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().expect("a header is text"))
}

/// Whether a response varies by `Accept-Encoding`.
fn varies(headers: &HeaderMap) -> bool {
    text(headers, "vary").to_lowercase().split(", ").any(|name| name == "accept-encoding")
}

#[test]
fn fixed_responses_are_whole_in_each_encoding() {
    for path in ["/openapi/slide-jam.json", "/v1/games", "/v1/games/catwalk?rules=1", "/v1/problems", "/play"] {
        let (plain_headers, plain) = got(&url(path), "identity");
        assert_eq!(text(&plain_headers, "content-encoding"), "", "{path}");
        for encoding in ["br", "gzip"] {
            let (headers, body) = got(&url(path), encoding);
            assert!(inflated(encoding, &body) == plain, "{path} {encoding}");
            assert_eq!(text(&headers, "etag"), text(&plain_headers, "etag"), "{path} {encoding}");
            if encoding != "gzip" {
                assert_eq!(text(&headers, "content-encoding"), encoding, "{path}");
                assert_eq!(text(&headers, "content-length"), body.len().to_string(), "{path} {encoding}");
                assert!(body.len() * 2 < plain.len(), "{path} {encoding}: {} of {}", body.len(), plain.len());
                let head = request("HEAD", path, &[("accept-encoding", encoding)]);
                assert_eq!(head.header("content-length"), text(&headers, "content-length"), "{path} {encoding}");
            }
            assert!(varies(&headers), "{path} {encoding}");
        }
        assert!(varies(&plain_headers), "{path}");
        let tag = text(&plain_headers, "etag");
        let unchanged = get_with(path, &[("if-none-match", tag), ("accept-encoding", "br")]);
        assert_eq!((unchanged.status, unchanged.header("etag")), (304, tag), "{path}");
        assert!(varies(&unchanged.headers), "{path}");
    }
}

#[test]
fn clients_without_common_encoding_get_identity_or_406() {
    let (headers, body) = got(&url("/v1/problems"), "deflate, zstd");
    assert_eq!((text(&headers, "content-encoding"), body.first()), ("", Some(&b'{')));
    get_with("/v1/problems", &[("accept-encoding", "deflate, zstd, identity;q=0")]).problem(406, "not_acceptable");
}

#[test]
fn raster_images_are_not_compressed() {
    let pixels = || web::to(|| async { HttpResponse::Ok().content_type("image/png").body(vec![0; 10_000]) });
    let server = Server::start_with(vec![Path::get("/pixels", pixels)], None);
    let (headers, body) = got(&format!("{}/pixels", server.base()), "br, gzip");
    assert_eq!((text(&headers, "content-type"), text(&headers, "content-encoding")), ("image/png", ""));
    assert_eq!(body.len(), 10_000);
}

/// A server with a long response, whose pool has this much room.
fn server_of(room: usize) -> Server {
    let large = Path::get("/large", || web::to(|| async { HttpResponse::Ok().body("funhouse ".repeat(10_000)) }));
    let one = Bounds { all: 1, each: 1 };
    let bounds = PerLane { submissions: one, analyses: one, rest: Bounds { all: room, each: room } };
    let pool = Pool::new(PerLane { submissions: 1, analyses: 1, rest: 1 }, bounds).expect("threads");
    Server::start_with(vec![large], Some(pool))
}

/// How much work the pool has done.
fn finished_jobs(server: &Server) -> String {
    let metrics = server.send("GET", "/metrics", &[], None).body;
    let count = "funhouse_pool_waited_seconds_count{lane=\"rest\"} ";
    metrics.lines().find_map(|line| line.strip_prefix(count)).expect("it is counted").to_owned()
}

#[test]
fn long_responses_are_compressed_in_the_pool() {
    let server = server_of(9);
    let (headers, body) = got(&format!("{}/v1/problems", server.base()), "br");
    assert_eq!((text(&headers, "content-encoding"), finished_jobs(&server).as_str()), ("br", "0"));
    assert!(!body.is_empty());
    let (headers, body) = got(&format!("{}/large", server.base()), "br");
    assert_eq!((text(&headers, "content-encoding"), finished_jobs(&server).as_str()), ("br", "1"));
    assert_eq!(inflated("br", &body).len(), 90_000);
    assert_eq!(text(&headers, "content-length"), body.len().to_string());
    assert!(varies(&headers));
}

#[test]
fn full_pool_leaves_long_responses_uncompressed() {
    let server = server_of(0);
    let (headers, body) = got(&format!("{}/large", server.base()), "br, gzip");
    assert_eq!((text(&headers, "content-encoding"), body.len()), ("", 90_000));
    let answer = server.send("GET", "/large", &[("accept-encoding", "br, identity;q=0")], None);
    answer.problem(503, "busy");
    assert_eq!(answer.header("retry-after"), "1");
}

#[test]
fn exposed_headers_are_listed_in_one_order() {
    let listed =
        "allow, deprecation, etag, link, location, ratelimit, ratelimit-policy, retry-after, sunset, x-request-id";
    for path in ["/healthz", "/v1/games", "/nowhere"] {
        // Each on its own connection, and so on all threads.
        for _ in 0..8 {
            let answer = get_with(path, &[("origin", "https://front.example")]);
            assert_eq!(answer.header("access-control-expose-headers"), listed, "{path}");
        }
    }
    assert_eq!(get_with("/healthz", &[]).header("access-control-expose-headers"), "");
}
