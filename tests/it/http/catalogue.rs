//! The catalogue: what it says of each game before a client plays it.

use std::collections::BTreeSet;

use funhouse::engine;
use serde_json::{Value as Json, json};

use crate::support::harness::get;
use crate::support::schema::{assert_fits, document};

#[test]
fn list_and_game_agree_on_profile_and_moves() {
    let list = get("/v1/games").ok();
    assert_fits("GameList", &list);
    let games = list["games"].as_array().expect("games");
    assert_eq!(games.len(), engine::games().len());
    for game in games {
        let id = game["id"].as_str().expect("an id");
        let info = get(&format!("/v1/games/{id}")).ok();
        assert_fits("GameInfo", &info);
        for field in ["duration", "weight", "tags", "added", "moves"] {
            assert_eq!(game[field], info[field], "{id}: {field}");
        }
        assert_eq!(info["schema"], format!("/schemas/{id}.json"));
        let (least, most) = (game["duration"]["least"].as_u64(), game["duration"]["most"].as_u64());
        assert!(least.is_some() && least <= most, "{id}");
    }
}

#[test]
fn moves_of_funhouse_are_those_of_its_rooms() {
    let moves = |id: &str| -> BTreeSet<String> {
        let info = get(&format!("/v1/games/{id}")).ok();
        info["moves"].as_array().expect("moves").iter().map(Json::to_string).collect()
    };
    let info = get("/v1/games/epic-funhouse").ok();
    let rooms = info["rooms"].as_array().expect("rooms").iter();
    let of_rooms: BTreeSet<String> = rooms.flat_map(|room| moves(room.as_str().expect("an id"))).collect();
    assert_eq!(moves("epic-funhouse"), of_rooms);
    let give_up = json!({ "type": "give_up", "description": "Gives up the game or the room.", "quits": true });
    assert!(of_rooms.contains(&give_up.to_string()), "{of_rooms:?}");
}

#[test]
fn move_types_are_those_of_the_schema() {
    let document = document();
    let resolved = |schema: &Json| {
        let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#')).expect("a reference");
        document.pointer(target).expect("its target").clone()
    };
    for game in engine::games() {
        let name = format!("{}LegalMoves", game.newest().facts().name);
        let union = resolved(&document["components"]["schemas"][name]["properties"]["moves"]["items"]);
        let types = union["oneOf"].as_array().expect("a union").iter().map(resolved).map(|schema| {
            let lines = schema["description"].as_str().expect("a description").split_whitespace();
            let quits = schema.get("x-quits").is_some();
            let kind = &schema["properties"]["type"]["const"];
            json!({ "type": kind, "description": lines.collect::<Vec<_>>().join(" "), "quits": quits })
        });
        assert_eq!(json!(game.newest().move_types()), types.collect::<Json>(), "{}", game.id());
    }
}

#[test]
fn documented_tags_are_those_of_the_schema() {
    const PAGE: &str = include_str!("../../../docs/api.md");
    let (_, section) = PAGE.split_once("### Tags").expect("the section");
    let section = section.split("\n## ").next().expect("its text");
    let documented: Vec<&str> =
        section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(document()["components"]["schemas"]["GameTag"]["enum"], json!(documented));
}
