//! The interface of the module on the host: memory, headers, and answers equal to those of the engine.

#![allow(clippy::expect_used, reason = "tests")]

use funhouse_engine::{GameVersions, Refusal, games, problem::Problem};
use funhouse_wasm::{Answer, answer, funhouse_abi, funhouse_alloc, funhouse_call, funhouse_free};
use serde_json::{Value as Json, json};

/// The result of a call of the engine.
type Answered = Result<Vec<u8>, Refusal>;

/// Calls as a host does: through memory and the exported functions.
fn called(target: &str, body: &[u8]) -> Answer {
    let request = [target.as_bytes(), body].concat();
    let memory = funhouse_alloc(request.len());
    // SAFETY: the memory has this length, and is passed on once. An answer has 8 bytes and those that its header counts.
    unsafe {
        std::slice::from_raw_parts_mut(memory, request.len()).copy_from_slice(&request);
        let answer = funhouse_call(memory, target.len(), request.len());
        let word = |at| u32::from_le_bytes(answer.add(at).cast::<[u8; 4]>().read());
        let (status, length) = (word(0), word(4) as usize);
        let body = std::slice::from_raw_parts(answer.add(8), length).to_vec();
        funhouse_free(answer);
        Answer { status: u16::try_from(status).expect("a status"), body }
    }
}

/// The answer that the service sends for a result of the engine.
fn expected(result: Answered) -> Answer {
    match result {
        Ok(body) => Answer { status: 200, body },
        Err(refusal) => {
            let problem = Problem::from(refusal);
            Answer { status: problem.status, body: serde_json::to_vec(&problem).expect("it can be written") }
        }
    }
}

fn parsed(answer: &Answer) -> Json {
    serde_json::from_slice(&answer.body).expect("JSON")
}

fn deal_request(game: &GameVersions) -> Json {
    let facts = game.newest().facts();
    let mut request = json!({ "seed": "abi", "with_legal_moves": true, "with_picture": true });
    if facts.scoring.is_none() {
        request["seats"] = facts.seats.0.into();
    }
    request
}

#[test]
fn every_game_answers_as_the_engine_does() {
    for game in games() {
        let id = game.id();
        let compare = |call: &str, request: &Json, result: &dyn Fn(&[u8]) -> Answered| {
            let body = request.to_string().into_bytes();
            let got = called(&format!("{id}/{call}"), &body);
            assert_eq!(got, expected(result(&body)), "{id} {call}");
            got
        };
        let deal = deal_request(game);
        let dealt = compare("deal", &deal, &|body| game.newest().deal(body, &|| None, funhouse_picture::draw));
        let mut position = parsed(&dealt);
        for nth in 0..20 {
            let state = json!({ "state": position["state"] });
            compare("moves", &state, &|body| game.of_state(body, |ruleset| ruleset.moves(body)));
            compare("score", &state, &|body| game.of_state(body, |ruleset| ruleset.score(body)));
            compare("view", &state, &|body| game.of_state(body, |ruleset| ruleset.view(body)));
            compare("picture", &state, &|body| {
                game.of_state(body, |ruleset| ruleset.scene(body)).map(|scene| funhouse_picture::draw(&scene).into())
            });
            let moves = position["legal_moves"]["moves"].as_array().cloned().unwrap_or_default();
            let Some(mv) = moves.get(nth * 7 % moves.len().max(1)) else { break };
            let play = json!({ "state": position["state"], "move": mv, "with_legal_moves": true, "with_text": true });
            let played = compare("play", &play, &|body| {
                game.of_state(body, |ruleset| ruleset.play(body, funhouse_picture::draw))
            });
            position = parsed(&played);
        }
    }
}

#[test]
fn refusals_are_problems_with_their_status() {
    let refused = |target: &str, body: &str| {
        let answer = called(target, body.as_bytes());
        (answer.status, parsed(&answer)["code"].clone())
    };
    assert_eq!(refused("slide-jam/play", "{"), (400, "invalid_json".into()));
    assert_eq!(refused("slide-jam/play", "{}"), (400, "invalid_body".into()));
    assert_eq!(refused("slide-jam/deal", "{}"), (400, "invalid_body".into()), "the module draws no seeds");
    assert_eq!(refused("slide-jam/info", r#"{"rules": 77}"#), (422, "unknown_rules".into()));
    assert_eq!(refused("slide-jam/plan", "{}"), (404, "not_found".into()), "only games for several seats have it");
    assert_eq!(refused("slide-jam/dance", "{}"), (404, "not_found".into()));
    assert_eq!(refused("no-game/play", "{}"), (404, "unknown_game".into()));
    assert_eq!(refused("", ""), (404, "unknown_game".into()));
    assert_eq!(answer(b"\xff", b"").status, 404);
}

#[test]
fn catalogue_and_rules_need_no_body() {
    let list = parsed(&called("games", b""));
    assert_eq!(list["games"].as_array().map(Vec::len), Some(games().len()));
    assert_eq!(list["rules_digest"].as_str().map(str::len), Some(64));
    for game in games() {
        assert_eq!(parsed(&called(&format!("{}/info", game.id()), b""))["id"], game.id());
        let rules = called(&format!("{}/rules", game.id()), b"");
        assert!(rules.body.starts_with(b"# Rules of "), "{}", game.id());
    }
    let programs = called("slide-jam/rules", br#"{"for": "programs", "rules": 1}"#);
    assert!(programs.body.starts_with(b"# Rules of Slide Jam, for programs\n"));
}

#[test]
fn digest_and_trace_agree() {
    let dealt = parsed(&called("slide-jam/deal", br#"{"seed": "abi"}"#));
    let digest = parsed(&called("slide-jam/digest", json!({ "state": dealt["state"] }).to_string().as_bytes()));
    let run = json!({ "game": "slide-jam", "rules": 1, "seed": "abi", "options": {}, "moves": [] });
    let verdict = parsed(&called("slide-jam/trace", json!({ "run": run }).to_string().as_bytes()));
    assert_eq!(verdict["trace"][0]["digest"], digest["digest"]);
    assert_eq!(parsed(&called("slide-jam/replay", run.to_string().as_bytes()))["digest"], digest["digest"]);
    let later = parsed(&called("slide-jam/trace", json!({ "run": run, "trace_from": 1 }).to_string().as_bytes()));
    assert_eq!(later["trace"], json!([]));
}

#[test]
fn target_longer_than_its_request_is_an_unknown_target() {
    let memory = funhouse_alloc(0);
    // SAFETY: the memory is passed on once, and the answer is read within its length and released once.
    let status = unsafe {
        let answer = funhouse_call(memory, 100, 0);
        let status = u32::from_le_bytes(answer.cast::<[u8; 4]>().read());
        funhouse_free(answer);
        status
    };
    assert_eq!(status, 404);
    assert_eq!(funhouse_abi(), 1);
}
