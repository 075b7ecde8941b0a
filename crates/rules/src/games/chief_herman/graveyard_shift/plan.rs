//! How the built-in player plays Graveyard Shift: toward the spirits that it can capture soonest and that are worth most, and so
//! that the seats after it find little.

use super::moves::{Hush, Move, Rest, Shift, Sing, Step};
use super::spirit::{Space, Spirit};
use super::table::{Phase, Table};
use crate::cards::{Card, Viewed};
use crate::game::Seat;

/// What a capture is worth, for each point.
const CAPTURE: i64 = 100;
/// What it is worth to turn a spirit up that may be an ace or a 2.
const UNKNOWN: i64 = 70;
/// What a step is worth that leads to nothing.
const NOTHING: i64 = 5;
/// How many hundredths of what the next seat finds count against a shift.
const NEXT: i64 = 60;

/// The move that the built-in player makes next.
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

/// Whether a chip helps its seat more than it would help others.
fn sings(table: &Table<Viewed<Card>>, spirit: &Spirit<Viewed<Card>>, seat: Seat, rank: u8) -> bool {
    let mut with = *spirit;
    with.chips.lay(seat);
    if with.chips.capture(seat, rank) {
        return true;
    }
    // Another seat that could come and capture it with its next chip is not to be helped.
    let others = super::seats(table.seats()).filter(|other| *other != seat);
    let near = others.filter(|other| table.pawn(*other).neighbors().any(|space| space == table.pawn(seat)));
    !near.into_iter().any(|other| captures_next(&with, other, rank) && !captures_next(spirit, other, rank))
}

/// Whether a seat that stepped onto a spirit would capture it, with a chip more if that helps.
fn captures_next(spirit: &Spirit<Viewed<Card>>, seat: Seat, rank: u8) -> bool {
    let mut with = *spirit;
    with.chips.lay(seat);
    with.chips.capture(seat, rank) || spirit.chips.capture(seat, rank)
}

/// What a step onto a space promises to a seat.
fn worth_of_step(table: &Table<Viewed<Card>>, seat: Seat, to: Space) -> i64 {
    let Some(spirit) = table.spirits[to] else { return NOTHING };
    let Some(rank) = spirit.rank() else { return UNKNOWN };
    if captures_next(&spirit, seat, rank) {
        return CAPTURE * i64::from(rank);
    }
    // How far the spirit is from being captured: with the lead, all chips count; without it, only the own.
    let others = spirit.chips.counts().iter().copied().max().unwrap_or(0);
    let own = spirit.chips.of(seat);
    let by_half = (rank / 2 + 1).saturating_sub(own);
    let by_lead = rank.saturating_sub(spirit.chips.all()).max(others.saturating_sub(own));
    let turns = by_half.min(by_lead).max(1);
    CAPTURE * i64::from(rank) / (2 * i64::from(turns) + 1)
}

/// What the best step of a seat promises.
fn promise(table: &Table<Viewed<Card>>, seat: Seat) -> i64 {
    table.pawn(seat).neighbors().map(|to| worth_of_step(table, seat, to)).max().unwrap_or(0)
}

/// The shift after which the own next step promises most and that of the next seat least, if it is better than to rest.
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
