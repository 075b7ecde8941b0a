use serde_json::{Value as Json, json};

use super::*;
use crate::game::{Seats, State};
use crate::testing::{admitted, faults_of, refusal};

fn shot(seat: u8, sunk: u64, contacts: u64) -> Json {
    json!({"seat": seat, "type": "shot", "sunk": sunk, "contacts": contacts})
}

fn foul(seat: u8, kind: &str) -> Json {
    json!({"seat": seat, "type": "foul", "kind": kind})
}

/// Returns the state of two seats in which a seat shoots and has no points in this inning.
fn with_scores(turn: u8, scores: [u64; 2]) -> State<WildBill> {
    let table = json!({"phase": "shoot", "turn": turn, "shots": 40, "in_hand": false, "scores": scores, "inning": 0});
    admitted(2, &json!({}), &table)
}

fn dealt() -> State<WildBill> {
    State::deal_for(Seats::TWO, "a".parse().expect("a seed"), NoOptions {})
}

fn after(mut state: State<WildBill>, reports: &[Json]) -> State<WildBill> {
    for report in reports {
        let mv = crate::wire::from_value(report.clone()).expect("a move");
        state.play(&mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{report}: {e}"));
    }
    state
}

fn turn(state: &State<WildBill>) -> u8 {
    state.table().turn.number()
}

#[test]
fn rulebook_example_scores_as_written() {
    let broke = after(dealt(), &[shot(1, 1, 1)]);
    assert_eq!((broke.points(), turn(&broke)), (vec![1, 0], 2));
    let carom = after(broke, &[shot(2, 0, 2)]);
    assert_eq!((carom.points(), turn(&carom)), (vec![1, 2], 2));
    let fouled = after(carom, &[foul(2, "other")]);
    assert_eq!((fouled.points(), turn(&fouled)), (vec![1, 0], 1));
}

#[test]
fn shots_are_worth_balls_and_carom() {
    for (sunk, contacts, worth) in [(3, 3, 8), (1, 2, 3), (2, 1, 2), (0, 1, 0), (0, 3, 5), (1, 1, 1)] {
        assert_eq!(table::worth(sunk, contacts), worth);
        let state = after(with_scores(1, [0, 0]), &[shot(1, sunk, contacts)]);
        assert_eq!(state.points()[0], worth as i64);
        assert_eq!(turn(&state), if worth < 2 { 2 } else { 1 }, "{sunk} sunk, {contacts} touched");
    }
}

#[test]
fn only_shot_worth_two_wins() {
    let passed = after(with_scores(1, [29, 28]), &[shot(1, 1, 1)]);
    assert_eq!((passed.points(), passed.finished(), turn(&passed)), (vec![30, 28], false, 2));
    let won = after(passed, &[shot(2, 0, 2)]);
    assert_eq!((won.points(), won.places()), (vec![30, 30], Some(vec![2, 1])));
    // The inning does not go on.
    let won = after(with_scores(1, [29, 0]), &[shot(1, 2, 1)]);
    assert_eq!((won.points(), won.places()), (vec![31, 0], Some(vec![1, 2])));
    let more = after(with_scores(2, [31, 28]), &[shot(2, 0, 2)]);
    assert_eq!((more.points(), more.places()), (vec![31, 30], Some(vec![2, 1])));
}

#[test]
fn inning_counts_toward_goal() {
    let start = with_scores(1, [24, 0]);
    let passed = after(start.clone(), &[shot(1, 2, 1), shot(1, 0, 2), shot(1, 1, 1)]);
    assert_eq!((passed.points()[0], passed.finished()), (29, false));
    let won = after(start, &[shot(1, 2, 1), shot(1, 0, 2), shot(1, 2, 1)]);
    assert_eq!((won.points()[0], won.table().winner), (30, Some(crate::game::Seat::FIRST)));
}

#[test]
fn wrong_contact_is_due_on_break_and_after_scratch() {
    let count = |state: &State<WildBill>| state.legal_moves().moves.len();
    let start = dealt();
    assert_eq!(count(&start), 17);
    let fouled = after(start, &[foul(1, "wrong_contact")]);
    assert_eq!(count(&fouled), 16);
    assert_eq!(refusal(&fouled, &foul(2, "wrong_contact")), DUE);
    let scratched = after(fouled, &[foul(2, "scratch")]);
    assert_eq!((count(&scratched), scratched.table().in_hand), (17, true));
    assert_eq!(count(&after(scratched, &[shot(1, 0, 1)])), 16);
}

#[test]
fn shot_400_is_the_last() {
    let table = |turn: u8, inning: u64| json!({"phase": "shoot", "turn": turn, "shots": 399, "in_hand": false, "scores": [0, 4], "inning": inning});
    let last = |turn, inning, report| after(admitted(2, &json!({}), &table(turn, inning)), &[report]);
    let goes_on = last(2, 3, shot(2, 0, 2));
    assert_eq!((goes_on.points(), goes_on.places(), turn(&goes_on)), (vec![0, 9], Some(vec![2, 1]), 2));
    let fouled = last(1, 6, foul(1, "scratch"));
    assert_eq!((fouled.points(), turn(&fouled), fouled.table().in_hand), (vec![0, 4], 1, true));
    let mut state = dealt();
    for n in 0..400_u64 {
        assert!(!state.finished(), "after {n} shots");
        state = after(state, &[shot(1 + u8::from(n % 2 == 1), 0, 1)]);
    }
    assert_eq!((state.points(), state.places()), (vec![0, 0], Some(vec![1, 1])));
}

#[test]
fn each_rule_refuses_its_reports() {
    let won = after(with_scores(1, [29, 0]), &[shot(1, 2, 1)]);
    assert_eq!(refusal(&won, &shot(2, 4, 0)), WildBill::ENDED);
    assert_eq!(refusal(&dealt(), &shot(2, 4, 0)), WildBill::TURN);
    assert_eq!(refusal(&dealt(), &shot(1, 4, 0)), BALLS_RULE);
    assert_eq!(refusal(&dealt(), &shot(1, 0, 4)), BALLS_RULE);
    assert_eq!(refusal(&dealt(), &shot(1, 3, 0)), CONTACT);
    assert_eq!(refusal(&with_scores(1, [0, 0]), &foul(1, "wrong_contact")), DUE);
}

#[test]
fn each_fault_has_a_table() {
    let open = with_scores(1, [9, 4]);
    let faults = |change: fn(&mut Json)| faults_of(&open, change).join(", ");
    assert_eq!(faults(|table| table["scores"] = json!([1, 2, 3])), "/scores not_by_seat");
    assert_eq!(faults(|table| table["turn"] = json!(3)), "/turn impossible_turn");
    assert_eq!(faults(|table| table["shots"] = json!(401)), "/shots impossible_shots");
    assert_eq!(faults(|table| table["shots"] = json!(400)), "/shots impossible_shots");
    assert_eq!(faults(|table| table["shots"] = json!(0)), "/shots impossible_break");
    assert_eq!(faults(|table| table["inning"] = json!(1)), "/inning impossible_inning");
    assert_eq!(faults(|table| table["inning"] = json!(21)), "/inning impossible_inning");
    assert_eq!(faults(|table| table["scores"] = json!([1, 320])), "/scores impossible_score");
    assert_eq!(faults(|table| table["winner"] = json!(1)), "/phase impossible_end, /winner impossible_end");
    assert_eq!(faults(|table| table["phase"] = json!("over")), "/phase impossible_end");
    let scratched = |table: &mut Json| {
        table["in_hand"] = json!(true);
        table["inning"] = json!(2);
    };
    let found = faults_of(&open, scratched);
    assert_eq!(found, ["/in_hand impossible_in_hand"]);
    let short = |table: &mut Json| {
        *table = json!({"phase": "shoot", "turn": 1, "shots": 1, "in_hand": false, "scores": [0, 0], "inning": 9});
    };
    assert_eq!(faults_of(&open, short), ["/inning impossible_inning", "/scores impossible_score"]);
    let ended = |winner: u8, scores: [u64; 2], inning: u64| {
        let table = json!({
            "phase": "over", "turn": 1, "shots": 40, "in_hand": false, "scores": scores, "inning": inning,
            "winner": winner,
        });
        faults_of(&open, |posted| *posted = table).join(", ")
    };
    assert_eq!(ended(1, [30, 31], 0), "");
    assert_eq!(ended(2, [30, 31], 0), "/winner impossible_end");
    assert_eq!(ended(1, [29, 31], 0), "/winner impossible_end");
    assert_eq!(ended(1, [20, 31], 5), "/inning impossible_inning, /winner impossible_end");
}

#[test]
fn each_fault_before_break_has_a_table() {
    let faults = |change: fn(&mut Json)| faults_of(&dealt(), change).join(", ");
    assert_eq!(faults(|table| table["shots"] = json!(1)), "/shots impossible_break");
    assert_eq!(faults(|table| table["scores"] = json!([0, 1])), "/scores impossible_break");
    assert_eq!(faults(|table| table["inning"] = json!(2)), "/scores impossible_break");
    assert_eq!(faults(|table| table["in_hand"] = json!(true)), "/in_hand impossible_break");
    assert_eq!(faults(|table| table["turn"] = json!(2)), "/turn impossible_turn");
}

#[test]
fn games_of_robots_end_with_a_winner() {
    let mut won = 0;
    for n in 0..100 {
        let seed = format!("shots-{n}").parse().expect("a seed");
        let mut state = State::<WildBill>::deal_for(Seats::TWO, seed, NoOptions {});
        while let Some(seat) = state.to_act().iter().next() {
            let report = state.plan_for(seat).remove(0);
            state.play(&report, &mut Log::discard()).expect("it is legal");
        }
        won += u32::from(state.table().winner.is_some() && state.table().shots < 150);
    }
    assert!(won > 90, "{won} of 100 games have a winner within 150 shots");
}
