//! `POST /v1/verifications`: a line for each line, in order, and what they cost.

use std::time::Duration;

use funhouse::engine;
use funhouse::pool::{Bounds, Lane, Share};
use funhouse::rules::robot::Robot;
use serde_json::{Map, Value as Json, json};

use crate::support::account::slide_jam;
use crate::support::eventually::until;
use crate::support::gate::{Gate, pool_of};
use crate::support::harness::{Answer, Server, post_text};
use crate::support::metrics::metric;
use crate::support::raw::Raw;

const PATH: &str = "/v1/verifications";
const NDJSON: &str = "application/x-ndjson";

fn verify(server: &Server, lines: &[String]) -> Answer {
    post_text(server.base(), PATH, NDJSON, &[], &lines.join("\n"))
}

fn lines_of(answer: &Answer) -> Vec<Json> {
    assert_eq!((answer.status, answer.header("content-type")), (200, NDJSON), "{}", answer.body);
    assert!(answer.body.ends_with('\n'));
    let lines: Vec<Json> = answer.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (number, line) in (1..).zip(&lines) {
        assert_eq!(line["line"], number);
    }
    lines
}

#[test]
fn streams_a_result_for_each_line_in_order() {
    let server = Server::start();
    let mut runs: Vec<Json> = Vec::new();
    for game in engine::games() {
        let seed = "bulk".parse().expect("a seed");
        let played = game.newest().play_out(Robot::Random, seed, None, Map::new(), &mut |_| ());
        runs.push(played.expect("the defaults").run);
    }
    let mut false_claim = slide_jam("bulk");
    false_claim["score"] = json!(999);
    runs.push(false_claim);
    let expected: Vec<Json> = runs
        .iter()
        .map(|run| {
            let path = format!("/v1/games/{}/replay", run["game"].as_str().expect("a game"));
            server.send("POST", &path, &[], Some(run)).ok()
        })
        .collect();
    let mut lines: Vec<String> = runs.iter().map(Json::to_string).collect();
    let malformed = [
        ("not JSON", "invalid_json"),
        ("", "invalid_json"),
        ("{}", "invalid_body"),
        ("{\"game\": \"no-such-game\"}", "invalid_body"),
        ("{\"game\": \"slide-jam\", \"rules\": 9}", "unknown_rules"),
        ("[1]\r", "invalid_body"),
    ];
    for (at, (line, _)) in malformed.iter().enumerate() {
        lines.insert(2 * at, (*line).to_owned());
    }
    for end in ["", "\n"] {
        let answer = post_text(server.base(), PATH, NDJSON, &[], &format!("{}{end}", lines.join("\n")));
        let results = lines_of(&answer);
        assert_eq!(results.len(), lines.len());
        let codes: Vec<&str> = results.iter().filter_map(|line| line["problem"]["code"].as_str()).collect();
        assert_eq!(codes, malformed.map(|(_, code)| code));
        let verdicts: Vec<&Json> = results.iter().filter_map(|line| line.get("verdict")).collect();
        assert!(verdicts.iter().copied().eq(&expected));
    }
    assert_eq!(expected.last().expect("a verdict")["claim_holds"], false);
}

#[test]
fn bodies_that_are_no_list_of_runs_are_refused() {
    let server = Server::start();
    let run = slide_jam("bulk").to_string();
    let post = |media_type: &str, text: &str| post_text(server.base(), PATH, media_type, &[], text);
    let media_type = post("application/json", &run).problem(415, "unsupported_media_type");
    assert_eq!(media_type["detail"], "the Content-Type must be application/x-ndjson (got \"application/json\")");
    for empty in ["", "\n"] {
        post(NDJSON, empty).problem(400, "invalid_body");
    }
    assert_eq!(lines_of(&post(NDJSON, &"\n".repeat(1000))).len(), 1000);
    let many = post(NDJSON, &"\n".repeat(1001)).problem(413, "body_too_large");
    assert_eq!(many["detail"], "the body must have at most 1000 lines (got 1001)");
    post(NDJSON, &" ".repeat(1024 * 1024 + 1)).problem(413, "body_too_large");
    let refused = server.send("POST", "/v1/runs/1/verification", &[("content-type", NDJSON)], None);
    assert_ne!(refused.status, 415, "it takes no body");
}

/// What remains of a limit, as a response reports it.
fn remaining(answer: &Answer, limit: &str) -> u64 {
    let header = answer.header("ratelimit");
    let found = header.split(", ").find_map(|one| one.strip_prefix(&format!("\"{limit}\";r="))?.split(';').next());
    found.unwrap_or_else(|| panic!("{header} has no {limit}")).parse().expect("a number")
}

#[test]
fn lines_count_toward_limits_as_single_calls() {
    let server = Server::start_flagged(&["--limit-requests", "50/1h", "--limit-work", "20/1h"]);
    let run = slide_jam("bulk");
    let short = run.to_string();
    let long = format!("{short}{}", " ".repeat(17 * 1024));
    let replay = |text: &str| post_text(server.base(), "/v1/games/slide-jam/replay", "application/json", &[], text);
    let before = replay(&long);
    assert_eq!((remaining(&before, "requests"), remaining(&before, "work")), (49, 19));
    let results = lines_of(&verify(&server, &[&[short][..], &vec![long.clone(); 3]].concat()));
    assert!(results.iter().all(|line| line["verdict"]["claim_holds"] == true), "{results:?}");
    let after = replay(&long);
    assert_eq!((remaining(&after, "requests"), remaining(&after, "work")), (49 - 4 - 1, 19 - 3 - 1));
}

#[test]
#[allow(clippy::disallowed_types, reason = "measures that lines wait; a slow machine only adds to it")]
fn lines_wait_for_limits() {
    let server = Server::start_flagged(&["--limit-requests", "2/4s"]);
    let begun = std::time::Instant::now();
    let results = lines_of(&verify(&server, &vec![slide_jam("bulk").to_string(); 4]));
    assert!(results.iter().all(|line| line["verdict"]["claim_holds"] == true), "{results:?}");
    // Two lines are verified at once, and the fourth after 4 seconds.
    assert!(begun.elapsed() >= Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn response_ends_when_the_service_stops() {
    let server = Server::start_flagged(&["--limit-requests", "2/1h"]);
    let body = vec![slide_jam("bulk").to_string(); 4].join("\n");
    let mut raw = Raw::connect(server.base());
    raw.send(format!(
        "POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: {NDJSON}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    raw.read_until("\"line\":2");
    server.shared.drain.begin(Duration::ZERO);
    // The last chunk, without the lines that wait.
    raw.read_until("\r\n0\r\n\r\n");
}

#[test]
fn waiting_lines_use_no_body_memory_and_one_pool_place() {
    static GATE: Gate = Gate::new();
    let pool = pool_of(Bounds { all: 9, each: 1 });
    let server = Server::start_with(Vec::new(), Some(pool.clone()));
    let blocked = std::thread::spawn({
        let pool = pool.clone();
        move || crate::support::store::wait(pool.run(Lane::Rest, Share::SERVICE, || GATE.pass())).map(drop)
    });
    GATE.until_arrived();
    let body = vec![slide_jam("bulk").to_string(); 200].join("\n");
    let mut raw = Raw::connect(server.base());
    raw.send(format!(
        "POST {PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: {NDJSON}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    raw.read_until("HTTP/1.1 200 OK");
    until("a line in the pool", || metric(&server, "funhouse_pool_waiting{lane=\"rest\"}") == Some(1));
    let unsent = || metric(&server, "funhouse_unsent_bytes");
    assert_eq!(unsent(), Some(body.len() as u64), "it counts as a response that is not read");
    assert_eq!(metric(&server, "funhouse_body_memory_bytes"), Some(0));
    drop(raw);
    until("the memory to be released", || unsent() == Some(0));
    until("the pool to be empty", || metric(&server, "funhouse_pool_waiting{lane=\"rest\"}") == Some(0));
    GATE.open();
    blocked.join().expect("it ends").expect("it runs");
}
