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
    assert_eq!(refused("slide-jam/plan", "{}"), (404, "not_found".into()));
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

/// Observations of games, without the screens.
struct Observed {
    totals: Vec<u64>,
    flags: Vec<u32>,
    features: Vec<Vec<u8>>,
    masks: Vec<Vec<u8>>,
}

fn observed(answer: &Answer, games: usize, form: &Json) -> Observed {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    let size = |name: &str| form[name].as_u64().expect("a size") as usize;
    let (totals, rest) = answer.body.split_at(8 * games);
    let (flags, rest) = rest.split_at(4 * games);
    let (screens, rest) = rest.split_at(4 * games * size("rows") * size("columns"));
    let (features, masks) = rest.split_at(games * size("features"));
    assert!(screens.as_chunks().0.iter().all(|cell| char::from_u32(u32::from_le_bytes(*cell)).is_some()));
    let parts = |bytes: &[u8]| bytes.chunks(bytes.len() / games).map(<[u8]>::to_vec).collect();
    let totals = totals.as_chunks().0.iter().map(|total| u64::from_le_bytes(*total)).collect();
    let flags = flags.as_chunks().0.iter().map(|flag| u32::from_le_bytes(*flag)).collect();
    Observed { totals, flags, features: parts(features), masks: parts(masks) }
}

fn form() -> Json {
    json!({ "actions": 1041, "features": 64, "rows": 4, "columns": 10 })
}

/// Returns a request to play actions, and to deal with seeds.
fn actions(numbers: &[u32], seeds: &[u64]) -> Vec<u8> {
    let seeds = seeds.iter().flat_map(|seed| seed.to_le_bytes());
    numbers.iter().flat_map(|number| number.to_le_bytes()).chain(seeds).collect()
}

const DEAL: u32 = u32::MAX - 1;

#[test]
fn games_of_a_batch_are_those_of_the_calls() {
    let request = json!({ "seeds": ["one", "two"], "form": form() }).to_string();
    let Observed { totals, flags, features, masks } =
        observed(&called("trampo-land/deal_many", request.as_bytes()), 2, &form());
    assert_eq!(flags, [0, 0]);
    assert!(features.iter().all(|counts| counts.len() == 64 && counts.iter().any(|count| *count > 0)));
    let mut states = vec![];
    for (place, seed) in ["one", "two"].iter().enumerate() {
        let deal = json!({ "seed": seed, "with_legal_moves": true }).to_string();
        let dealt = parsed(&called("trampo-land/deal", deal.as_bytes()));
        let shown = parsed(&called("trampo-land/show_one", json!({ "place": place }).to_string().as_bytes()));
        assert_eq!((&shown["state"], &shown["moves"]), (&dealt["state"], &dealt["legal_moves"]["moves"]));
        assert_eq!(shown["seen"]["score"], dealt["score"]);
        assert_eq!(dealt["score"]["total"], totals[place]);
        let numbers: Vec<u64> = shown["actions"].as_array().expect("a list").iter().filter_map(Json::as_u64).collect();
        let mask = masks[place].iter().zip(0..).filter(|(legal, _)| **legal == 1).map(|(_, number)| number);
        assert!(mask.clone().all(|number| numbers.contains(&number)) && mask.count() == numbers.len());
        states.push((shown["actions"][0].as_u64().expect("an action") as u32, shown));
    }
    let unused = (0..1041).find(|number| masks[1][*number as usize] == 0).expect("an illegal action");
    let played = called("trampo-land/play_many", &actions(&[states[0].0, unused], &[]));
    assert_eq!(observed(&played, 2, &form()).flags, [0, 2]);
    let play = json!({ "state": states[0].1["state"], "move": states[0].1["moves"][0] }).to_string();
    let shown = parsed(&called("trampo-land/show_one", br#"{"place": 0}"#));
    assert_eq!(shown["state"], parsed(&called("trampo-land/play", play.as_bytes()))["state"]);
    assert_eq!(parsed(&called("trampo-land/show_one", br#"{"place": 1}"#))["state"], states[1].1["state"]);

    let dealt = called("trampo-land/play_many", &actions(&[unused, DEAL], &[0xAB]));
    assert_eq!(observed(&dealt, 2, &form()).flags, [2, 0]);
    let shown = parsed(&called("trampo-land/show_one", br#"{"place": 1}"#));
    assert_eq!(shown["state"]["seed"], "00000000000000ab");
}

#[test]
fn requests_to_deal_many_games_that_make_no_sense_are_refused() {
    let refused = |call: &str, body: &[u8]| {
        let answer = called(call, body);
        assert!(answer.status >= 400, "{call} {:?}", String::from_utf8_lossy(body));
        parsed(&answer)["code"].clone()
    };
    let deal = |form: Json| json!({ "seeds": ["one"], "form": form }).to_string();
    let fine = json!({ "actions": 9, "features": 9, "rows": 0, "columns": 9 });
    assert_eq!(called("slide-jam/deal_many", deal(fine.clone()).as_bytes()).status, 200);
    for (field, size) in [("actions", 1 << 17), ("features", 1 << 17), ("rows", u64::MAX), ("actions", 1 << 62)] {
        let mut form = fine.clone();
        form[field] = size.into();
        assert_eq!(refused("slide-jam/deal_many", deal(form).as_bytes()), "invalid_body");
    }
    assert_eq!(refused("slide-jam/deal_many", b"{"), "invalid_json");
    assert_eq!(refused("queensland/deal_many", deal(fine.clone()).as_bytes()), "not_found");
    let seeds = json!({ "seeds": ["two words"], "form": fine }).to_string();
    assert_eq!(refused("slide-jam/deal_many", seeds.as_bytes()), "invalid_body");
    let options = json!({ "seeds": ["one"], "options": { "x": 1 }, "form": fine }).to_string();
    assert_eq!(refused("slide-jam/deal_many", options.as_bytes()), "invalid_body");
    // The game that was dealt first remains.
    for body in [&[][..], &[1, 2, 3], &actions(&[1], &[1]), &actions(&[DEAL], &[]), &actions(&[DEAL], &[1, 2])] {
        assert_eq!(refused("slide-jam/play_many", body), "invalid_body");
    }
    assert_eq!(refused("trampo-land/play_many", &actions(&[1], &[])), "invalid_body");
    assert_eq!(refused("trampo-land/show_one", br#"{"place": 0}"#), "invalid_body");
    assert_eq!(refused("slide-jam/show_one", br#"{"place": 1}"#), "invalid_body");
    assert_eq!(called("slide-jam/play_many", &actions(&[DEAL], &[7])).status, 200);
    // No games, no sizes: nothing to observe.
    let nothing = json!({ "seeds": [], "form": { "actions": 0, "features": 0, "rows": 0, "columns": 0 } });
    assert_eq!(called("slide-jam/deal_many", nothing.to_string().as_bytes()), Answer { status: 200, body: vec![] });
    assert_eq!(called("slide-jam/play_many", b""), Answer { status: 200, body: vec![] });
}
