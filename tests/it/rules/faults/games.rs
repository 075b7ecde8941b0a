//! Impossible states of the other solitaires.

use serde_json::{Value as Json, json};

use super::{ALL, Impossible, but, with};
use crate::support::grids::{grid, list};

pub(super) fn easy_slider() -> Vec<Impossible> {
    let cells = (0..24).map(|i| format!("{}{}", ["a", "b", "c", "d", "e"][i % 5], i / 5 + 1));
    let tiles: serde_json::Map<String, Json> = cells.zip(ALL.split(' ').map(Json::from)).collect();
    let table = json!({
        "grid": tiles, "row_suits": ["S", "M", "C", "A"], "column_values": [1, 2, 3, 4, 5], "slides": 0, "given_up": false,
    });
    let case = |says, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "easy-slider",
        options: json!({}),
        table: changes.iter().fold(table.clone(), |table, (at, value)| with(&table, at, value.clone())),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    let solved = json!({
        "a1": "S1", "b1": "S2", "c1": "S3", "d1": "S4", "e1": "S5", "a2": "M1", "b2": "M2", "c2": "M3", "d2": "M4", "e2": "M5",
        "a3": "C1", "b3": "C2", "c3": "C3", "d3": "C4", "e3": "C5", "a4": "A1", "b4": "A2", "c4": "A3", "d4": "A4", "e4": "A5",
        "a5": "S0", "b5": "M0", "c5": "C0", "d5": "A0",
    });
    vec![
        case(
            "a tile twice and another nowhere",
            &[("/grid/b1", json!("S0"))],
            &[("/grid/b1", "tile_twice"), ("/grid", "tile_missing")],
        ),
        case("two rows of a suit", &[("/row_suits/3", json!("S"))], &[("/row_suits/3", "suit_twice")]),
        case("two columns of a value", &[("/column_values/1", json!(1))], &[("/column_values/1", "value_twice")]),
        case("a column of the null", &[("/column_values/1", json!(0))], &[("/column_values/1", "null_column")]),
        case("an odd number of slides round to e5", &[("/slides", json!(7))], &[("/slides", "impossible_slides")]),
        case(
            "given up when solved",
            &[("/grid", solved), ("/given_up", json!(true))],
            &[("/given_up", "impossible_end")],
        ),
    ]
}

pub(super) fn magic_bag() -> Vec<Impossible> {
    // Rows 1 to 8 were claimed for eight coins, of which none was paid.
    let table = json!({
        "rows": { "9": ["S1", "M2", "C3", "A4"] }, "rolls_this_turn": 0, "turns": 8, "rolls": 8, "draws": 8,
        "treasure": list("S0 S1 S2 S3 S4 S5 M0 M1 C0 C1 C2"), "bag": list("M2 M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5"),
        "paid": [], "stopped": false,
    });
    let case = |says, changes: &[(&str, Json)], faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "magic-bag",
        options: json!({}),
        table: changes.iter().fold(table.clone(), |table, (at, value)| with(&table, at, value.clone())),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    vec![
        case("a tile twice", &[("/rows/9/1", json!("S1"))], &[("/rows/9/1", "tile_twice")]),
        case(
            "a row longer than it was dealt",
            &[("/rows/1", list("S2 S3")), ("/turns", json!(7))],
            &[("/rows/1", "row_too_long")],
        ),
        case(
            "a coin twice and another nowhere",
            &[("/treasure/0", json!("S1"))],
            &[("/treasure/1", "coin_twice"), ("", "coin_missing")],
        ),
        case(
            "a coin in the bag that never was there",
            &[("/treasure/8", json!("M2")), ("/bag/0", json!("C0"))],
            &[("/bag/0", "never_in_bag")],
        ),
        case(
            "a roll without dice",
            &[("/rolls_this_turn", json!(1)), ("/rolls", json!(9))],
            &[("/dice", "impossible_dice")],
        ),
        case("more than three rolls a turn", &[("/rolls", json!(25))], &[("/rolls", "impossible_rolls")]),
        case("stopping before a roll", &[("/stopped", json!(true))], &[("/stopped", "impossible_end")]),
        case("a draw too many", &[("/draws", json!(9))], &[("/draws", "impossible_draws")]),
        case("a turn too many", &[("/turns", json!(9)), ("/rolls", json!(9))], &[("/turns", "impossible_turns")]),
        case("a tile removed for nothing", &[("/rows/9", list("S1 M2 C3"))], &[("/paid", "impossible_payments")]),
        case(
            "claims without a coin",
            &[
                ("/treasure", list("C0 C1 C2")),
                ("/bag", list("S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 C3 C4 C5 A0 A1 A2 A3 A4 A5")),
                ("/draws", json!(0)),
            ],
            &[("/bag", "impossible_bag")],
        ),
    ]
}

pub(super) fn epic_funhouse() -> Vec<Impossible> {
    let case = |says, ended: Json, room: &str, table: Json, faults: &[(&'static str, &'static str)]| Impossible {
        says,
        game: "epic-funhouse",
        options: json!({}),
        table: json!({ "ended": ended, "open": { "room": room, "table": table } }),
        faults: faults.to_vec(),
        in_funhouse: false,
    };
    let slide = json!({ "grid": grid(ALL), "left": [], "right": [] });
    let over = json!({
        "grid": grid("A5 A2 . . . . . . A0 A3 . . . . . . A1 A4"),
        "left": list("S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5"), "right": list("C0 C1 C2 C3 C4 C5"),
    });
    let mirror = json!({ "phase": "laying_out", "left": list(&ALL[..35]), "right": list(&ALL[36..]) });
    let stacks = |twins: &str, strangers: &str| {
        let stacks = json!({ "twins": list(twins), "cousins": [], "distant": [], "strangers": list(strangers) });
        json!({ "phase": "laying", "stacks": stacks, "track": [] })
    };
    let people = json!({ "trampolines": { "1": "you", "2": "kid" }, "stopped": false });
    vec![
        case("a score too many", json!([0]), "slide-jam", slide, &[("/ended", "wrong_room")]),
        case(
            "a score that slide jam cannot give",
            json!([61]),
            "magic-mirror",
            mirror.clone(),
            &[("/ended/0", "impossible_score")],
        ),
        case(
            "scores that no room can give",
            json!([61, 37, 91, 41, 5]),
            "trampo-land",
            people,
            &[
                ("/ended/0", "impossible_score"),
                ("/ended/1", "impossible_score"),
                ("/ended/2", "impossible_score"),
                ("/ended/3", "impossible_score"),
                ("/ended/4", "impossible_score"),
            ],
        ),
        case("a room that has ended but is open", json!([]), "slide-jam", over.clone(), &[("/open", "room_over")]),
        case(
            "a room that has ended but is open, after too many others",
            json!([3, 40]),
            "slide-jam",
            over,
            &[("/ended", "wrong_room"), ("/ended/1", "impossible_score"), ("/open", "room_over")],
        ),
        case(
            "a faulty room after an impossible score",
            json!([61]),
            "magic-mirror",
            with(&mirror, "/left/0", json!("A5")),
            &[
                ("/ended/0", "impossible_score"),
                ("/open/table/right/11", "tile_twice"),
                ("/open/table", "tile_missing"),
            ],
        ),
        case(
            "twins that are no pair",
            json!([0, 0]),
            "catwalk",
            stacks("S0 S1", &but("S0 S1")),
            &[("/open/table/stacks/twins/0", "broken_pair")],
        ),
        case(
            "twins and strangers that are not whole pairs",
            json!([0, 0]),
            "catwalk",
            stacks("S0", &but("S0")),
            &[("/open/table/stacks/twins", "broken_pair"), ("/open/table/stacks/strangers", "broken_pair")],
        ),
    ]
}
