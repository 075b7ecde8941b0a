use serde_json::{Value as Json, json};

use super::*;
use crate::game::State;
use crate::testing::{admitted, faults_of, refusal};

fn racked() -> State<OneBall> {
    admitted(1, &json!({}), &json!({"phase": "break", "shots": 0, "on_table": 15, "misses": 0}))
}

fn breaks(sunk: u64) -> Json {
    json!({"seat": 1, "type": "break", "sunk": sunk})
}

fn called(sunk: u64) -> Json {
    json!({"seat": 1, "type": "shot", "sunk": sunk, "made": true})
}

fn missed(sunk: u64) -> Json {
    json!({"seat": 1, "type": "shot", "sunk": sunk, "made": false})
}

fn foul(kind: &str) -> Json {
    json!({"seat": 1, "type": "foul", "kind": kind})
}

/// Returns the state after these reports, which must be legal.
fn after(reports: &[Json]) -> State<OneBall> {
    reports.iter().fold(racked(), |mut state, report| {
        let mv = crate::wire::from_value(report.clone()).expect("a move");
        state.play(&mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{report}: {e}"));
        state
    })
}

/// Returns the balls on the table, the misses, the points and the result.
fn standing(reports: &[Json]) -> (u64, u64, i64, Option<GameResult>) {
    let state = after(reports);
    let table = state.table();
    (table.on_table, table.misses, state.points()[0], table.result)
}

#[test]
fn misses_without_ball_to_spot_lose() {
    let lost = Some(GameResult::NothingToSpot);
    assert_eq!(standing(&[breaks(0), missed(0)]), (15, 1, 200, lost));
    assert_eq!(standing(&[breaks(1), missed(0)]), (15, 1, 2, None));
    assert_eq!(standing(&[breaks(1), missed(0), called(1)]), (14, 0, 3, None));
    assert_eq!(standing(&[breaks(1), missed(0), called(1), missed(0), missed(0)]), (15, 2, 200, lost));
}

#[test]
fn fourth_miss_in_a_row_loses() {
    let reports = [breaks(5), missed(0), missed(0), missed(0), missed(0)];
    let counts = [(10, 0), (11, 1), (12, 2), (13, 3), (13, 4)];
    for (count, (on_table, misses)) in (1..).zip(counts) {
        let (balls, in_row, ..) = standing(&reports[..count]);
        assert_eq!((balls, in_row), (on_table, misses), "after {count} reports");
    }
    assert_eq!(standing(&reports).3, Some(GameResult::FourMisses));
    // The fourth miss decides, even if it clears the table or leaves nothing to spot.
    let cleared = [breaks(14), missed(1), missed(1), missed(1), missed(1)];
    assert_eq!(standing(&cleared), (0, 4, 200, Some(GameResult::FourMisses)));
    let full = [breaks(3), missed(0), missed(0), missed(0), missed(0)];
    assert_eq!(standing(&full), (15, 4, 200, Some(GameResult::FourMisses)));
}

#[test]
fn clear_table_wins_unless_last_ball_was_not_called() {
    let won = Some(GameResult::Won);
    assert_eq!(standing(&[breaks(15)]), (0, 0, 1, won));
    assert_eq!(standing(&[breaks(14), called(1)]), (0, 0, 2, won));
    assert_eq!(standing(&[breaks(14), missed(1)]), (1, 1, 2, None));
    assert_eq!(standing(&[breaks(14), missed(1), called(1)]), (0, 0, 3, won));
    assert_eq!(standing(&[breaks(0), missed(2)]), (14, 1, 2, None));
    let one_by_one: Vec<Json> = [breaks(0)].into_iter().chain((0..15).map(|_| called(1))).collect();
    assert_eq!(standing(&one_by_one), (0, 0, 16, won));
    assert_eq!(after(&one_by_one).places(), Some(vec![1]));
}

#[test]
fn fouls_lose_at_once() {
    for kind in ["scratch", "no_hit", "no_rail", "other"] {
        assert_eq!(standing(&[foul(kind)]), (15, 0, 200, Some(GameResult::Foul)));
        assert_eq!(standing(&[breaks(4), missed(0), foul(kind)]), (12, 1, 200, Some(GameResult::Foul)));
    }
    let other_game = json!({"seat": 1, "type": "foul", "kind": "wrong_contact"});
    assert!(crate::wire::from_value::<Move>(other_game).is_err());
}

#[test]
fn shot_199_is_the_last() {
    let last = |shots: u64| json!({"phase": "shoot", "shots": shots, "on_table": 2, "misses": 3});
    let play = |report: Json| {
        let mut state: State<OneBall> = admitted(1, &json!({}), &last(198));
        state.play(&crate::wire::from_value(report).expect("a move"), &mut Log::discard()).expect("it is legal");
        (state.table().result, state.points()[0])
    };
    assert_eq!(play(called(1)), (Some(GameResult::TooManyShots), 200));
    assert_eq!(play(called(2)), (Some(GameResult::Won), 199));
    assert_eq!(play(missed(0)), (Some(GameResult::FourMisses), 200));
    assert_eq!(play(foul("other")), (Some(GameResult::Foul), 200));
    assert_eq!(faults_of(&racked(), |table| *table = last(199)), ["/shots impossible_end"]);
}

#[test]
fn legal_reports_are_counted_by_balls() {
    assert_eq!(racked().legal_moves().moves.len(), 20);
    for (reports, count) in [(vec![breaks(0)], 35), (vec![breaks(14)], 7), (vec![breaks(15)], 0)] {
        assert_eq!(after(&reports).legal_moves().moves.len(), count);
    }
}

#[test]
fn each_rule_refuses_its_reports() {
    let open = after(&[breaks(5)]);
    assert_eq!(refusal(&after(&[breaks(15)]), &missed(0)), OneBall::ENDED);
    assert_eq!(refusal(&open, &json!({"seat": 2, "type": "shot", "sunk": 11, "made": true})), OneBall::TURN);
    assert_eq!(refusal(&open, &breaks(11)), BREAKING);
    assert_eq!(refusal(&racked(), &missed(0)), BREAKING);
    assert_eq!(refusal(&open, &missed(11)), ON_TABLE);
    assert_eq!(refusal(&open, &called(0)), AS_CALLED);
}

#[test]
fn each_fault_has_a_table() {
    let of = |phase: &str, [shots, on_table, misses]: [u64; 3], result: Option<&str>| {
        let mut table = json!({"phase": phase, "shots": shots, "on_table": on_table, "misses": misses});
        if let Some(result) = result {
            table["result"] = json!(result);
        }
        faults_of(&racked(), |posted| *posted = table).join(", ")
    };
    assert_eq!(of("shoot", [1, 16, 0], None), "/on_table impossible_count");
    assert_eq!(of("shoot", [200, 1, 0], None), "/shots impossible_count");
    assert_eq!(of("break", [1, 15, 0], None), "/shots impossible_phase");
    assert_eq!(of("break", [0, 14, 0], None), "/on_table impossible_phase");
    assert_eq!(of("shoot", [0, 14, 0], None), "/shots impossible_phase");
    assert_eq!(of("break", [0, 15, 1], None), "/misses impossible_misses");
    assert_eq!(of("shoot", [3, 4, 3], None), "/misses impossible_misses");
    assert_eq!(of("shoot", [9, 4, 4], None), "/misses impossible_misses");
    assert_eq!(of("over", [3, 4, 2], Some("foul")), "/misses impossible_misses");
    assert_eq!(of("over", [3, 4, 1], Some("foul")), "");
    assert_eq!(of("shoot", [3, 0, 0], None), "/on_table impossible_end");
    assert_eq!(of("shoot", [3, 4, 0], Some("won")), "/result impossible_end");
    assert_eq!(of("over", [3, 4, 0], None), "/phase impossible_end");
    for (counts, result, is_possible) in [
        ([3, 0, 0], "won", true),
        ([3, 0, 1], "won", false),
        ([3, 1, 0], "won", false),
        ([1, 15, 0], "foul", true),
        ([1, 14, 0], "foul", false),
        ([9, 3, 4], "foul", false),
        ([9, 3, 4], "four_misses", true),
        ([9, 3, 3], "four_misses", false),
        ([9, 3, 5], "four_misses", false),
        ([9, 15, 3], "nothing_to_spot", true),
        ([9, 15, 0], "nothing_to_spot", false),
        ([9, 14, 3], "nothing_to_spot", false),
        ([199, 1, 0], "too_many_shots", true),
        ([198, 1, 0], "too_many_shots", false),
        ([199, 0, 0], "too_many_shots", false),
    ] {
        let expected = if is_possible { "" } else { "/result impossible_end" };
        assert_eq!(of("over", counts, Some(result)), expected, "{counts:?} {result}");
    }
}

#[test]
fn robot_shoots_like_a_person_of_moderate_skill() {
    let mut won = 0;
    for n in 0..1000 {
        let mut state = State::<OneBall>::deal_for(
            crate::game::Seats::ONE,
            format!("shots-{n}").parse().expect("a seed"),
            NoOptions {},
        );
        while let Some(report) = state.plan_for(Seat::FIRST).first() {
            state.play(report, &mut Log::discard()).expect("it is legal");
        }
        assert!(state.finished());
        won += usize::from(state.table().result == Some(GameResult::Won));
    }
    assert!((350..650).contains(&won), "{won} games of 1000 are won");
}
