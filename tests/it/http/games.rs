//! The API on a real server, as a stranger meets it.

use std::io::{Read as _, Write as _};

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use crate::support::harness::{Server, address, deal, get, get_with, post, post_bytes, request};
use crate::support::raw::gzip;
use crate::support::schema::assert_fits;

const JSON: (&str, &str) = ("content-type", "application/json");

/// A move chosen from what `moves` offers, or a flick within the bounds that it gives.
fn offered(answer: &Json, turn: usize) -> Option<Json> {
    let moves = answer["moves"].as_array().expect("moves is a list");
    if let Some(bounds) = answer.get("bounds") {
        let coins = bounds["coins"].as_array().expect("bounds name the coins");
        let strength = bounds["least_strength"].as_i64().expect("bounds name the least strength");
        let aims = [(strength, 0), (0, strength), (-strength, 0), (0, -strength)];
        let (dx, dy) = aims[turn % 4];
        return Some(json!({ "type": "flick", "coin": coins[turn % coins.len()], "dx": dx, "dy": dy }));
    }
    (!moves.is_empty()).then(|| moves[(turn * 7) % moves.len()].clone())
}

/// Plays a game from its deal to its end with nothing but what the answers offer; gives the moves and the last position.
fn played_out(game: &str, seed: &str, options: &Json) -> (Vec<Json>, Json) {
    let mut position = deal(game, seed, options);
    let mut made = Vec::new();
    while !position["finished"].as_bool().expect("finished is a truth value") {
        let legal = post(&format!("/v1/games/{game}/moves"), &json!({ "state": position["state"] })).ok();
        let mv = offered(&legal, made.len()).expect("a game that goes on has a move");
        let body = json!({ "state": position["state"], "move": mv });
        position = post(&format!("/v1/games/{game}/play"), &body).ok();
        assert_eq!(position["events"].as_array().map(Vec::len), Some(1), "one list of events a move");
        made.push(mv);
        assert!(made.len() < 5000, "{game} ends");
    }
    (made, position)
}

#[test]
fn a_funhouse_is_played_from_deal_to_total_with_only_what_the_answers_offer() {
    let (moves, position) = played_out("epic-funhouse", "over-http", &json!({}));
    let rooms: Vec<u64> = serde_json::from_value(position["score"]["rooms"].clone()).expect("six numbers");
    assert_eq!(rooms.len(), 6);
    assert_eq!(position["score"]["total"], rooms.iter().sum::<u64>());
    let state = &position["state"];
    let run = json!({
        "game": "epic-funhouse", "rules": 1, "seed": "over-http", "options": state["options"],
        "moves": moves, "score": position["score"]["total"],
    });
    let verdict = post("/v1/games/epic-funhouse/replay?trace=true", &run).ok();
    assert_eq!(
        (&verdict["legal"], &verdict["complete"], &verdict["claim_holds"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(verdict["position"]["state"], *state);
    let trace = verdict["trace"].as_array().expect("a trace");
    assert_eq!(trace.len(), moves.len() + 1, "an entry for the deal and for each move");
    assert_eq!(trace.last().expect("it has entries")["digest"], verdict["digest"]);
}

#[test]
fn every_game_is_played_to_its_end_over_http() {
    for game in registry::ids() {
        let (_, position) = played_out(game, "every-game", &json!({}));
        assert!(
            post(&format!("/v1/games/{game}/moves"), &json!({ "state": position["state"] })).ok()["moves"] == json!([])
        );
        let score = post(&format!("/v1/games/{game}/score"), &json!({ "state": position["state"] })).ok();
        assert_eq!(score, position["score"]);
    }
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let body = json!({ "seed": "same", "with_legal_moves": true });
    for game in registry::ids() {
        let path = format!("/v1/games/{game}/deal");
        assert_eq!(post(&path, &body).body, post(&path, &body).body);
    }
}

#[test]
fn a_deal_without_a_seed_draws_one_that_deals_the_same_again() {
    let path = "/v1/games/epic-funhouse/deal";
    let (one, other) = (post(path, &json!({})).ok(), post(path, &json!({})).ok());
    assert_ne!(one["state"]["seed"], other["state"]["seed"]);
    assert_eq!(post(path, &json!({ "seed": one["state"]["seed"] })).ok(), one);
}

#[test]
fn an_option_left_out_has_its_default_and_an_unknown_one_is_an_error() {
    let dealt = deal("catwalk", "options", &json!({ "dexterity": "reported" }));
    assert_eq!(dealt["state"]["options"], json!({ "dexterity": "reported", "scoreboard": "coins" }));
    for (options, pointer) in [
        (json!({ "die": "counter" }), "/options/die"),
        (json!({ "dexterity": "steady" }), "/options/dexterity"),
        (json!({ "dexterity": null }), "/options/dexterity"),
        (json!([]), "/options"),
    ] {
        let problem = post("/v1/games/catwalk/deal", &json!({ "options": options })).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
}

#[test]
fn legal_moves_come_with_a_position_when_they_are_asked_for() {
    let dealt = post("/v1/games/slide-jam/deal", &json!({ "seed": "flag", "with_legal_moves": true })).ok();
    let listed = post("/v1/games/slide-jam/moves", &json!({ "state": dealt["state"] })).ok();
    assert_eq!(dealt["legal_moves"], listed);
    let body = json!({ "state": dealt["state"], "move": listed["moves"][0], "with_legal_moves": true });
    let next = post("/v1/games/slide-jam/play", &body).ok();
    assert!(next["legal_moves"]["moves"].is_array());
    assert!(deal("slide-jam", "flag", &json!({})).get("legal_moves").is_none(), "absent, not null");
}

#[test]
fn the_picture_comes_with_a_position_when_it_is_asked_for_and_is_the_one_that_is_drawn_of_its_state() {
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
fn a_hundred_moves_are_made_in_one_play() {
    let state = deal("roll-out-the-barrels", "hundred", &json!({}))["state"].clone();
    let places = post("/v1/games/roll-out-the-barrels/moves", &json!({ "state": state })).ok();
    let moves: Vec<&Json> = (0..100).map(|i| &places["moves"][i % 24]).collect();
    let position = post("/v1/games/roll-out-the-barrels/play", &json!({ "state": state, "moves": moves })).ok();
    assert_eq!(position["events"].as_array().map(Vec::len), Some(100));
    assert_eq!(position["state"]["table"]["die"]["top"], moves[99]["top"]);
}

#[test]
fn ten_thousand_moves_are_made_in_one_play_and_one_more_is_refused() {
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
fn a_long_trace_comes_in_pages_which_make_the_whole() {
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
fn the_first_illegal_move_refuses_the_whole_call_and_names_its_rule() {
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
fn moves_are_made_until_an_illegal_one_if_that_is_asked_for_and_it_is_told_and_no_error() {
    let state = deal("slide-jam", "funhouse-1", &json!({}))["state"].clone();
    let legal = json!({ "type": "pop", "cells": ["a1", "b1", "a2"], "stack": "left", "slide": "up" });
    let illegal = json!({ "type": "pop", "cells": ["a6", "b6", "d1"], "stack": "left", "slide": "up" });
    let play = |moves: Json| {
        post("/v1/games/slide-jam/play", &json!({ "state": state, "moves": moves, "until_illegal": true })).ok()
    };
    let whole = post("/v1/games/slide-jam/play", &json!({ "state": state, "move": legal })).ok();
    assert_eq!(play(json!([legal])), whole, "where all are legal nothing is told beside");
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
fn all_faults_of_a_state_are_told_at_once_with_their_pointers() {
    let mut state = deal("slide-jam", "funhouse-1", &json!({}))["state"].clone();
    state["table"]["grid"]["a1"] = json!("M5");
    state["table"]["left"] = json!(["S0"]);
    for call in ["moves", "score"] {
        let problem =
            post(&format!("/v1/games/slide-jam/{call}"), &json!({ "state": state })).problem(422, "impossible_state");
        let errors = problem["errors"].as_array().expect("a list of faults");
        let told: Vec<_> =
            errors.iter().map(|e| (e["pointer"].as_str().unwrap_or(""), e["code"].as_str().unwrap_or(""))).collect();
        for fault in [
            ("/state/table/grid/b1", "tile_twice"),
            ("/state/table/left/0", "tile_twice"),
            ("/state/table", "tile_missing"),
            ("/state/table/left", "broken_family"),
        ] {
            assert!(told.contains(&fault), "{fault:?} in {told:?}");
        }
    }
}

#[test]
fn what_is_not_of_the_schema_is_refused_with_the_place_of_the_fault() {
    let state = deal("epic-funhouse", "funhouse-1", &json!({}))["state"].clone();
    let mv = json!({ "type": "pop", "cells": ["a1", "b1", "a2"], "stack": "left", "slide": "up" });
    let cases = [
        ("/state/table/open/table/grid/a1", json!("X1")),
        ("/state/table/open/table/grid/a1", json!(7)),
        ("/state/table/open/table/grid/a1", json!(null)),
        ("/state/table/ended", json!([1.5])),
        ("/state/table/ended", json!([-1])),
        ("/state/rules", json!(1.0)),
        ("/state/rules", json!(0)),
        ("/state/game", json!("slide-jam")),
        ("/state/seed", json!("no seed")),
        ("/move/cells/1", json!("e1")),
        ("/move/cells", json!(["a1", "b1"])),
        ("/move/cells", json!(["a1", "b1", "a2", "b2"])),
        ("/move/stack", json!("middle")),
        ("/move/type", json!("jump")),
    ];
    for (pointer, value) in cases {
        let mut body = json!({ "state": state, "move": mv });
        *body.pointer_mut(pointer).expect("the place is there") = value;
        let problem = post("/v1/games/epic-funhouse/play", &body).problem(400, "invalid_body");
        let told = problem["errors"][0]["pointer"].as_str().expect("a pointer");
        assert!(told.starts_with(pointer), "{told} for {pointer}: {problem}");
    }
    for (place, field) in [("", "extra"), ("/state", "extra"), ("/state/table", "extra"), ("/move", "extra")] {
        let mut body = json!({ "state": state, "move": mv });
        body.pointer_mut(place).expect("the place is there")[field] = json!(1);
        let problem = post("/v1/games/epic-funhouse/play", &body).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], format!("{place}/{field}"), "{problem}");
    }
}

#[test]
fn a_list_is_never_taken_for_an_object() {
    fn objects(value: &Json, pointer: &str, found: &mut Vec<String>) {
        if let Some(fields) = value.as_object() {
            found.push(pointer.to_owned());
            fields.iter().for_each(|(name, value)| objects(value, &format!("{pointer}/{name}"), found));
        }
        if let Some(items) = value.as_array() {
            items.iter().enumerate().for_each(|(i, item)| objects(item, &format!("{pointer}/{i}"), found));
        }
    }
    for game in registry::ids() {
        let dealt = post(&format!("/v1/games/{game}/deal"), &json!({ "seed": "lists", "with_legal_moves": true })).ok();
        let body = json!({ "state": dealt["state"], "move": dealt["legal_moves"]["moves"][0] });
        let mut found = Vec::new();
        objects(&body, "", &mut found);
        for pointer in found {
            let mut body = body.clone();
            let place = body.pointer_mut(&pointer).expect("it is there");
            *place = Json::Array(place.as_object().expect("an object").values().cloned().collect());
            post(&format!("/v1/games/{game}/play"), &body).problem(400, "invalid_body");
        }
        for call in ["deal", "moves", "score", "replay"] {
            post(&format!("/v1/games/{game}/{call}"), &json!([])).problem(400, "invalid_body");
        }
    }
}

#[test]
fn an_answer_is_sent_back_whole_wherever_a_state_is_wanted() {
    for game in registry::ids() {
        let call = |name: &str, body: &Json| post(&format!("/v1/games/{game}/{name}"), body);
        let mut answer = call("deal", &json!({ "seed": "whole", "with_legal_moves": true, "with_picture": true })).ok();
        for turn in 0..3 {
            let state = json!({ "state": answer["state"] });
            for name in ["moves", "score"] {
                assert_eq!(call(name, &answer).ok(), call(name, &state).ok(), "{name} of {game}");
            }
            let picture = call("picture", &answer);
            assert_eq!((picture.status, &picture.body), (200, &call("picture", &state).body), "picture of {game}");
            let Some(mv) = offered(&call("moves", &state).ok(), turn) else {
                assert!(turn > 0, "{game} has a move after the deal");
                break;
            };
            let mut with_move = answer.clone();
            with_move["move"] = mv;
            let bare = json!({ "state": answer["state"], "move": with_move["move"] });
            let next = call("play", &with_move).ok();
            assert_eq!(next, call("play", &bare).ok(), "play of {game}");
            for (name, body) in [("moves", &answer), ("score", &answer), ("picture", &answer), ("play", &with_move)] {
                let mut body = body.clone();
                body["extra"] = json!(1);
                let problem = call(name, &body).problem(400, "invalid_body");
                assert_eq!(problem["errors"][0]["pointer"], "/extra", "{name} of {game}");
            }
            answer = next;
        }
    }
}

#[test]
fn the_place_of_a_fault_is_named_also_where_the_tag_comes_last() {
    let state = deal("slide-jam", "funhouse-1", &json!({}))["state"].to_string();
    let mv = r#"{"cells":["a1","b9","a2"],"slide":"up","stack":"left","type":"pop"}"#;
    let body = format!(r#"{{"state":{state},"move":{mv}}}"#);
    let problem = post_bytes("/v1/games/slide-jam/play", body.as_bytes(), &[JSON]).problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/move/cells/1", "{problem}");
}

#[test]
fn one_of_move_and_moves_must_be_given_and_a_list_may_not_be_empty() {
    let state = deal("trampo-land", "one-of", &json!({}))["state"].clone();
    let stop = json!({ "type": "stop" });
    for body in [
        json!({ "state": state }),
        json!({ "state": state, "move": stop, "moves": [stop] }),
        json!({ "state": state, "moves": [] }),
        json!({ "state": state, "move": null, "moves": [stop] }),
    ] {
        post("/v1/games/trampo-land/play", &body).problem(400, "invalid_body");
    }
}

#[test]
fn an_unknown_rules_version_is_a_problem_of_its_own() {
    let problem = post("/v1/games/slide-jam/deal", &json!({ "rules": 2 })).problem(422, "unknown_rules");
    assert_eq!(problem["errors"][0]["pointer"], "/rules");
    let mut state = deal("slide-jam", "rules", &json!({}))["state"].clone();
    state["rules"] = json!(99);
    let problem = post("/v1/games/slide-jam/score", &json!({ "state": state })).problem(422, "unknown_rules");
    assert_eq!(problem["errors"][0]["pointer"], "/state/rules");
    let run = json!({ "game": "slide-jam", "rules": 99, "seed": "a", "options": {}, "moves": [] });
    post("/v1/games/slide-jam/replay", &run).problem(422, "unknown_rules");
    post_bytes("/v1/games/slide-jam/replay", br#"{"rules":99,"game":"#, &[JSON]).problem(400, "invalid_body");
}

#[test]
fn what_is_no_json_is_told_from_what_is_of_another_schema() {
    for bad in ["", "{", "nonsense", "{\"seed\":\"a\"} x", "\u{feff}{}", "{\"seed\":\"\u{1}\"}"] {
        post_bytes("/v1/games/slide-jam/deal", bad.as_bytes(), &[JSON]).problem(400, "invalid_json");
    }
    post_bytes("/v1/games/slide-jam/deal", b"{\"seed\":\"\xff\"}", &[JSON]).problem(400, "invalid_json");
    post_bytes("/v1/games/slide-jam/deal", "[".repeat(100_000).as_bytes(), &[JSON]).problem(400, "invalid_body");
    for bad in ["[]", "3", "null", "\"a\"", "{\"seed\":\"a\",\"seed\":\"b\"}"] {
        post_bytes("/v1/games/slide-jam/deal", bad.as_bytes(), &[JSON]).problem(400, "invalid_body");
    }
}

#[test]
fn a_body_must_be_sent_as_json() {
    let body = b"{}";
    for headers in [vec![], vec![("content-type", "text/plain")], vec![("content-type", "application/jsonp")]] {
        post_bytes("/v1/games/slide-jam/deal", body, &headers).problem(415, "unsupported_media_type");
    }
    for media_type in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        post_bytes("/v1/games/slide-jam/deal", body, &[("content-type", media_type)]).ok();
    }
}

#[test]
fn a_body_is_limited_counted_after_decompression() {
    let padded = |bytes: usize| format!("{{{}}}", " ".repeat(bytes - 2)).into_bytes();
    let path = "/v1/games/slide-jam/deal";
    post_bytes(path, &padded(256 * 1024), &[JSON]).ok();
    post_bytes(path, &padded(256 * 1024 + 1), &[JSON]).problem(413, "body_too_large");
    let bomb = gzip(padded(50_000_000).as_slice());
    assert!(bomb.len() < 256 * 1024, "it is small on the wire");
    post_bytes(path, &bomb, &[JSON, ("content-encoding", "gzip")]).problem(413, "body_too_large");
    // A run may be larger.
    let run = br#"{"game":"slide-jam","rules":1,"seed":"a","options":{},"moves":[]"#;
    let run = |bytes: usize| [run.as_slice(), &vec![b' '; bytes - run.len() - 1], b"}"].concat();
    post_bytes("/v1/games/slide-jam/replay", &run(1024 * 1024), &[JSON]).ok();
    post_bytes("/v1/games/slide-jam/replay", &run(1024 * 1024 + 1), &[JSON]).problem(413, "body_too_large");
}

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
fn unknown_paths_and_games_are_told_apart() {
    get("/nowhere").problem(404, "not_found");
    get("/v1/games/slide-jam/nowhere").problem(404, "not_found");
    get("/v1/games/chess").problem(404, "unknown_game");
    post("/v1/games/chess/deal", &json!({})).problem(404, "unknown_game");
    get("/docs/nowhere.js").problem(404, "not_found");
    get("/v1/games/").problem(404, "unknown_game");
}

#[test]
fn a_wrong_method_is_answered_with_those_that_are_allowed() {
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

#[test]
fn every_origin_may_call_and_read_errors_and_the_preflight_says_so() {
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
fn what_does_not_change_is_revalidated_by_its_tag() {
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
fn a_request_id_is_returned_and_a_plain_one_accepted() {
    assert_eq!(get_with("/healthz", &[("x-request-id", "mine-1.2_3")]).header("x-request-id"), "mine-1.2_3");
    let long = "x".repeat(65);
    for odd in ["", "a b", "a\"b", long.as_str()] {
        let given = get_with("/healthz", &[("x-request-id", odd)]);
        assert!(given.header("x-request-id") != odd && !given.header("x-request-id").is_empty(), "{odd:?}");
    }
    assert_ne!(get("/healthz").header("x-request-id"), get("/healthz").header("x-request-id"));
}

#[test]
fn health_readiness_and_metrics_are_told() {
    assert_eq!(get("/healthz").ok()["status"], "ok");
    assert_eq!(get("/readyz").ok()["status"], "ok");
    deal("slide-jam", "metrics", &json!({}));
    let metrics = get("/metrics");
    assert!(metrics.body.contains(r#"method="POST",route="/v1/games/{game}/deal",status="2xx""#), "{}", metrics.body);
    assert!(metrics.body.ends_with("# EOF\n"));
}

#[test]
fn methods_that_a_path_does_not_have_are_counted_as_other() {
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
fn the_catalogue_says_all_that_a_front_end_wants_to_show() {
    let games = get("/v1/games").ok();
    let ids: Vec<&str> =
        games["games"].as_array().expect("a list").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, [registry::ids(), registry::seated_ids()].concat());
    for id in ids {
        let info = get(&format!("/v1/games/{id}")).ok();
        assert_eq!(info["id"], id);
        for list in ["rulings", "refusing_rules", "faults"] {
            assert!(info[list].as_array().is_some_and(|list| !list.is_empty()), "{id} has {list}");
        }
    }
}

#[test]
fn the_rules_of_every_game_are_served_for_reading_without_ids_and_codes() {
    for id in [registry::ids(), registry::seated_ids()].concat() {
        let rules = get(&format!("/v1/games/{id}/rules")).ok();
        assert_eq!((rules["game"].as_str(), rules["rules"].as_u64()), (Some(id), Some(1)));
        let text = |name: &str| rules[name].as_str().unwrap_or_default().to_owned();
        let (markdown, html) = (text("markdown"), text("html"));
        assert!(markdown.contains("\n**End.** ") && markdown.contains("| ruling |"), "{id}: {markdown}");
        assert!(html.contains("<strong>End.</strong>") && html.contains("<th>ruling</th>"), "{id}: {html}");
        let info = get(&format!("/v1/games/{id}")).ok();
        for entry in ["refusing_rules", "faults"].iter().flat_map(|list| info[list].as_array().expect("a list")) {
            let code = entry["id"].as_str().expect("an id");
            assert!(!markdown.contains(code) && !html.contains(code), "{id} tells {code}");
        }
        for tag in ["<script", "<style", "<img", "<a ", " style=", "<!--"] {
            assert!(!html.contains(tag), "{id}: {tag}");
        }
        get(&format!("/v1/games/{id}/rules?rules=99")).problem(422, "unknown_rules");
    }
}

#[test]
fn the_docs_page_asks_no_other_host_for_anything() {
    let to_page = get("/docs");
    assert_eq!((to_page.status, to_page.header("location")), (308, "/docs/"));
    let page = get("/docs/").body;
    assert!(page.contains("swagger-ui") && !page.contains("http://") && !page.contains("https://"), "{page}");
    let address = |name: &str| page.split('"').find(|text| text.ends_with(name)).expect("the page loads it");
    for name in [registry::ids(), registry::seated_ids(), vec!["service"]].concat() {
        let path = format!("/openapi-3.0/{name}.json");
        assert!(page.contains(&format!("<option value=\"{path}\">")) && get(&path).status == 200, "{name} is offered");
    }
    assert!(page.contains("<option value=\"/openapi-3.0.json\">"), "the whole is offered");
    assert_eq!(get(address("/swagger-ui-bundle.js")).status, 200);
}

#[test]
fn a_replay_of_any_run_of_the_schema_is_answered_with_a_verdict() {
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

#[test]
fn a_body_that_stops_halfway_does_not_hold_the_server_up() {
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

#[test]
fn a_round_of_the_match_gives_each_players_standing_and_points() {
    let seed = "round";
    let solved = funhouse_plays("easy-slider", seed);
    let wrong = json!([solved[0], solved[0]]);
    let given_up = json!([{ "type": "give_up" }]);
    let round = json!({ "seed": seed, "players": [
        { "type": "handed_in", "moves": [solved[0]] },
        { "type": "handed_in", "moves": solved },
        { "type": "handed_in", "moves": given_up },
        { "type": "handed_in", "moves": wrong },
        { "type": "handed_in", "moves": solved },
        { "type": "still_solving" },
    ] });
    let result = post("/v1/games/easy-slider/round", &round).ok();
    let players = result["players"].as_array().expect("a list");
    let told: Vec<_> = players.iter().map(|p| (p["standing"].as_str().unwrap_or(""), p["points"].as_u64())).collect();
    let due = [("fumbled", 0), ("finished", 5), ("fumbled", 0), ("fumbled", 0), ("finished", 4), ("solving", 3)];
    assert_eq!(told, due.map(|(standing, points)| (standing, Some(points))));
    assert_eq!(players[3]["bad_move"]["index"], 1);
    assert_eq!(players[1]["slides"], solved.len());
}

#[test]
fn a_round_lists_those_still_solving_last() {
    let early = json!({ "seed": "a", "players": [{ "type": "still_solving" }, { "type": "handed_in", "moves": [] }] });
    let problem = post("/v1/games/easy-slider/round", &early).problem(422, "inconsistent");
    assert_eq!(problem["errors"][0]["pointer"], "/players/0");
    post("/v1/games/easy-slider/round", &json!({ "seed": "a", "players": [] })).problem(400, "invalid_body");
    let unknown = json!({ "seed": "a", "rules": 9, "players": [{ "type": "still_solving" }] });
    post("/v1/games/easy-slider/round", &unknown).problem(422, "unknown_rules");
    let crowd = json!({ "seed": "a", "players": vec![json!({ "type": "still_solving" }); 101] });
    post("/v1/games/easy-slider/round", &crowd).problem(400, "invalid_body");
}

/// The moves of the greedy player's whole game, as the command line gives them.
fn funhouse_plays(game: &str, seed: &str) -> Vec<Json> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_funhouse"))
        .args(["play", game, "--seed", seed, "--json"])
        .output()
        .expect("the program runs");
    let run: Json = serde_json::from_slice(&output.stdout).expect("a run");
    serde_json::from_value(run["moves"].clone()).expect("a list of moves")
}
