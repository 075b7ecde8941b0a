//! Killed at any moment while rounds close, the service goes on where it stopped: all games are ended, each entrant is notified once, and the
//! standings have everything that was acknowledged.

use std::thread;
use std::time::Duration;

use funhouse::engine::contest::verify;
use funhouse::engine::games;
use funhouse::store::calendar::Timestamp;
use serde_json::{Value as Json, json};

use crate::support::eventually::{eventually, until};
use crate::support::harness::{Answer, send};
use crate::support::process::Process;
use crate::support::tables::text;
use crate::support::walks;

const ENTRANTS: usize = 8;
const ROUNDS: usize = 2;
/// How long the rounds are open, in milliseconds. The entrants begin within this time.
const OPEN: i64 = 6_000;
/// Number of kills from the moment at which the rounds close.
const KILLS: usize = 6;

/// Sends a request as a player.
fn call(base: &str, token: &str, method: &str, path: &str, body: Option<&Json>) -> Answer {
    send(base, method, path, &[("authorization", &format!("Bearer {token}"))], body)
}

fn statuses(base: &str, path: &str) -> Vec<String> {
    let shown = send(base, "GET", path, &[], None).ok();
    shown["rounds"].as_array().expect("rounds").iter().map(|round| text(round, "status").to_owned()).collect()
}

#[test]
fn rounds_close_once_although_the_service_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("contests.db");
    let mut server = Process::start(&file);
    let signed_up: Vec<Json> = (0..ENTRANTS)
        .map(|n| {
            send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": format!("Player {n}") }))).expect(201)
        })
        .collect();
    let tokens: Vec<&str> = signed_up.iter().map(|player| text(player, "token")).collect();
    let now: Timestamp = text(&signed_up[ENTRANTS - 1]["player"], "created_at").parse().expect("a time");
    let closes_at = now.plus_millis(OPEN);
    let order = json!({ "name": "Killed", "game": "trampo-land", "rounds": ROUNDS, "closes_at": closes_at });
    let contest = call(&server.base, tokens[0], "POST", "/v1/contests", Some(&order)).expect(201);
    let path = format!("/v1/contests/{}", text(&contest, "id"));
    for token in &tokens {
        call(&server.base, token, "POST", &format!("{path}/entrants"), None).ok();
    }
    until("the rounds to open", || statuses(&server.base, &path).iter().all(|status| status == "open"));
    let events = |base: &str, token: &str, query: &str| {
        call(base, token, "GET", &format!("/v1/players/me/events?{query}"), None).ok()
    };
    let positions: Vec<String> =
        tokens.iter().map(|token| text(&events(&server.base, token, "wait=0"), "position").to_owned()).collect();
    // Half of them finish the first round at once, and no one the second.
    for (n, token) in tokens.iter().enumerate() {
        for round in 1..=ROUNDS {
            let table = call(&server.base, token, "POST", &format!("{path}/rounds/{round}/table"), None).expect(201);
            if round == 1 && n < ENTRANTS / 2 {
                let stop = json!({ "game": "trampo-land", "after": 0, "moves": [{ "type": "stop" }] });
                let moves = format!("/v1/tables/{}/moves", text(&table, "id"));
                assert_eq!(call(&server.base, token, "POST", &moves, Some(&stop)).ok()["ending"], "finished");
            }
        }
    }

    until("the rounds to close", || statuses(&server.base, &path).iter().all(|status| status != "open"));
    let mut draws = walks::draws("contests", 1);
    for _ in 0..KILLS {
        server.kill();
        server = Process::start(&file);
        thread::sleep(Duration::from_millis(draws.below(150)));
    }
    until("the rounds to be settled", || statuses(&server.base, &path).iter().all(|status| status == "closed"));
    let standings = send(&server.base, "GET", &format!("{path}/standings"), &[], None).ok();
    let places: Vec<u64> =
        standings["standings"].as_array().expect("places").iter().filter_map(|of| of["place"].as_u64()).collect();
    assert_eq!(places.len(), ENTRANTS, "{standings}");
    let exported = send(&server.base, "GET", &format!("{path}/export"), &[], None).ok();
    let verdict = verify(exported.to_string().as_bytes(), games()).expect("an export");
    assert_eq!((verdict.rounds, verdict.runs, verdict.places), (ROUNDS, ENTRANTS / 2, ENTRANTS));
    assert_eq!(verdict.faults, Vec::<String>::new());
    for (token, position) in tokens.iter().zip(&positions) {
        let mut rounds = eventually("the events that the rounds are closed", || {
            let new = events(&server.base, token, &format!("wait=0&after={position}"));
            let of_rounds: Vec<u64> = new["events"]
                .as_array()
                .expect("events")
                .iter()
                .filter(|event| event["type"] == "contest_round_closed")
                .filter_map(|event| event["contest"]["round"].as_u64())
                .collect();
            (of_rounds.len() >= ROUNDS).then_some(of_rounds)
        });
        rounds.sort_unstable();
        assert_eq!(rounds, [1, 2], "each once");
    }
}
