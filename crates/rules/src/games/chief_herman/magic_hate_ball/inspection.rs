//! The inspection of a posted table of Magic Hate Ball.

use super::MagicHateBallOptions;
use super::table::{GOAL, HANDICAP, MAX_SHOTS, Phase, Table, level_lowest};
use crate::fault::Faults;
use crate::game::{Context, Seat};
use crate::games::chief_herman::pool::RACK;

pub(super) fn inspect(context: Context<MagicHateBallOptions>, table: &Table, faults: &mut Faults) {
    let lists = [("/handicaps", table.handicaps.len()), ("/scores", table.scores.len())];
    let by_seat = faults.require_by_seat(context.seats.count().into(), lists);
    let before = faults.count();
    inspect_counts(context.options.games as u64, table, faults);
    if by_seat && faults.count() == before {
        inspect_out(context, table, faults);
        inspect_turn(context, table, faults);
        inspect_break(table, faults);
        inspect_handicaps(table, faults);
        inspect_scores(table, faults);
        inspect_end(context.options.games as u64, table, faults);
    }
}

fn inspect_counts(games: u64, table: &Table, faults: &mut Faults) {
    let Table { game_number, phase, shots, on_table, .. } = *table;
    let detail = format_args!("must be from 1 to {games} (got {game_number})");
    faults.require((1..=games).contains(&game_number), "/game_number", "impossible_game", detail);
    let detail = format_args!("must be from 2 to {RACK} object balls (got {on_table})");
    faults.require((2..=RACK).contains(&on_table), "/on_table", "impossible_table", detail);
    let is_racked = phase != Phase::Break || on_table >= RACK;
    let detail = format_args!("all {RACK} object balls are on the table for the opening break (got {on_table})");
    faults.require(is_racked, "/on_table", "impossible_table", detail);
    let detail = format_args!("must be at most {MAX_SHOTS} shots (got {shots})");
    faults.require(shots <= MAX_SHOTS, "/shots", "impossible_shots", detail);
    let goes_on = phase != Phase::Over;
    let detail = format_args!("the game ends with shot {MAX_SHOTS}");
    faults.require(!goes_on || shots != MAX_SHOTS, "/shots", "impossible_shots", detail);
    let detail = format_args!("this phase cannot have {shots} shots");
    faults.require((shots == 0) == (phase == Phase::Break), "/shots", "impossible_break", detail);
}

fn inspect_out(context: Context<MagicHateBallOptions>, table: &Table, faults: &mut Faults) {
    let code = "impossible_out";
    let exist = table.out.iter().all(|seat| context.seats.contains(*seat));
    faults.require(exist, "/out", code, "a seat does not exist");
    faults.require(table.out.is_sorted_by(|a, b| a < b), "/out", code, "must be ascending, each seat once");
    let left = table.scores.len().saturating_sub(table.out.len());
    let least = if table.phase == Phase::Over { 1 } else { 2 };
    let detail = format_args!("at least {least} seats must still be in (got {left})");
    faults.require(left >= least, "/out", code, detail);
}

fn inspect_turn(context: Context<MagicHateBallOptions>, table: &Table, faults: &mut Faults) {
    let (code, turn) = ("impossible_turn", table.turn);
    let exists = context.seats.contains(turn);
    faults.require(exists, "/turn", code, format_args!("seat {turn} does not exist"));
    let may_shoot = table.phase == Phase::Over || table.is_in(turn);
    faults.require(may_shoot, "/turn", code, format_args!("seat {turn} is out"));
    if table.phase == Phase::Break {
        // A view has no seed, so any of the seats that chance can have drawn is possible.
        let lowest = level_lowest(&table.handicaps);
        let breaks = if table.game_number == 1 { lowest.first() == Some(&turn) } else { lowest.contains(&turn) };
        faults.require(breaks, "/turn", code, format_args!("seat {turn} does not shoot the opening break"));
    }
}

fn inspect_break(table: &Table, faults: &mut Faults) {
    let code = "impossible_break";
    if table.phase == Phase::Break {
        faults.require(table.scores == table.handicaps, "/scores", code, "each score begins as the handicap");
        faults.require(table.out.is_empty(), "/out", code, "all seats are in before the opening break");
        let (at, detail) = ("/in_hand", "no scratch comes before the opening break");
        faults.require(!table.in_hand, at, code, detail);
    }
}

/// Returns the seat that may have won the last game of a series that is over: it shot last and has the points.
fn possible_winner(table: &Table) -> Option<Seat> {
    let may_have_won = table.phase == Phase::Over && table.is_in(table.turn) && table.score(table.turn) >= GOAL;
    may_have_won.then_some(table.turn)
}

fn inspect_handicaps(table: &Table, faults: &mut Faults) {
    let earlier = table.game_number as i64 - 1;
    for (i, handicap) in table.handicaps.iter().enumerate() {
        // Each game changes a handicap by at most 1. A seat that is out has paid for this one.
        let seat = Seat::in_turn(i as u64, table.handicaps.len());
        let paid = i64::from(!table.is_in(seat));
        let won = i64::from(possible_winner(table) == Some(seat));
        let (least, most) = (HANDICAP - earlier + paid - won, HANDICAP + earlier + paid);
        let detail = format_args!("must be from {least} to {most} (got {handicap})");
        let at = format_args!("/handicaps/{i}");
        faults.require((least..=most).contains(handicap), at, "impossible_handicap", detail);
    }
}

fn inspect_scores(table: &Table, faults: &mut Faults) {
    let shots = table.shots as i64;
    for (i, (score, handicap)) in table.scores.iter().zip(&table.handicaps).enumerate() {
        // The handicap may have changed by 1 when the seat dropped out or won.
        let (least, most) = (handicap - shots - 1, handicap + RACK as i64 * shots + 1);
        let detail = format_args!("must be from {least} to {most} after {shots} shots (got {score})");
        faults.require((least..=most).contains(score), format_args!("/scores/{i}"), "impossible_score", detail);
    }
}

fn inspect_end(games: u64, table: &Table, faults: &mut Faults) {
    if table.phase != Phase::Over {
        return;
    }
    let code = "impossible_end";
    let detail = format_args!("the series has {games} games");
    faults.require(table.game_number == games, "/phase", code, detail);
    let is_left = table.out.len() + 1 == table.scores.len();
    // The shot after which one seat is left puts the seat that made it out.
    let has_ended = possible_winner(table).is_some() || table.shots == MAX_SHOTS || is_left && !table.is_in(table.turn);
    faults.require(has_ended, "/phase", code, "no seat has won the last game, and several seats are in");
}
