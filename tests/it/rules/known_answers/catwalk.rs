//! Known answers of Catwalk.

use funhouse::rules::chance::Chance;
use funhouse::rules::game::{Game as _, Log, State, StateForm};
use funhouse::rules::games::epic_funhouse::catwalk::{self, Catwalk};
use funhouse::rules::games::epic_funhouse::roll_out_the_barrels;
use serde_json::{Value as Json, json};

use super::{after, legal, mv, options, refusal, state_with, table, total};
use crate::support::grids::straight;
use crate::support::walks::seed;

fn choosing(options: Json) -> State<Catwalk> {
    state_with(options, json!({ "phase": "choosing", "track": straight() }))
}

fn chosen(options: Json, suit: &str, start: &str) -> State<Catwalk> {
    after(&choosing(options), json!({ "type": "choose", "suit": suit, "start": start }))
}

fn reported(falls: &[(u64, u64)], scoreboard: &str) -> State<Catwalk> {
    let start = chosen(json!({ "dexterity": "reported", "scoreboard": scoreboard }), "A", "first");
    falls.iter().fold(start, |state, (coin, tile)| after(&state, json!({ "type": "fell", "coin": coin, "tile": tile })))
}

/// The values on the scoreboard, place by place.
fn scoreboard(state: &State<Catwalk>) -> Vec<String> {
    let table = table(state);
    let value = |coin: &Json| coin.as_str().map_or("", |coin| &coin[1..]).to_owned();
    let place = |place: &Json| place.as_array().map(|coins| coins.iter().map(value).collect()).unwrap_or_default();
    table["scoreboard"].as_array().expect("a list").iter().map(place).collect()
}

#[test]
fn rulebook_example_scores_12_with_its_scoreboard() {
    // S0 and M0 are track tiles 1 and 7, S3 is track tile 4.
    let state = reported(&[(5, 1), (4, 7), (0, 4)], "coins");
    assert_eq!(total(&state), 12);
    assert_eq!(scoreboard(&state), ["5", "0", "4", "0", "0", "3"]);
}

#[test]
fn scoreboard_fills_next_grid_in_reading_order() {
    let state = reported(&[(5, 1), (4, 7), (0, 4)], "coins");
    let stored = state.table().clone().into_scoreboard();
    assert_eq!(stored.iter().map(|coin| coin.name()).collect::<Vec<_>>(), ["A5", "S0", "A4", "M0", "A0", "S3"]);
    let seed = seed("scoreboard", 1);
    let grid = roll_out_the_barrels::deal_grid(&stored, Chance::new(&seed));
    let first = grid.values().take(4).map(|coin| coin.name());
    assert_eq!(first.collect::<Vec<_>>(), ["A5", "S0", "A4", "M0"], "no coin of this row is next to its value");
}

#[test]
fn exhausted_value_is_recorded_by_two_coins() {
    // S5 is track tile 6; the pool has three fives.
    let state = reported(&[(5, 6), (4, 6), (3, 6), (2, 6)], "coins");
    assert_eq!(scoreboard(&state), ["5", "5", "4", "5", "3", "5", "2", "32"]);
    let stored: Vec<_> = state.table().clone().into_scoreboard().iter().map(|coin| coin.name()).collect();
    assert_eq!(stored, ["A5", "S5", "A4", "M5", "A3", "C5", "A2", "S3"], "the stacked coin goes back to the pool");
}

#[test]
fn null_and_ace_count_1_and_six_falls_10() {
    let falls = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)];
    assert_eq!(total(&reported(&falls, "coins")), 1 + 1 + 4 + 9 + 16);
    let all = reported(&[falls.as_slice(), &[(5, 24)]].concat(), "coins");
    assert_eq!((total(&all), all.finished()), (31 + 25 + 10, true));
    let crossed = after(&reported(&falls, "coins"), json!({ "type": "crossed", "coin": 5 }));
    assert_eq!((total(&crossed), crossed.finished()), (31, true));
    assert!(table(&crossed)["pool"].as_array().is_some_and(|pool| pool.contains(&json!("A5"))));
}

#[test]
fn paper_scoreboard_scores_equally_and_returns_coins() {
    let falls = [(5, 1), (4, 7), (0, 4)];
    let state = reported(&falls, "paper");
    assert_eq!(total(&state), 12);
    assert_eq!(scoreboard(&state), Vec::<String>::new());
    let pool = table(&state)["pool"].clone();
    assert_eq!(pool.as_array().map(Vec::len), Some(21), "18 and the three that fell");
    assert!(["A0", "A4", "A5"].iter().all(|coin| pool.as_array().is_some_and(|pool| pool.contains(&json!(coin)))));
    assert_eq!(state.table().clone().into_scoreboard(), []);
}

fn flick(coin: u64, dx: i64, dy: i64) -> Json {
    json!({ "type": "flick", "coin": coin, "dx": dx, "dy": dy })
}

#[test]
fn flick_is_one_to_six_tiles_long() {
    let start = chosen(json!({}), "A", "first");
    for (dx, dy) in [(999, -999), (0, 0), (6001, 0), (1000, -6001)] {
        assert_eq!(refusal(&start, flick(0, dx, dy)), "catwalk.strength", "{dx}, {dy}");
    }
    for (dx, dy) in [(1000, 0), (-999, 1000), (6000, -6000)] {
        after(&start, flick(0, dx, dy));
    }
}

#[test]
fn next_coin_starts_where_previous_coin_fell() {
    let mut state = chosen(json!({}), "A", "first");
    let mut tiles = Vec::new();
    for coin in 0..5 {
        // Three tiles on, it rests or falls; then straight off the side.
        for (dx, dy) in [(3000, 0), (0, 6000), (0, 6000)] {
            let ended = table(&state)["outcomes"].as_array().map_or(0, Vec::len);
            if ended == coin as usize {
                state = after(&state, flick(coin, dx, dy));
            }
        }
        let fell = table(&state)["outcomes"][coin as usize].clone();
        assert_eq!(fell["type"], "fell");
        let mut log = Log::keep();
        state.clone().play(&mv::<Catwalk>(flick(coin + 1, 1000, 0)), &mut log).expect("a legal flick");
        let from = json!(log.events()[0])["path"][0].clone();
        assert_eq!(from["tile"], fell["tile"]);
        let tile = &table(&state)["track"][fell["tile"].as_u64().expect("a number") as usize - 1];
        let center = [&tile["x"], &tile["y"]].map(|cell| cell.as_i64().expect("a cell") * 1000);
        assert_eq!(from["from"], json!({ "x": center[0], "y": center[1] }));
        tiles.push(fell["tile"].as_u64().expect("a number"));
    }
    assert!(tiles.iter().any(|tile| *tile > 3), "{tiles:?}");
}

#[test]
fn flicked_coin_is_flicked_until_it_ends() {
    // One tile from the middle of a tile toward the middle of the next it cannot fall.
    let state = after(&chosen(json!({}), "C", "first"), flick(3, 1000, 0));
    assert_eq!(refusal(&state, flick(2, 1000, 0)), "catwalk.under-way");
    let bounds = |[a, b]: [i64; 2], [c, d]: [i64; 2]| json!({ "type": "flick", "fields": { "coin": { "one_of": [3] }, "dx": { "min": a, "max": b }, "dy": { "min": c, "max": d } } });
    let directions = [
        bounds([1000, 6000], [-999, 6000]),
        bounds([-6000, 999], [1000, 6000]),
        bounds([-6000, -1000], [-6000, 999]),
        bounds([-999, 6000], [-6000, -1000]),
    ];
    assert_eq!(json!(state.legal_moves().bounds), json!(directions));
}

#[test]
fn centered_flick_of_one_tile_never_falls() {
    for n in 0..500 {
        let json = json!({
            "game": Catwalk::ID, "rules": 1, "seed": format!("steady-{n}"), "options": {},
            "table": { "phase": "choosing", "track": straight() },
        });
        let form = StateForm::<Catwalk>::from_value(json).expect("it is a state");
        let start = form.admit().unwrap_or_else(|e| panic!("{e:?}"));
        let state =
            after(&after(&start, json!({ "type": "choose", "suit": "S", "start": "last" })), flick(5, -1000, 0));
        assert_eq!(table(&state)["under_way"]["tile"], 2, "seed steady-{n}");
    }
}

#[test]
fn each_dexterity_refuses_the_moves_of_the_other() {
    let simulated = chosen(json!({}), "A", "first");
    assert_eq!(refusal(&simulated, json!({ "type": "fell", "coin": 0, "tile": 1 })), "catwalk.dexterity");
    assert_eq!(refusal(&simulated, json!({ "type": "crossed", "coin": 0 })), "catwalk.dexterity");
    let reported = chosen(json!({ "dexterity": "reported" }), "A", "first");
    assert_eq!(refusal(&reported, flick(0, 1000, 0)), "catwalk.dexterity");
    assert_eq!(legal(&reported).len(), 6 * 25, "each coin may have fallen from any of 24 tiles, or crossed");
}

#[test]
fn track_is_numbered_from_chosen_start() {
    let last = table(&chosen(json!({}), "A", "last"));
    assert_eq!((&last["track"][0]["tile"], &last["track"][23]["tile"]), (&json!("A5"), &json!("S0")));
    let first = table(&chosen(json!({}), "A", "first"));
    assert_eq!(first["track"][0]["tile"], "S0");
    assert_eq!(first["pool"].as_array().map(Vec::len), Some(18));
}

#[test]
fn stack_is_laid_once_from_its_top() {
    let deal = State::<Catwalk>::deal(seed("catwalk", 1), options(json!({})));
    let twins = table(&deal)["stacks"]["twins"].clone();
    let laid = after(&deal, json!({ "type": "lay_stack", "stack": "twins" }));
    let track = table(&laid)["track"].as_array().cloned().unwrap_or_default();
    let tiles: Vec<Json> = track.iter().rev().map(|tile| tile["tile"].clone()).collect();
    assert_eq!(Json::from(tiles), twins);
    assert_eq!(refusal(&laid, json!({ "type": "lay_stack", "stack": "twins" })), "catwalk.stack");
    assert!(matches!(laid.table(), catwalk::Table::Laying(_)));
}
