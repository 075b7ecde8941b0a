use serde_json::{Value as Json, json};

use super::*;
use crate::game::{Seats, State};
use crate::testing::{admitted, faults_of, refusal};

type Hate = State<MagicHateBall>;

fn shot(seat: u8, sunk: u64) -> Json {
    json!({"seat": seat, "type": "shot", "sunk": sunk})
}

fn foul(seat: u8, kind: &str, sunk: u64) -> Json {
    json!({"seat": seat, "type": "foul", "kind": kind, "sunk": sunk})
}

fn dealt(seats: u8, seed: &str, games: &str) -> Hate {
    let options = crate::wire::from_value(json!({"games": games})).expect("options");
    State::deal_for(Seats::new(seats).expect("seats"), seed.parse().expect("a seed"), options)
}

fn after(mut state: Hate, reports: &[Json]) -> Hate {
    for report in reports {
        let mv = crate::wire::from_value(report.clone()).expect("a move");
        state.play(&mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{report}: {e}"));
    }
    state
}

/// Returns a state of two seats in the middle of the first game of a single one: seat 1 shoots.
fn open(on_table: u64, score: i64) -> Hate {
    let table = json!({
        "game_number": 1, "phase": "shoot", "turn": 1, "shots": 20, "on_table": on_table, "in_hand": false,
        "handicaps": [4, 4], "scores": [score, 4], "out": [],
    });
    admitted(2, &json!({"games": "1"}), &table)
}

fn turn(state: &Hate) -> u8 {
    state.table().turn.number()
}

#[test]
fn inning_of_rulebook_scores_as_written() {
    let state = after(open(9, 4), &[shot(1, 1)]);
    assert_eq!((state.table().scores[0], turn(&state)), (5, 1));
    let state = after(state, &[shot(1, 0)]);
    assert_eq!((state.table().scores[0], turn(&state)), (4, 2));
}

#[test]
fn last_seat_left_keeps_its_handicap() {
    let state = after(dealt(2, "a", "5"), &[shot(1, 0)]);
    assert_eq!((state.table().scores[0], turn(&state)), (4, 2));
    let state = after(state, &[foul(2, "scratch", 0)]);
    let table = state.table();
    assert_eq!((table.game_number, table.phase, turn(&state)), (2, Phase::Break, 1));
    assert_eq!((&table.handicaps[..], &table.scores[..]), (&[4, 5][..], &[4, 5][..]));
}

#[test]
fn score_of_ten_at_end_of_inning_wins() {
    let won = after(open(15, 4), &[shot(1, 3), shot(1, 3), shot(1, 1), shot(1, 0)]);
    assert_eq!((won.points(), won.places()), (vec![3, 4], Some(vec![1, 2])));
    let passed = after(open(15, 4), &[shot(1, 3), shot(1, 3), shot(1, 0)]);
    assert_eq!((passed.table().scores[0], passed.finished(), turn(&passed)), (9, false, 2));
    // A score is looked at only when an inning ends.
    let going_on = after(open(15, 4), &[shot(1, 8)]);
    assert_eq!((going_on.table().scores[0], going_on.finished()), (12, false));
}

#[test]
fn score_of_zero_at_end_of_inning_loses() {
    let lost = after(open(9, 1), &[shot(1, 0)]);
    assert_eq!((lost.points(), lost.places()), (vec![5, 4], Some(vec![2, 1])));
    let negative = |shots: u64| {
        let table = json!({
            "game_number": 6, "phase": "break", "turn": 1, "shots": 0, "on_table": 15, "in_hand": false,
            "handicaps": [-1, 4, 4], "scores": [-1, 4, 4], "out": [],
        });
        let mut reports = vec![shot(1, 1); 1 + shots as usize];
        reports.push(shot(1, 0));
        after(admitted(3, &json!({"games": "10"}), &table), &reports)
    };
    let out = negative(2);
    assert_eq!((&out.table().handicaps[..], out.table().out.len()), (&[0, 4, 4][..], 1));
    let still_in = negative(3);
    assert_eq!((still_in.table().scores[0], still_in.table().out.len()), (1, 0));
}

#[test]
fn balls_are_racked_again_when_at_most_one_is_left() {
    for (on_table, sunk, left) in [(15, 14, 15), (15, 15, 15), (3, 2, 15), (2, 2, 15), (3, 1, 2)] {
        let state = after(open(on_table, 4), &[shot(1, sunk)]);
        assert_eq!((state.table().on_table, state.table().scores[0]), (left, 4 + sunk as i64));
        assert_eq!(state.table().phase, Phase::Shoot);
    }
}

#[test]
fn scratch_gives_cue_ball_in_hand() {
    let table = json!({
        "game_number": 1, "phase": "shoot", "turn": 1, "shots": 20, "on_table": 7, "in_hand": false,
        "handicaps": [4, 4, 4], "scores": [4, 4, 4], "out": [],
    });
    let state = after(admitted(3, &json!({}), &table), &[foul(1, "scratch", 2)]);
    assert_eq!((state.table().on_table, state.table().in_hand, turn(&state)), (5, true, 2));
    assert_eq!(state.legal_moves().moves.len(), 26);
    let state = after(state, &[foul(2, "wrong_contact", 1)]);
    assert!(!state.table().in_hand && state.table().game_number == 2, "one seat was left");
}

#[test]
fn breaker_has_lowest_handicap_or_is_drawn() {
    assert_eq!(dealt(2, "one", "5").legal_moves().moves.len(), 50);
    let chance = crate::chance::Chance::new;
    let seed = "one".parse().expect("a seed");
    let breaker = |game, handicaps: &[i64]| table::breaker(chance(&seed), game, handicaps).number();
    assert_eq!([2, 3, 4].map(|game| breaker(game, &[4, 4, 4])), [2, 3, 1]);
    assert_eq!(breaker(2, &[4, 5, 4]), 3);
    assert_eq!((breaker(2, &[5, 4, 6]), breaker(1, &[4, 4, 4])), (2, 1));
}

#[test]
fn opening_break_scores_nothing_but_ends_innings() {
    let state = after(dealt(3, "a", "5"), &[shot(1, 5)]);
    assert_eq!((state.table().scores[0], state.table().on_table, turn(&state)), (4, 10, 1));
    // The foul on the break costs what all fouls cost, and the next seat does not break again.
    let state = after(dealt(3, "a", "5"), &[foul(1, "no_rail", 0)]);
    let table = state.table();
    assert_eq!((table.handicaps[0], table.phase, turn(&state)), (5, Phase::Shoot, 2));
}

#[test]
fn shot_300_ends_a_game_without_winner() {
    let table = json!({
        "game_number": 1, "phase": "shoot", "turn": 1, "shots": 299, "on_table": 9, "in_hand": false,
        "handicaps": [4, 4], "scores": [9, 4], "out": [],
    });
    let last = |report| after(admitted(2, &json!({"games": "1"}), &table), &[report]);
    let ended = last(shot(1, 5));
    assert_eq!((ended.points(), ended.finished(), ended.table().scores[0]), (vec![4, 4], true, 14));
    assert_eq!(last(shot(1, 0)).points(), [4, 4]);
    assert_eq!(last(foul(1, "other", 0)).points(), [5, 4]);
}

#[test]
fn each_rule_refuses_its_reports() {
    let over = after(open(9, 1), &[shot(1, 0)]);
    assert_eq!(refusal(&over, &shot(2, 15)), MagicHateBall::ENDED);
    assert_eq!(refusal(&open(9, 4), &shot(2, 15)), MagicHateBall::TURN);
    assert_eq!(refusal(&open(9, 4), &shot(1, 10)), ON_TABLE);
    assert_eq!(refusal(&open(9, 4), &foul(1, "no_hit", 10)), ON_TABLE);
    assert_eq!(refusal(&open(9, 4), &foul(1, "no_hit", 1)), NO_HIT);
    assert_eq!(refusal(&open(9, 4), &foul(1, "no_rail", 1)), NO_HIT);
    assert_eq!(refusal(&open(9, 4), &foul(1, "wrong_contact", 0)), IN_HAND);
}

#[test]
fn each_fault_has_a_table() {
    let open = open(9, 4);
    let faults = |change: fn(&mut Json)| faults_of(&open, change).join(", ");
    assert_eq!(faults(|table| table["scores"] = json!([4, 4, 4])), "/scores not_by_seat");
    assert_eq!(faults(|table| table["game_number"] = json!(2)), "/game_number impossible_game");
    assert_eq!(faults(|table| table["turn"] = json!(3)), "/turn impossible_turn");
    assert_eq!(faults(|table| table["out"] = json!([2])), "/out impossible_out, /handicaps/1 impossible_handicap");
    assert_eq!(faults(|table| table["out"] = json!([3])), "/out impossible_out, /out impossible_out");
    assert_eq!(faults(|table| table["on_table"] = json!(1)), "/on_table impossible_table");
    assert_eq!(faults(|table| table["on_table"] = json!(16)), "/on_table impossible_table");
    assert_eq!(faults(|table| table["shots"] = json!(301)), "/shots impossible_shots");
    assert_eq!(faults(|table| table["shots"] = json!(300)), "/shots impossible_shots");
    assert_eq!(faults(|table| table["shots"] = json!(0)), "/shots impossible_break");
    assert_eq!(faults(|table| table["handicaps"] = json!([4, 5])), "/handicaps/1 impossible_handicap");
    assert_eq!(
        faults(|table| table["scores"] = json!([306, -18])),
        "/scores/0 impossible_score, /scores/1 impossible_score"
    );
    assert_eq!(faults(|table| table["scores"] = json!([305, -17])), "");
    assert_eq!(faults(|table| table["phase"] = json!("over")), "/phase impossible_end");
    let won = |table: &mut Json| {
        table["phase"] = json!("over");
        table["scores"] = json!([10, 4]);
        table["handicaps"] = json!([3, 4]);
    };
    assert_eq!(faults_of(&open, won), [""; 0]);
}

#[test]
fn each_fault_of_larger_games_has_a_table() {
    let start = after(dealt(3, "a", "3"), &[shot(1, 0), foul(2, "other", 0)]);
    let faults = |change: fn(&mut Json)| faults_of(&start, change).join(", ");
    assert_eq!(faults(|table| table["turn"] = json!(2)), "/turn impossible_turn");
    assert_eq!(faults(|table| table["out"] = json!([2, 2])), "/out impossible_out, /out impossible_out");
    let end = |table: &mut Json| {
        table["phase"] = json!("over");
        table["scores"] = json!([4, 4, 10]);
    };
    assert_eq!(faults_of(&start, end), ["/phase impossible_end"]);
    let racked = dealt(3, "a", "3");
    let faults = |change: fn(&mut Json)| faults_of(&racked, change).join(", ");
    assert_eq!(faults(|table| table["on_table"] = json!(14)), "/on_table impossible_table");
    assert_eq!(faults(|table| table["shots"] = json!(1)), "/shots impossible_break");
    assert_eq!(faults(|table| table["scores"] = json!([4, 4, 5])), "/scores impossible_break");
    assert_eq!(faults(|table| table["in_hand"] = json!(true)), "/in_hand impossible_break");
    assert_eq!(faults(|table| table["turn"] = json!(2)), "/turn impossible_turn");
    let second = |turn: u8| {
        let table = json!({
            "game_number": 2, "phase": "break", "turn": turn, "shots": 0, "on_table": 15, "in_hand": false,
            "handicaps": [5, 4, 4], "scores": [5, 4, 4], "out": [],
        });
        faults_of(&racked, |posted| *posted = table).join(", ")
    };
    assert_eq!([1, 2, 3].map(second), ["/turn impossible_turn", "", ""]);
    let out = faults(|table| table["out"] = json!([2]));
    assert_eq!(out, "/out impossible_break, /handicaps/1 impossible_handicap");
}

#[test]
fn robots_win_lose_and_foul() {
    let (mut won, mut shots) = (0, 0);
    for n in 0..100 {
        let mut state = dealt(3, &format!("shots-{n}"), "1");
        while let Some(seat) = state.to_act().iter().next() {
            let report = state.plan_for(seat).remove(0);
            state.play(&report, &mut Log::discard()).expect("it is legal");
            shots += 1;
        }
        won += u32::from(state.points().contains(&3));
    }
    assert!((30..90).contains(&won) && (1000..5000).contains(&shots), "{won} of 100 games are won, {shots} shots");
}
