use serde_json::{Value as Json, json};

use super::*;
use crate::game::State;
use crate::testing::{admitted, faults_of, played, refusal};

/// Returns a state of two seats after seat 1 took a 6 of the first roll: seat 2 is to act.
fn open() -> State<TemplateGame> {
    admitted(2, &json!({}), &json!({"points": [6, 0], "dice": [5, 3, 3, 1], "rolls": 1}))
}

fn take(seat: u8, face: u8) -> Json {
    json!({"seat": seat, "type": "take", "face": face})
}

#[test]
fn each_rule_refuses_its_moves() {
    assert_eq!(refusal(&open(), &take(1, 5)), TemplateGame::TURN);
    assert_eq!(refusal(&open(), &take(2, 6)), DIE);
    let ended = played::<TemplateGame>(2, "a", &json!({}), 100);
    assert_eq!(refusal(&ended, &take(1, 6)), TemplateGame::ENDED);
}

#[test]
fn target_ends_game() {
    for (target, points) in [("10", 10..=15), ("20", 20..=25)] {
        let ended = played::<TemplateGame>(3, "a", &json!({ "target": target }), 100);
        let best = ended.points().into_iter().max().expect("points");
        assert!(ended.finished() && points.contains(&best), "{best}");
    }
}

#[test]
fn each_fault_has_a_table() {
    let faults = |change: fn(&mut Json)| faults_of(&open(), change).join(", ");
    assert_eq!(faults(|table| table["points"] = json!([0, 3, 3])), "/points not_by_seat");
    assert_eq!(faults(|table| table["rolls"] = json!(0)), "/rolls impossible_rolls");
    assert_eq!(faults(|table| table["points"] = json!([1, 6])), "/points impossible_points");
    assert_eq!(
        faults(|table| *table = json!({"points": [1, 20], "dice": [1], "rolls": 2})),
        "/points/1 impossible_end"
    );
    assert_eq!(faults(|table| *table = json!({"points": [9, 9], "dice": [], "rolls": 1})), "/dice dice_missing");
}
