//! The built-in player of Graveyard Shift: it heads for the most valuable spirits that it can capture soon, and leaves
//! little for the next seats.

use super::moves::{Hush, Move, Rest, Shift, Sing, Step};
use super::spirit::{Space, Spirit};
use super::table::{Phase, Table};
use crate::cards::{Card, Viewed};
use crate::game::Seat;

/// The value of a captured point.
const CAPTURE: i64 = 100;
/// The value of turning up a spirit that may be an ace or a 2.
const UNKNOWN: i64 = 70;
/// The value of a step without benefit.
const NOTHING: i64 = 5;
/// The percentage of the next seat's prospects that counts against a shift.
const NEXT: i64 = 60;

/// Returns the next move.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat) -> Option<Move> {
    if !table.to_act().contains(seat) {
        return None;
    }
    match table.phase {
        Phase::Step => {
            let steps = table.pawn(seat).neighbors().map(|to| (worth_of_step(table, seat, to), to));
            let (_, to) = steps.max_by_key(|(worth, _)| *worth)?;
            Some(Move::Step(Step { seat, to }))
        }
        Phase::Sing => {
            let spirit = table.spirits[table.pawn(seat)]?;
            let sings = spirit.rank().is_none_or(|rank| sings(table, &spirit, seat, rank));
            Some(if sings { Move::Sing(Sing { seat }) } else { Move::Hush(Hush { seat }) })
        }
        Phase::Shift => Some(best_shift(table, seat).map_or(Move::Rest(Rest { seat }), Move::Shift)),
        Phase::Over => None,
    }
}

/// Returns whether a chip helps its seat more than others.
fn sings(table: &Table<Viewed<Card>>, spirit: &Spirit<Viewed<Card>>, seat: Seat, rank: u8) -> bool {
    let mut with = *spirit;
    with.chips.lay(seat);
    if with.chips.capture(seat, rank) {
        return true;
    }
    // Do not help another seat that could come and capture it with its next chip.
    let others = super::seats(table.seats()).filter(|other| *other != seat);
    let near = others.filter(|other| table.pawn(*other).neighbors().any(|space| space == table.pawn(seat)));
    !near.into_iter().any(|other| captures_next(&with, other, rank) && !captures_next(spirit, other, rank))
}

/// Returns whether a seat that steps onto a spirit captures it, with one more chip if that helps.
fn captures_next(spirit: &Spirit<Viewed<Card>>, seat: Seat, rank: u8) -> bool {
    let mut with = *spirit;
    with.chips.lay(seat);
    with.chips.capture(seat, rank) || spirit.chips.capture(seat, rank)
}

/// Returns the value of a step onto a space for a seat.
fn worth_of_step(table: &Table<Viewed<Card>>, seat: Seat, to: Space) -> i64 {
    let Some(spirit) = table.spirits[to] else { return NOTHING };
    let Some(rank) = spirit.rank() else { return UNKNOWN };
    if captures_next(&spirit, seat, rank) {
        return CAPTURE * i64::from(rank);
    }
    // The distance to a capture: with the lead, all chips count; without it, only the own ones.
    let others = spirit.chips.counts().iter().copied().max().unwrap_or(0);
    let own = spirit.chips.of(seat);
    let by_half = (rank / 2 + 1).saturating_sub(own);
    let by_lead = rank.saturating_sub(spirit.chips.all()).max(others.saturating_sub(own));
    let turns = by_half.min(by_lead).max(1);
    CAPTURE * i64::from(rank) / (2 * i64::from(turns) + 1)
}

/// Returns the value of a seat's best step.
fn promise(table: &Table<Viewed<Card>>, seat: Seat) -> i64 {
    table.pawn(seat).neighbors().map(|to| worth_of_step(table, seat, to)).max().unwrap_or(0)
}

/// Returns the shift with the best own next step relative to that of the next seat, if it is better than resting.
fn best_shift(table: &Table<Viewed<Card>>, seat: Seat) -> Option<Shift> {
    let next = Seat::new(seat.number() % table.pawns.len() as u8 + 1)?;
    let outlook = |table: &Table<Viewed<Card>>| 100 * promise(table, seat) - NEXT * promise(table, next);
    let after = |shift: &Shift| {
        let mut after = table.clone();
        after.move_line(*shift);
        outlook(&after)
    };
    let best = table.shifts().map(|shift| (after(&shift), shift)).max_by_key(|(worth, _)| *worth)?;
    (best.0 > outlook(table)).then_some(best.1)
}
