//! Malformed requests, and the problems that they get.

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use super::{JSON, offered};
use crate::support::harness::{deal, get, post, post_bytes};
use crate::support::raw::gzip;

#[test]
fn all_faults_of_state_are_returned_with_pointers() {
    let mut state = deal("slide-jam", "funhouse-1", &json!({}))["state"].clone();
    state["table"]["grid"]["a1"] = json!("M5");
    state["table"]["left"] = json!(["S0"]);
    for call in ["moves", "score"] {
        let problem =
            post(&format!("/v1/games/slide-jam/{call}"), &json!({ "state": state })).problem(422, "impossible_state");
        let errors = problem["errors"].as_array().expect("a list of faults");
        let shown: Vec<_> =
            errors.iter().map(|e| (e["pointer"].as_str().unwrap_or(""), e["code"].as_str().unwrap_or(""))).collect();
        for fault in [
            ("/state/table/grid/b1", "tile_twice"),
            ("/state/table/left/0", "tile_twice"),
            ("/state/table", "tile_missing"),
            ("/state/table/left", "broken_family"),
        ] {
            assert!(shown.contains(&fault), "{fault:?} in {shown:?}");
        }
    }
}

#[test]
fn schema_violations_are_rejected_with_pointers() {
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
        let shown = problem["errors"][0]["pointer"].as_str().expect("a pointer");
        assert!(shown.starts_with(pointer), "{shown} for {pointer}: {problem}");
    }
    for (place, field) in [("", "extra"), ("/state", "extra"), ("/state/table", "extra"), ("/move", "extra")] {
        let mut body = json!({ "state": state, "move": mv });
        body.pointer_mut(place).expect("the place is there")[field] = json!(1);
        let problem = post("/v1/games/epic-funhouse/play", &body).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], format!("{place}/{field}"), "{problem}");
    }
}

#[test]
fn list_is_never_accepted_as_object() {
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
fn whole_position_is_accepted_wherever_state_is() {
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
fn pointer_of_fault_is_right_with_tag_last() {
    let state = deal("slide-jam", "funhouse-1", &json!({}))["state"].to_string();
    let mv = r#"{"cells":["a1","b9","a2"],"slide":"up","stack":"left","type":"pop"}"#;
    let body = format!(r#"{{"state":{state},"move":{mv}}}"#);
    let problem = post_bytes("/v1/games/slide-jam/play", body.as_bytes(), &[JSON]).problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/move/cells/1", "{problem}");
}

#[test]
fn half_of_a_surrogate_pair_is_named() {
    for text in [r"\ud800", r"\ud800\u0041", r"\udc00"] {
        let body = format!(r#"{{"seed":"{text}"}}"#);
        let problem = post_bytes("/v1/games/slide-jam/deal", body.as_bytes(), &[JSON]).problem(400, "invalid_body");
        assert_eq!(problem["detail"], "/seed has an escape of half a surrogate pair", "{text}");
    }
}

#[test]
fn requires_exactly_one_of_move_and_moves() {
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
fn unknown_rules_version_has_its_own_code() {
    let problem = post("/v1/games/slide-jam/deal", &json!({ "rules": 2 })).problem(422, "unknown_rules");
    assert_eq!(problem["errors"][0]["pointer"], "/rules");
    let mut state = deal("slide-jam", "rules", &json!({}))["state"].clone();
    state["rules"] = json!(99);
    let problem = post("/v1/games/slide-jam/score", &json!({ "state": state })).problem(422, "unknown_rules");
    assert_eq!(problem["errors"][0]["pointer"], "/state/rules");
    let run = json!({ "game": "slide-jam", "rules": 99, "seed": "a", "options": {}, "moves": [] });
    post("/v1/games/slide-jam/replay", &run).problem(422, "unknown_rules");
    post_bytes("/v1/games/slide-jam/replay", br#"{"rules":99,"game":"#, &[JSON]).problem(400, "invalid_json");
}

#[test]
fn malformed_json_and_schema_errors_have_different_codes() {
    for bad in ["", "{", "nonsense", "{\"seed\":\"a\"} x", "\u{feff}{}", "{\"seed\":\"\u{1}\"}"] {
        post_bytes("/v1/games/slide-jam/deal", bad.as_bytes(), &[JSON]).problem(400, "invalid_json");
    }
    post_bytes("/v1/games/slide-jam/deal", b"{\"seed\":\"\xff\"}", &[JSON]).problem(400, "invalid_json");
    let deep = |closed: usize| "[".repeat(100_000) + &"]".repeat(closed);
    post_bytes("/v1/games/slide-jam/deal", deep(0).as_bytes(), &[JSON]).problem(400, "invalid_json");
    post_bytes("/v1/games/slide-jam/deal", deep(100_000).as_bytes(), &[JSON]).problem(400, "invalid_body");
    for bad in ["[]", "3", "null", "\"a\"", "{\"seed\":\"a\",\"seed\":\"b\"}"] {
        post_bytes("/v1/games/slide-jam/deal", bad.as_bytes(), &[JSON]).problem(400, "invalid_body");
    }
}

#[test]
fn rejects_bodies_of_other_types_than_json() {
    let body = b"{}";
    for headers in [vec![], vec![("content-type", "text/plain")], vec![("content-type", "application/jsonp")]] {
        post_bytes("/v1/games/slide-jam/deal", body, &headers).problem(415, "unsupported_media_type");
    }
    for media_type in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        post_bytes("/v1/games/slide-jam/deal", body, &[("content-type", media_type)]).ok();
    }
}

#[test]
fn body_limit_applies_after_decompression() {
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
fn unknown_paths_and_unknown_games_have_different_codes() {
    get("/nowhere").problem(404, "not_found");
    get("/v1/games/slide-jam/nowhere").problem(404, "not_found");
    get("/v1/games/chess").problem(404, "unknown_game");
    post("/v1/games/chess/deal", &json!({})).problem(404, "unknown_game");
    get("/docs/nowhere.js").problem(404, "not_found");
    get("/v1/games/").problem(404, "unknown_game");
}
