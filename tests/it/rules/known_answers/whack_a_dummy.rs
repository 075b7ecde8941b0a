//! Known answers of Whack-a-Dummy.

use funhouse::rules::game::State;
use funhouse::rules::games::epic_funhouse::whack_a_dummy::{self, WhackADummy};
use serde_json::{Map, Value as Json, json};

use super::{after, legal, options, refusal, state, table, total};
use crate::support::grids::{grid, list};
use crate::support::walks::seed;

#[test]
fn column_without_equal_neighbors_sums_to_27_maximum() {
    let columns = (0..6_u32.pow(6)).map(|n| (0..6).map(|i| n / 6_u32.pow(i) % 6).collect::<Vec<_>>());
    let can_be = |column: &Vec<u32>| {
        column.windows(2).all(|two| two[0] != two[1])
            && (0..6).all(|value| column.iter().filter(|other| **other == value).count() <= 4)
    };
    assert_eq!(columns.filter(can_be).map(|column| column.iter().sum::<u32>()).max(), Some(27));
}

const CORNERS: [(&str, &str, &str); 4] =
    [("a1", "a2", "north"), ("d1", "d2", "north"), ("d6", "d5", "south"), ("a6", "a5", "south")];

/// The room with this many active corners and these wrong ones, where the player is next to a corner.
fn next_to(corner: usize, active: usize, wrong: &[usize], mistakes: u64) -> State<WhackADummy> {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let face_up = (0..4).filter(|i| (*i < active) != wrong.contains(i)).map(|i| CORNERS[i].0);
    state(json!({
        "grid": grid(coins), "face_up": face_up.collect::<Vec<_>>(), "you": CORNERS[corner].1,
        "corners": active, "mistakes": mistakes, "given_up": false,
    }))
}

/// Flips the corner, and returns the numbers of active corners and of mistakes.
fn flipped(corner: usize, state: &State<WhackADummy>) -> (u64, u64) {
    let table = table(&after(state, json!({ "type": "go", "direction": CORNERS[corner].2 })));
    (table["corners"].as_u64().unwrap_or(99), table["mistakes"].as_u64().unwrap_or(99))
}

#[test]
fn only_next_in_sequence_is_free_of_penalty() {
    for active in 0..4 {
        for corner in 0..4 {
            let expected = if corner == active { (active as u64 + 1, 0) } else { (active as u64, 1) };
            assert_eq!(flipped(corner, &next_to(corner, active, &[], 0)), expected, "{corner} after {active}");
        }
    }
}

#[test]
fn wrong_corner_is_corrected_for_free() {
    for active in 0..4 {
        for wrong in 0..4 {
            assert_eq!(flipped(wrong, &next_to(wrong, active, &[wrong], 1)), (active as u64, 1));
        }
    }
}

#[test]
fn other_flips_cost_10_while_corner_is_wrong() {
    for active in 0..4 {
        for (wrong, corner) in (0..4).flat_map(|wrong| (0..4).map(move |corner| (wrong, corner))) {
            if wrong != corner {
                let state = next_to(corner, active, &[wrong], 1);
                assert_eq!(flipped(corner, &state), (active as u64, 2), "{corner} while {wrong} is wrong");
            }
        }
    }
}

#[test]
fn fourth_corner_ends_room_and_only_mistakes_count() {
    let last = next_to(3, 3, &[], 2);
    assert_eq!(total(&last), 35, "unfinished, it scores as if given up now");
    assert_eq!(total(&after(&last, json!({ "type": "give_up" }))), 35);
    let completed = after(&last, json!({ "type": "go", "direction": "south" }));
    assert_eq!((completed.finished(), total(&completed)), (true, 20));
    assert_eq!(refusal(&completed, json!({ "type": "give_up" })), "whack-a-dummy.ended");
}

#[test]
fn face_up_coin_moves_player_by_its_value() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let gone = |you: &str, face_up: &str, direction: &str| {
        let state = state::<WhackADummy>(json!({
            "grid": grid(coins), "face_up": list(face_up), "you": you, "corners": 0, "mistakes": 0, "given_up": false,
        }));
        let table = table(&after(&state, json!({ "type": "go", "direction": direction })));
        (table["you"].as_str().unwrap_or_default().to_owned(), table["face_up"].clone())
    };
    assert_eq!(gone("c2", "c2", "east"), ("c2".to_owned(), json!([])), "S4 four steps east");
    assert_eq!(gone("c2", "c2", "north"), ("c4".to_owned(), list("c2 c4")), "S4 four steps north, round the top");
    assert_eq!(gone("b2", "b2", "west"), ("a2".to_owned(), list("a2 b2")), "a null counts 1");
    assert_eq!(gone("d2", "", "east"), ("a2".to_owned(), list("a2")), "face down it is one step, whatever its value");
}

#[test]
fn room_is_entered_once_on_four_possible_cells() {
    let deal = State::<WhackADummy>::deal(seed("whack", 0), options(json!({})));
    let cells: Vec<Json> = legal(&deal).iter().map(|mv| mv["cell"].clone()).collect();
    assert_eq!(Json::from(cells), list("b3 c3 b4 c4"));
    assert_eq!(refusal(&deal, json!({ "type": "enter", "cell": "a1" })), "whack-a-dummy.central");
    assert_eq!(refusal(&deal, json!({ "type": "give_up" })), "whack-a-dummy.entered");
    let entered = after(&deal, json!({ "type": "enter", "cell": "b3" }));
    assert_eq!(refusal(&entered, json!({ "type": "enter", "cell": "c3" })), "whack-a-dummy.entered");
    assert_eq!(table(&entered)["face_up"], json!([]), "the coin entered on is not flipped");
    assert_eq!(table(&entered)["grid"].as_object().map(Map::len), Some(24), "the state shows every coin");
}

#[test]
fn next_room_gets_sums_of_face_up_coins() {
    let coins = "S2 M5 S1 S3 S0 M0 S4 S5 M1 M2 M3 M4 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5";
    let table: whack_a_dummy::Table = funhouse::rules::wire::from_value(json!({
        "grid": grid(coins), "face_up": list("a1 a3 a4 b1 b5 d6"), "you": "b3", "corners": 1, "mistakes": 2, "given_up": true,
    }))
    .expect("a table");
    assert_eq!(table.into_sums(), [3, 10, 0, 5]);
}
