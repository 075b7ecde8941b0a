//! Compressed bodies: accepted codings, and the cost of a small body.

use std::io::{Read as _, repeat};

use serde_json::json;

use crate::support::harness::{Answer, Server};
use crate::support::process::{Process, peak_memory};
use crate::support::raw::{Raw, gzip};

const DEAL: &str = "/v1/games/slide-jam/deal";

/// Sends a body in a content coding.
fn post(base: &str, path: &str, coding: &str, body: &[u8]) -> Answer {
    let mut raw = Raw::connect(base);
    raw.send(format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-encoding: {coding}\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    ));
    raw.send(body);
    raw.answer()
}

/// A body of this many bytes that deals a game.
fn padded(bytes: usize) -> Vec<u8> {
    let mut body = json!({ "seed": "zip" }).to_string().into_bytes();
    body.resize(bytes, b' ');
    body
}

/// Bytes that cannot be compressed.
fn noise(count: usize) -> Vec<u8> {
    let next = |last: &u32| Some(last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    std::iter::successors(Some(1), next).map(|number| (number >> 24) as u8).take(count).collect()
}

#[test]
fn codings_other_than_gzip_are_rejected_with_415() {
    let server = Server::start_alone();
    let body = padded(100);
    for coding in ["gzip", "GZIP", "x-gzip", "X-GZip", "identity"] {
        let body = if coding == "identity" { body.clone() } else { gzip(body.as_slice()) };
        assert_eq!(post(server.base(), DEAL, coding, &body).ok()["state"]["seed"], "zip", "{coding}");
    }
    for coding in [
        "br",
        "zstd",
        "deflate",
        "compress",
        "lzma",
        "",
        "gzip, gzip",
        "x-gzip, gzip",
        "gzip\r\ncontent-encoding: gzip",
    ] {
        let refused = post(server.base(), DEAL, coding, &body);
        refused.problem(415, "unsupported_encoding");
        assert_eq!(refused.header("accept-encoding"), "gzip, identity", "{coding}");
    }
    for broken in [&body[..], &gzip(body.as_slice())[..12], &[gzip(body.as_slice()), gzip(body.as_slice())].concat()] {
        post(server.base(), DEAL, "gzip", broken).problem(400, "bad_request");
    }
}

#[test]
fn slow_inflation_counts_as_work() {
    let server = Server::start_flagged(&["--limit-work", "4/1h"]);
    let small = gzip(padded(16 * 1024).as_slice());
    for _ in 0..10 {
        post(server.base(), DEAL, "gzip", &small).ok();
    }
    // To inflate it is work, and so is to deal with a long body.
    post(server.base(), DEAL, "gzip", &gzip(padded(16 * 1024 + 1).as_slice())).ok();
    // It hardly becomes smaller, and so it is long as it is sent.
    let noise: String = noise(4096).into_iter().map(|byte| char::from(b'a' + byte % 26)).collect();
    post(server.base(), DEAL, "gzip", &gzip(json!({ "seed": noise }).to_string().as_bytes()))
        .problem(400, "invalid_body");
    let bomb = gzip(repeat(b' ').take(32 << 20));
    post(server.base(), DEAL, "gzip", &bomb).problem(413, "body_too_large");
    post(server.base(), DEAL, "gzip", &bomb).problem(429, "too_many_requests");
    post(server.base(), DEAL, "gzip", &small).ok();
}

/// JSON that gzip hardly makes smaller: a seed of hexadecimal digits, as long as makes the body this long.
fn hexadecimal(bytes: usize) -> Vec<u8> {
    let around = json!({ "seed": "" }).to_string().len();
    let seed: String =
        noise(bytes - around).iter().filter_map(|byte| char::from_digit(u32::from(byte >> 4), 16)).collect();
    json!({ "seed": seed }).to_string().into_bytes()
}

#[test]
fn accepts_compressed_bodies_within_limit_despite_poor_ratio() {
    const LIMIT: usize = 256 * 1024;
    let server = Server::start_alone();
    let within = gzip(hexadecimal(LIMIT).as_slice());
    assert!(within.len() > LIMIT / 3, "{} bytes", within.len());
    // It is read, and the seed is too long.
    post(server.base(), DEAL, "gzip", &within).problem(400, "invalid_body");
    post(server.base(), DEAL, "gzip", &gzip(hexadecimal(LIMIT + 1).as_slice())).problem(413, "body_too_large");
    let noise = gzip(noise(LIMIT + 1).as_slice());
    assert!(noise.len() > LIMIT);
    post(server.base(), DEAL, "gzip", &noise).problem(413, "body_too_large");
}

#[test]
fn compressed_bodies_cost_work_per_quarter_of_limit() {
    let server = Server::start_flagged(&["--limit-work", "4/1h"]);
    let empty_blocks = |bytes: usize| {
        let flush = [0, 0, 0, 0xff, 0xff];
        let around = gzip(&[][..]);
        let blocks = flush.repeat((bytes - around.len()) / flush.len());
        [&around[..10], &blocks, &around[10..]].concat()
    };
    // Three quarters, and a little of the last.
    let body = empty_blocks(193 * 1024);
    post(server.base(), DEAL, "gzip", &body).problem(400, "invalid_json");
    post(server.base(), DEAL, "gzip", &empty_blocks(2048)).problem(429, "too_many_requests");
}

#[test]
#[cfg(target_os = "linux")]
fn rejects_decompression_bomb_using_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    // One worker, so that all requests find the memory of those before them.
    let server = Process::start_with(&folder.path().join("bombs.db"), &["--workers", "1"]);
    // What the largest body that is taken needs is there before a larger one comes.
    for _ in 0..4 {
        post(&server.base, DEAL, "gzip", &gzip(padded(256 * 1024).as_slice())).ok();
    }
    let bomb = gzip(repeat(b' ').take(64 << 20));
    let before = peak_memory(server.child.id());
    post(&server.base, DEAL, "gzip", &bomb).problem(413, "body_too_large");
    // The kernel counts in steps for each thread, so that the peak may seem to fall by some pages.
    let grown = peak_memory(server.child.id()).saturating_sub(before);
    assert!(grown < 1 << 20, "{} bytes took {grown} bytes of memory", bomb.len());
}
