//! The stateless API of games, on a real server.

mod errors;
mod moves;
mod protocol;
mod rules;

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use crate::support::harness::{deal, get, post, resolved};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A move from the response of `moves`, or a flick within its bounds.
fn offered(answer: &Json, turn: usize) -> Option<Json> {
    let moves = answer["moves"].as_array().expect("moves is a list");
    if let Some(bounds) = answer.get("bounds").and_then(Json::as_array) {
        let bounds = &bounds[turn % bounds.len()];
        let mut mv = json!({ "type": bounds["type"] });
        for (name, field) in bounds["fields"].as_object().expect("bounds have fields") {
            mv[name] = match field["one_of"].as_array() {
                Some(values) => values[turn % values.len()].clone(),
                // The integer in the range that is closest to zero.
                None => {
                    let bound = |name: &str| field[name].as_i64().expect("a range of integers");
                    json!(0.clamp(bound("min"), bound("max")))
                }
            };
        }
        return Some(mv);
    }
    (!moves.is_empty()).then(|| moves[(turn * 7) % moves.len()].clone())
}

/// Plays a game from its deal to its end using only the responses. Returns the moves and the last position.
fn played_out(game: &str, seed: &str, options: &Json) -> (Vec<Json>, Json) {
    let mut position = deal(game, seed, options);
    let mut created = Vec::new();
    while !position["finished"].as_bool().expect("finished is a truth value") {
        let legal = post(&format!("/v1/games/{game}/moves"), &json!({ "state": position["state"] })).ok();
        let mv = offered(&legal, created.len()).expect("a game that goes on has a move");
        let body = json!({ "state": position["state"], "move": mv });
        position = post(&format!("/v1/games/{game}/play"), &body).ok();
        assert_eq!(position["events"].as_array().map(Vec::len), Some(1), "one list of events a move");
        created.push(mv);
        assert!(created.len() < 5000, "{game} ends");
    }
    (created, position)
}

#[test]
fn plays_funhouse_using_only_offered_moves() {
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
fn plays_every_game_to_its_end_over_http() {
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
fn same_request_gives_same_bytes() {
    let body = json!({ "seed": "same", "with_legal_moves": true });
    for game in registry::ids() {
        let path = format!("/v1/games/{game}/deal");
        assert_eq!(post(&path, &body).body, post(&path, &body).body);
    }
}

#[test]
fn deal_without_seed_draws_a_reproducible_one() {
    let path = "/v1/games/epic-funhouse/deal";
    let (one, other) = (post(path, &json!({})).ok(), post(path, &json!({})).ok());
    assert_ne!(one["state"]["seed"], other["state"]["seed"]);
    assert_eq!(post(path, &json!({ "seed": one["state"]["seed"] })).ok(), one);
}

#[test]
fn options_have_defaults_and_unknown_ones_are_errors() {
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
fn catalogue_has_everything_that_front_ends_show() {
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
fn docs_page_loads_nothing_from_other_hosts() {
    let to_page = get("/docs");
    assert_eq!((to_page.status, to_page.header("location")), (308, "docs/"));
    let page = get("/docs/").body;
    assert!(page.contains("swagger-ui") && !page.contains("http://") && !page.contains("https://"), "{page}");
    let address = |name: &str| page.split('"').find(|text| text.ends_with(name)).expect("the page loads it");
    for name in [registry::ids(), registry::seated_ids(), vec!["service"]].concat() {
        let path = format!("/openapi-3.0/{name}.json");
        assert!(
            page.contains(&format!("<option value=\"..{path}\">")) && get(&path).status == 200,
            "{name} is offered"
        );
    }
    assert!(page.contains("<option value=\"../openapi-3.0.json\">"), "the whole is offered");
    assert_eq!(get(&resolved("/docs/", address("/swagger-ui-bundle.js"))).status, 200);
}
