//! The inspection of a posted table of Wild Bill.

use super::table::{GOAL, MAX_SHOTS, MAX_WORTH, Phase, Table};
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &Table, faults: &mut Faults) {
    let by_seat = faults.require_by_seat(seats.count().into(), [("/scores", table.scores.len())]);
    let before = faults.count();
    inspect_shots(table, faults);
    if by_seat && faults.count() == before {
        inspect_turn(seats, table, faults);
        inspect_points(table, faults);
        inspect_end(table, faults);
    }
}

fn inspect_shots(table: &Table, faults: &mut Faults) {
    let shots = table.shots;
    let detail = format_args!("must be at most {MAX_SHOTS} shots (got {shots})");
    faults.require(shots <= MAX_SHOTS, "/shots", "impossible_shots", detail);
    let ended = table.phase == Phase::Over;
    let detail = format_args!("the game ends with shot {MAX_SHOTS}");
    faults.require(ended || shots != MAX_SHOTS, "/shots", "impossible_shots", detail);
    let detail = format_args!("this phase cannot have {shots} shots");
    faults.require((shots == 0) == (table.phase == Phase::Break), "/shots", "impossible_break", detail);
    if table.phase == Phase::Break {
        let has_points = table.inning > 0 || table.scores.iter().any(|score| score.0 > 0);
        faults.require(!has_points, "/scores", "impossible_break", "no seat has points before the break");
        let (at, detail) = ("/in_hand", "no scratch comes before the break");
        faults.require(!table.in_hand, at, "impossible_break", detail);
    }
}

fn inspect_turn(seats: Seats, table: &Table, faults: &mut Faults) {
    let turn = table.turn;
    faults.require(seats.contains(turn), "/turn", "impossible_turn", format_args!("seat {turn} does not exist"));
    let begins = table.phase != Phase::Break || turn == Seat::FIRST;
    faults.require(begins, "/turn", "impossible_turn", "seat 1 shoots the break");
}

fn inspect_points(table: &Table, faults: &mut Faults) {
    let Table { shots, inning, .. } = *table;
    let most = MAX_WORTH * shots;
    let code = "impossible_inning";
    let detail = format_args!("an inning goes on only with shots worth 2 or more (got {inning})");
    faults.require(inning != 1, "/inning", code, detail);
    faults.require(inning <= most, "/inning", code, format_args!("{shots} shots cannot bring {inning} points"));
    let score = table.score(table.turn);
    let detail = format_args!("seat {} has won with {score} and {inning} points", table.turn);
    faults.require(inning == 0 || score.saturating_add(inning) < GOAL, "/inning", code, detail);
    let ended = table.phase == Phase::Over;
    faults.require(!ended || inning == 0, "/inning", code, "the last inning has been added to the score");
    let all = table.scores.iter().fold(inning, |all, score| all.saturating_add(score.0));
    faults.require(all <= most, "/scores", "impossible_score", format_args!("{shots} shots cannot bring {all} points"));
    let fresh = inning == 0 && table.winner.is_none();
    let detail = "the last shot was no scratch";
    faults.require(!table.in_hand || fresh, "/in_hand", "impossible_in_hand", detail);
}

fn inspect_end(table: &Table, faults: &mut Faults) {
    let code = "impossible_end";
    let ended = table.phase == Phase::Over;
    if let Some(winner) = table.winner {
        faults.require(ended, "/phase", code, format_args!("seat {winner} has won, and the game is over"));
        faults.require(winner == table.turn, "/winner", code, format_args!("seat {winner} did not make the last shot"));
        let score = table.score(winner);
        faults.require(score >= GOAL, "/winner", code, format_args!("must have at least {GOAL} points (got {score})"));
    } else {
        let detail = format_args!("without a winner the game goes on until shot {MAX_SHOTS}");
        faults.require(!ended || table.shots == MAX_SHOTS, "/phase", code, detail);
    }
}
