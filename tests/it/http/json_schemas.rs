//! `/schemas/{game}.json`: states, views, moves, events and options of every game fit, and nothing else.

use funhouse::engine::{self, GameVersions};
use funhouse::rules::robot::Robot;
use jsonschema::Validator;
use serde_json::{Map, Value as Json, json};

use crate::support::harness::get;
use crate::support::schema::walk;

/// Validators for the definitions of a schema.
struct Definitions<'a>(&'a str, Json);

impl Definitions<'_> {
    fn of(&self, name: &str) -> Validator {
        let mut schema = self.1.clone();
        schema["$ref"] = format!("#/$defs/{name}").into();
        validator(&schema)
    }

    fn assert_fits(&self, validator: &Validator, value: &Json) {
        let errors: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:?} in {value}", self.0);
    }
}

fn validator(schema: &Json) -> Validator {
    jsonschema::draft202012::options().build(schema).expect("a schema")
}

fn json(bytes: &[u8]) -> Json {
    serde_json::from_slice(bytes).expect("JSON")
}

/// Positions of a game by a random player, from the deal on: the state, the events of the last move, and the move.
fn positions(game: &GameVersions) -> Vec<(Json, Json, Option<Json>)> {
    let ruleset = game.newest();
    let played = ruleset.play_out(Robot::Random, "schemas".parse().expect("a seed"), None, Map::new(), &mut |_| ());
    let run = played.expect("the defaults").run;
    let mut deal = json!({ "seed": run["seed"], "options": run["options"] });
    if let Some(seats) = run.get("seats") {
        deal["seats"] = seats.clone();
    }
    let dealt = ruleset.deal(deal.to_string().as_bytes(), &|| None, |_| String::new()).expect("a deal");
    let mut position = json(&dealt);
    let mut positions = Vec::new();
    for mv in run["moves"].as_array().expect("moves").iter().take(30) {
        positions.push((position["state"].clone(), position["events"].clone(), Some(mv.clone())));
        let play = json!({ "state": position["state"], "move": mv });
        position = json(&ruleset.play(play.to_string().as_bytes(), |_| String::new()).expect("it is legal"));
    }
    positions.push((position["state"].clone(), position["events"].clone(), None));
    positions
}

#[test]
fn states_views_moves_and_events_of_every_game_fit_its_schema() {
    for game in engine::games() {
        let ruleset = game.newest();
        let schema = Definitions(game.id(), get(&format!("/schemas/{}.json", game.id())).ok());
        let root = validator(&schema.1);
        let [state, view, mv, event, options] =
            ["state", "view", "move", "event", "options"].map(|name| schema.of(name));
        for (position, events, played) in positions(game) {
            schema.assert_fits(&root, &position);
            schema.assert_fits(&state, &position);
            schema.assert_fits(&options, &position["options"]);
            let request = json!({ "state": position }).to_string();
            let legal = json(&ruleset.moves(request.as_bytes()).expect("moves"));
            let listed = legal["moves"].as_array().expect("moves").iter();
            listed.chain(&played).for_each(|legal| schema.assert_fits(&mv, legal));
            for seat in [None, Some(1)] {
                let mut request = json!({ "state": position });
                if let Some(seat) = seat {
                    request["seat"] = json!(seat);
                }
                let seen = json(&ruleset.view(request.to_string().as_bytes()).expect("a view"));
                schema.assert_fits(&view, &seen["view"]);
                assert!(!state.is_valid(&seen["view"]), "{}: a view has no seed", game.id());
            }
            let events = events.as_array().into_iter().flatten().flat_map(|of_move| of_move.as_array());
            events.flatten().for_each(|happened| schema.assert_fits(&event, happened));
            let mut unknown = position.clone();
            unknown["table"]["unknown"] = json!(1);
            assert!(!root.is_valid(&unknown), "{}: states have no unknown field", game.id());
        }
        assert!(!mv.is_valid(&json!({ "type": "unknown" })) && !root.is_valid(&json!({})), "{}", game.id());
    }
}

#[test]
fn schemas_are_self_contained_and_cached() {
    for game in engine::games() {
        let path = format!("/schemas/{}.json", game.id());
        let answer = get(&path);
        assert_eq!(answer.header("content-type"), "application/schema+json");
        assert_eq!((answer.header("cache-control"), answer.header("etag").is_empty()), ("no-cache", false));
        let schema = answer.ok();
        assert_eq!(
            (&schema["$id"], &schema["$schema"]),
            (&json!(path), &json!("https://json-schema.org/draft/2020-12/schema"))
        );
        let mut references = 0;
        walk(&schema, "", &mut |at, value| {
            if let Some(target) = value.get("$ref").and_then(Json::as_str).and_then(|target| target.strip_prefix('#')) {
                assert!(schema.pointer(target).is_some(), "{path}: {at} refers to {target}");
                references += 1;
            }
            assert!(!value.to_string().contains("#/components/"), "{path}: {at}");
        });
        assert!(references > 8, "{path}: {references}");
    }
    get("/schemas/no-such-game.json").problem(404, "not_found");
    get("/schemas/service.json").problem(404, "not_found");
}
