//! The analysis of solitaires over HTTP.

#![allow(clippy::disallowed_types, reason = "measures how long an analysis goes on")]

use std::io::Write as _;
use std::net::TcpStream;

use funhouse::engine;
use serde_json::{Value as Json, json};

use crate::support::eventually::until;
use crate::support::harness::{Server, get, post};
use crate::support::metrics::metric;

/// The games whose best total is searched for.
const SOLVED: [&str; 5] = ["slide-jam", "magic-mirror", "roll-out-the-barrels", "trampo-land", "easy-slider"];
/// The games whose mean total is estimated.
const ESTIMATED: [&str; 4] = ["catwalk", "whack-a-dummy", "magic-bag", "epic-funhouse"];

fn is_analyzed(game: &str) -> bool {
    SOLVED.contains(&game) || ESTIMATED.contains(&game)
}

fn dealt(game: &str) -> Json {
    post(&format!("/v1/games/{game}/deal"), &json!({ "seed": "funhouse-1", "rules": 1 })).ok()
}

#[test]
fn line_plays_to_end_with_total_at_most() {
    for game in SOLVED {
        let position = dealt(game);
        let request = json!({ "state": position["state"], "effort": "quick", "with_moves": true });
        let analysis = post(&format!("/v1/games/{game}/analysis"), &request).ok();
        let play = json!({ "state": position["state"], "moves": analysis["line"] });
        let end = post(&format!("/v1/games/{game}/play"), &play).ok();
        assert_eq!((&end["finished"], &end["score"]["total"]), (&json!(true), &analysis["bounds"]["at_most"]));
        assert_eq!(analysis["hint"]["move"], analysis["line"][0]);
        let legal = post(&format!("/v1/games/{game}/moves"), &json!({ "state": position["state"] })).ok();
        let valued = analysis["moves"].as_array().expect("a list").iter().map(|value| &value["move"]);
        assert!(valued.eq(legal["moves"].as_array().expect("a list")), "{game} values each legal move");
    }
}

#[test]
fn whole_position_can_be_analyzed_again() {
    let position = dealt("magic-mirror");
    let path = "/v1/games/magic-mirror/analysis";
    let analysis = post(path, &position).ok();
    assert_eq!(analysis["bounds"]["at_least"], analysis["bounds"]["at_most"]);
    assert!(analysis.get("moves").is_none(), "they were not requested");
    assert_eq!(post(path, &json!({ "state": position["state"], "effort": "normal" })).ok(), analysis);
}

#[test]
fn games_with_seats_have_no_analysis() {
    for game in engine::games().iter().map(|game| game.id()).filter(|id| !is_analyzed(id)) {
        post(&format!("/v1/games/{game}/analysis"), &json!({})).problem(404, "not_found");
    }
}

#[test]
fn catalogue_lists_games_with_analysis() {
    for game in engine::games() {
        let info = get(&format!("/v1/games/{}", game.id())).ok();
        assert_eq!(info["analysis"], is_analyzed(game.id()), "{}", game.id());
        assert_eq!(info["analysis"] == true && info["open_information"] == true, SOLVED.contains(&game.id()));
    }
}

#[test]
fn mean_total_has_hint_and_ignores_seed() {
    for game in ESTIMATED {
        let position = dealt(game);
        let path = format!("/v1/games/{game}/analysis");
        let request = json!({ "state": position["state"], "effort": "quick", "with_moves": true });
        let analysis = post(&path, &request).ok();
        let Json::Object(expected) = &analysis["expected"] else { panic!("{game} has no mean: {analysis}") };
        assert_eq!(expected.len(), 3, "{expected:?}");
        let [mean, futures] = ["mean", "futures"].map(|name| expected[name].as_u64().expect("an integer"));
        let [least, most] = ["at_least", "at_most"].map(|name| analysis["bounds"][name].as_u64().expect("a bound"));
        assert!((1000 * least..=1000 * most).contains(&mean) && futures >= 2, "{game}: {analysis}");
        assert_eq!((&analysis["method"], &analysis["line"]), (&json!("simulation"), &json!([])));
        let hint = &analysis["hint"]["move"];
        let moves = analysis["moves"].as_array().expect("they were requested");
        let valued = moves.iter().find(|value| value["move"] == *hint).expect("the hint has a value");
        assert_eq!(valued["expected"], analysis["expected"]);
        post(&format!("/v1/games/{game}/play"), &json!({ "state": position["state"], "moves": [hint] })).ok();
        let mut other = request.clone();
        other["state"]["seed"] = json!("another");
        assert_eq!(post(&path, &other).ok(), analysis, "{game}");
    }
}

#[test]
fn rejects_invalid_requests() {
    let path = "/v1/games/magic-mirror/analysis";
    let state = &dealt("magic-mirror")["state"];
    post(path, &json!({ "state": state, "effort": "forever" })).problem(400, "invalid_body");
    post(path, &json!({ "state": state, "nodes": 7 })).problem(400, "invalid_body");
    post(path, &json!({})).problem(400, "invalid_body");
    let mut impossible = state.clone();
    impossible["table"]["left"] = json!([]);
    post(path, &json!({ "state": impossible })).problem(422, "impossible_state");
}

#[test]
fn deep_analysis_is_canceled_when_caller_is_gone() {
    let server = Server::start();
    let running = || metric(&server, "funhouse_pool_running{lane=\"analyses\"}");
    // Far from a solution, so that it takes seconds.
    let body = json!({ "state": dealt("easy-slider")["state"], "effort": "deep" }).to_string();
    let mut stream = TcpStream::connect(server.base().trim_start_matches("http://")).expect("the server listens");
    let head = format!(
        "POST /v1/games/easy-slider/analysis HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).expect("it is sent");
    until("an analysis", || running() == Some(1));
    let begun = std::time::Instant::now();
    drop(stream);
    until("no analysis", || running() == Some(0));
    let canceled = begun.elapsed();
    assert!(canceled.as_secs() < 3, "it ran for {canceled:?} after its caller was gone");
}
