//! Moves, and what comes with the position after them.

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use crate::support::harness::{deal, post};
use crate::support::schema::assert_fits;

#[test]
fn position_includes_legal_moves_on_request() {
    let dealt = post("/v1/games/slide-jam/deal", &json!({ "seed": "flag", "with_legal_moves": true })).ok();
    let listed = post("/v1/games/slide-jam/moves", &json!({ "state": dealt["state"] })).ok();
    assert_eq!(dealt["legal_moves"], listed);
    let body = json!({ "state": dealt["state"], "move": listed["moves"][0], "with_legal_moves": true });
    let next = post("/v1/games/slide-jam/play", &body).ok();
    assert!(next["legal_moves"]["moves"].is_array());
    assert!(deal("slide-jam", "flag", &json!({})).get("legal_moves").is_none(), "absent, not null");
}

#[test]
fn position_includes_picture_of_its_state_on_request() {
    for game in registry::ids() {
        let call = |call: &str| format!("/v1/games/{game}/{call}");
        let drawn = |state: &Json| post(&call("picture"), &json!({ "state": state })).body;
        let dealt =
            post(&call("deal"), &json!({ "seed": "drawn", "with_legal_moves": true, "with_picture": true })).ok();
        assert_eq!(dealt["picture"], drawn(&dealt["state"]));
        let mv = &dealt["legal_moves"]["moves"][0];
        for moves in [json!({ "state": dealt["state"], "move": mv }), json!({ "state": dealt["state"], "moves": [mv] })]
        {
            let mut body = moves;
            assert!(post(&call("play"), &body).ok().get("picture").is_none(), "absent, not null");
            body["with_picture"] = json!(true);
            let next = post(&call("play"), &body).ok();
            assert_eq!(next["picture"], drawn(&next["state"]));
        }
    }
}

#[test]
fn play_accepts_a_hundred_moves() {
    let state = deal("roll-out-the-barrels", "hundred", &json!({}))["state"].clone();
    let places = post("/v1/games/roll-out-the-barrels/moves", &json!({ "state": state })).ok();
    let moves: Vec<&Json> = (0..100).map(|i| &places["moves"][i % 24]).collect();
    let position = post("/v1/games/roll-out-the-barrels/play", &json!({ "state": state, "moves": moves })).ok();
    assert_eq!(position["events"].as_array().map(Vec::len), Some(100));
    assert_eq!(position["state"]["table"]["die"]["top"], moves[99]["top"]);
}

#[test]
fn play_accepts_at_most_ten_thousand_moves() {
    let state = deal("roll-out-the-barrels", "many", &json!({}))["state"].clone();
    let place = json!({ "type": "place", "top": 0, "north": 4 });
    let moves = |count: usize| json!({ "state": state, "moves": vec![&place; count] });
    // 256 KiB hold some 6,000 moves; a run of 10,000 fits its own limit.
    let position = post("/v1/games/roll-out-the-barrels/play", &moves(6000)).ok();
    assert_eq!(position["events"].as_array().map(Vec::len), Some(6000));
    let run = |count: usize| json!({ "game": "roll-out-the-barrels", "rules": 1, "seed": "many", "options": {}, "moves": vec![&place; count] });
    let verdict = post("/v1/games/roll-out-the-barrels/replay", &run(10_000)).ok();
    assert_eq!((&verdict["legal"], verdict.get("trace")), (&json!(true), None));
    let problem = post("/v1/games/roll-out-the-barrels/replay", &run(10_001)).problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/moves");
}

#[test]
fn pages_of_long_trace_form_the_whole() {
    let state = deal("roll-out-the-barrels", "pages", &json!({}))["state"].clone();
    let places = post("/v1/games/roll-out-the-barrels/moves", &json!({ "state": state })).ok();
    let moves: Vec<&Json> = (0..1200).map(|i| &places["moves"][i % 24]).collect();
    let run = json!({ "game": "roll-out-the-barrels", "rules": 1, "seed": "pages", "options": {}, "moves": moves });
    let path = "/v1/games/roll-out-the-barrels/replay?trace=true";
    let page = |from: u64| {
        let verdict = post(&format!("{path}&trace_from={from}"), &run).ok();
        assert_fits("RollOutTheBarrelsVerdict", &verdict);
        (verdict["trace"].as_array().expect("a trace").clone(), verdict.get("trace_next").and_then(Json::as_u64))
    };
    let first = post(path, &run).ok();
    assert_eq!((&first["trace"], &first["trace_next"]), (&json!(page(0).0), &json!(500)));
    assert!(post("/v1/games/roll-out-the-barrels/replay", &run).ok().get("trace_next").is_none());

    let mut whole = Vec::new();
    let mut next = Some(0);
    while let Some(from) = next {
        assert_eq!(from, whole.len() as u64, "no entry is left out");
        let (entries, then) = page(from);
        whole.extend(entries);
        next = then;
    }
    assert_eq!(whole.len(), 1201, "an entry for the deal and for each move");
    assert_eq!(whole.last().expect("it has entries")["digest"], first["digest"]);
    let start = page(701).0;
    assert_eq!(start[..], whole[701..], "a page may begin anywhere");
    assert_eq!(page(700), (whole[700..1200].to_vec(), Some(1200)), "the last entry is on a page of its own");
    assert_eq!(page(1201), (Vec::new(), None));

    for query in ["?trace_from=0", "?trace=false&trace_from=0"] {
        let bare = format!("/v1/games/roll-out-the-barrels/replay{query}");
        post(&bare, &run).problem(400, "invalid_query");
    }
    for from in ["-1", "10001", "x"] {
        post(&format!("{path}&trace_from={from}"), &run).problem(400, "invalid_query");
    }
}

#[test]
fn first_illegal_move_rejects_call_and_names_rule() {
    let state = deal("slide-jam", "funhouse-1", &json!({}))["state"].clone();
    let legal = json!({ "type": "pop", "cells": ["a1", "b1", "a2"], "stack": "left", "slide": "up" });
    let body = json!({ "state": state, "moves": [legal, { "type": "pop", "cells": ["a6", "b6", "d1"], "stack": "left", "slide": "up" }] });
    let problem = post("/v1/games/slide-jam/play", &body).problem(422, "illegal_move");
    assert_eq!(problem["rule"], "slide-jam.family");
    assert_eq!(problem["errors"][0]["pointer"], "/moves/1");
    assert_eq!(problem["errors"][0]["code"], "slide-jam.family");
    let apart = json!({ "state": state, "move": { "type": "pop", "cells": ["a1", "d1", "c2"], "stack": "left", "slide": "up" } });
    let problem = post("/v1/games/slide-jam/play", &apart).problem(422, "illegal_move");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["detail"]),
        (&json!("/move"), &json!("M0 and C1 do not touch"))
    );
}

#[test]
fn until_illegal_plays_and_reports_first_illegal_move() {
    let state = deal("slide-jam", "funhouse-1", &json!({}))["state"].clone();
    let legal = json!({ "type": "pop", "cells": ["a1", "b1", "a2"], "stack": "left", "slide": "up" });
    let illegal = json!({ "type": "pop", "cells": ["a6", "b6", "d1"], "stack": "left", "slide": "up" });
    let play = |moves: Json| {
        post("/v1/games/slide-jam/play", &json!({ "state": state, "moves": moves, "until_illegal": true })).ok()
    };
    let whole = post("/v1/games/slide-jam/play", &json!({ "state": state, "move": legal })).ok();
    assert_eq!(play(json!([legal])), whole, "nothing is added if all are legal");
    let mut stopped = play(json!([legal, illegal, legal]));
    let bad = stopped["bad_move"].take();
    assert_eq!((&bad["index"], &bad["rule"]), (&json!(1), &json!("slide-jam.family")));
    stopped.as_object_mut().expect("an object").remove("bad_move");
    assert_eq!(stopped, whole, "what came before it is made, and nothing after it");
    let one = json!({ "state": state, "move": illegal, "until_illegal": true });
    let refused = post("/v1/games/slide-jam/play", &one).ok();
    assert_eq!((&refused["state"], &refused["events"], &refused["bad_move"]["index"]), (&state, &json!([]), &json!(0)));
    let after = post(
        "/v1/games/slide-jam/play",
        &json!({ "state": refused["state"], "bad_move": refused["bad_move"], "move": legal }),
    )
    .ok();
    assert_eq!(after, whole, "an answer with it can be sent back whole");
}

#[test]
fn replay_of_any_valid_run_returns_a_verdict() {
    let path = "/v1/games/whack-a-dummy/replay";
    let run = |moves: Json, score: Option<u64>| {
        let mut run = json!({ "game": "whack-a-dummy", "rules": 1, "seed": "v", "options": {}, "moves": moves });
        if let Some(score) = score {
            run["score"] = json!(score);
        }
        run
    };
    let enter = json!({ "type": "enter", "cell": "b3" });
    let give_up = json!({ "type": "give_up" });
    let verdict = post(path, &run(json!([enter, give_up]), Some(15))).ok();
    assert_eq!(
        (&verdict["legal"], &verdict["complete"], &verdict["claim_holds"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(post(path, &run(json!([enter, give_up]), Some(14))).ok()["claim_holds"], false);
    let unfinished = post(path, &run(json!([enter]), None)).ok();
    assert_eq!((&unfinished["complete"], unfinished.get("claim_holds")), (&json!(false), None));
    let illegal = post(path, &run(json!([enter, enter, give_up]), Some(15))).ok();
    assert_eq!(illegal["legal"], false);
    assert_eq!(
        (&illegal["bad_move"]["index"], &illegal["bad_move"]["rule"]),
        (&json!(1), &json!("whack-a-dummy.entered"))
    );
    assert_eq!(illegal["position"]["state"]["table"]["you"], "b3", "the position before the bad move");
    post(&format!("{path}?trace=maybe"), &run(json!([]), None)).problem(400, "invalid_query");
    post(&format!("{path}?tracing=true"), &run(json!([]), None)).problem(400, "invalid_query");
}
