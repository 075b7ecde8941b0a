//! Known answers of Magic Mirror.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::magic_mirror::{self, MagicMirror};
use funhouse::rules::piecepack::Tile;
use serde_json::{Value as Json, json};

use super::{after, legal, refusal, state, table, total};
use crate::support::grids::{grid, list};

const UPPER: &str = "S0 S1 S2 S3 S4 S5 M0 M1 C0 A1 C2 C3";

const LOWER: &str = "C5 A4 A3 M2 M3 M4 M5 C1 C4 A0 A2 A5";

fn mirror() -> State<MagicMirror> {
    let grid = grid(&format!("{UPPER} {LOWER}"));
    state(json!({ "phase": "matching", "grid": grid, "twins": [], "cousins": [], "distant": [] }))
}

fn pair(tiles: &str) -> Json {
    json!({ "type": "match", "tiles": list(tiles) })
}

#[test]
fn both_orders_of_pair_are_moves_first_below() {
    let mirror = mirror();
    for tiles in ["C0 C5", "C5 C0"] {
        assert!(legal(&mirror).contains(&pair(tiles)));
        assert_eq!(table(&after(&mirror, pair(tiles)))["twins"], list(tiles));
    }
}

#[test]
fn pair_joins_stack_of_its_kind_and_cost() {
    for (tiles, stack, points) in
        [("C0 C5", "twins", 0), ("A1 A4", "twins", 0), ("C2 A3", "cousins", 1), ("C3 M2", "distant", 2)]
    {
        let matched = after(&mirror(), pair(tiles));
        assert_eq!(table(&matched)[stack], list(tiles));
        assert_eq!(total(&matched), 33 + points, "eleven pairs of strangers and one of {stack}");
    }
}

#[test]
fn rest_of_column_moves_toward_the_mirror() {
    let matched = table(&after(&mirror(), pair("C0 C5")))["grid"].clone();
    assert_eq!(matched, grid(". S1 S2 S3 S0 S5 M0 M1 S4 A1 C2 C3 M3 A4 A3 M2 C4 M4 M5 C1 . A0 A2 A5"));
}

#[test]
fn only_opposite_front_tiles_summing_to_5_match() {
    let mirror = mirror();
    assert_eq!(refusal(&mirror, pair("S0 C5")), "magic-mirror.front");
    assert_eq!(refusal(&mirror, pair("C2 C3")), "magic-mirror.sides");
    assert_eq!(refusal(&mirror, pair("C0 A4")), "magic-mirror.sum");
    assert_eq!(refusal(&mirror, json!({ "type": "lay_out", "upper": "left" })), "magic-mirror.laid-out");
}

#[test]
fn stacks_are_emptied_from_top_in_reading_order() {
    let stacks = json!({ "phase": "laying_out", "left": list(UPPER), "right": list(LOWER) });
    let backward = |stack: &str| stack.split(' ').rev().collect::<Vec<_>>().join(" ");
    let laid = |upper: &str| {
        table(&after(&state::<MagicMirror>(stacks.clone()), json!({ "type": "lay_out", "upper": upper })))
    };
    assert_eq!(laid("left")["grid"], grid(&format!("{} {}", backward(UPPER), backward(LOWER))));
    assert_eq!(laid("right")["grid"], grid(&format!("{} {}", backward(LOWER), backward(UPPER))));
}

#[test]
fn strangers_form_a_fourth_stack_in_reading_order() {
    let json = json!({
        "phase": "matching", "grid": grid(". S1 . . . S5 M0 . S4 A1 C2 . M3 A4 A3 . C4 . . C1"),
        "twins": list("C0 C5"), "cousins": [], "distant": list("C3 M2"),
    });
    let table: magic_mirror::Table = funhouse::rules::wire::from_value(json).expect("a table");
    let [twins, cousins, distant, strangers] = table.into_four_stacks();
    let names = |stack: Vec<Tile>| stack.into_iter().map(Tile::name).collect::<Vec<_>>().join(" ");
    assert_eq!(names(strangers), "S1 S5 M0 S4 A1 C2 M3 A4 A3 C4 C1");
    assert_eq!((names(twins), names(cousins), names(distant)), ("C0 C5".to_owned(), String::new(), "C3 M2".to_owned()));
}
