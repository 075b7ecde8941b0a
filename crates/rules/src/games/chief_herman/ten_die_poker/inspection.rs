//! The inspection of a posted table of Ten-Die Poker.

use super::{MAX_CHALLENGES, MAX_POT, PotStandings, Table, TenDiePokerOptions, after_challenges};
use crate::fault::Faults;
use crate::game::Seats;

pub(super) fn inspect(seats: Seats, options: TenDiePokerOptions, table: &Table, faults: &mut Faults) {
    let count = usize::from(seats.count());
    let before = faults.count();
    for (at, there) in [("/chips", table.chips.len()), ("/dice", table.dice.len())] {
        let detail = format_args!("there are {count} seats, but {there} are described");
        faults.require(there == count, at, "seat_missing", detail);
    }
    let hands = options.hands as u64;
    let detail = format_args!("hand {} does not exist: the game has {hands}", table.hand);
    faults.require((1..=hands).contains(&table.hand), "/hand", "impossible_hand", detail);
    if faults.count() > before {
        return;
    }
    inspect_chips(table, faults);
    inspect_rolls(table, faults);
    if inspect_playing(seats, table, faults) {
        inspect_pot(seats, table, faults);
        inspect_draws(seats, table, faults);
        inspect_standing(table, faults);
    }
    inspect_end(hands, table, faults);
}

fn inspect_chips(table: &Table, faults: &mut Faults) {
    let all: i64 = table.chips.iter().map(|chips| chips.count()).sum();
    let detail = format_args!("the chips come to {all} in all, and {} are in the pot", table.pot);
    faults.require(all == -(table.pot as i64), "/chips", "chips_missing", detail);
    // No seat wins chips within a hand: lost chips are in the pot.
    let over = table.hand - u64::from(table.active.is_some());
    let (most_won, most_lost) = (over * MAX_POT, over * MAX_POT + table.pot);
    for (i, chips) in table.chips.iter().enumerate() {
        let possible = -(most_lost as i64) <= chips.count() && chips.count() <= most_won as i64;
        let detail = format_args!("{} chips are more than these hands can bring or cost", chips.count());
        faults.require(possible, format_args!("/chips/{i}"), "chips_missing", detail);
    }
}

/// Returns whether every seat in the pot has dice, so that they can be checked.
fn inspect_playing(seats: Seats, table: &Table, faults: &mut Faults) -> bool {
    let playing = &table.playing;
    let least = if table.active.is_some() { 2 } else { 1 };
    let there = playing.iter().all(|seat| seats.contains(*seat)) && playing.is_sorted_by(|a, b| a < b);
    let detail =
        "seats of the game are in the pot, in ascending order, and somebody to challenge while the game goes on";
    let possible = there && playing.len() >= least;
    faults.require(possible, "/playing", "impossible_playing", detail);
    possible
}

fn inspect_pot(seats: Seats, table: &Table, faults: &mut Faults) {
    let count = u64::from(seats.count());
    // The remainder that the previous winners could not divide.
    let most_left = if table.hand == 1 { 0 } else { count - 1 };
    let challenges = table.challenges.min(MAX_CHALLENGES);
    let shares = table.playing.len() as u64;
    let possible = (0..=most_left)
        .map(|left| after_challenges(count + left, challenges))
        .any(|pot| if table.active.is_some() { pot == table.pot } else { pot % shares == table.pot });
    let detail = format_args!("{} chips cannot be in the pot after {} challenges", table.pot, table.challenges);
    faults.require(possible, "/pot", "impossible_pot", detail);
}

fn inspect_rolls(table: &Table, faults: &mut Faults) {
    let (hand, challenges) = (table.hand, table.challenges);
    let (min, max) = (hand + challenges, hand + challenges + MAX_CHALLENGES * (hand - 1));
    let detail = format_args!("{} rolls, where {min} to {max} can have been made", table.rolls);
    faults.require((min..=max).contains(&table.rolls), "/rolls", "impossible_rolls", detail);
}

/// Adds a fault for an impossible number of draws. Before each move, at most one seat is drawn.
///
/// Moves are challenges, which roll, and folds. An earlier hand had as many folds as seats minus one; this one has as
/// many as seats have dropped out.
fn inspect_draws(seats: Seats, table: &Table, faults: &mut Faults) {
    let count = u64::from(seats.count());
    let challenges = table.rolls.saturating_sub(table.hand);
    let folds = (count - 1) * (table.hand - 1) + count.saturating_sub(table.playing.len() as u64);
    let tied = table.standing().is_some_and(|standing| standing.worst.len() > 1);
    let (least, most) =
        (u64::from(tied && table.active.is_some()), challenges + folds + u64::from(table.active.is_some()));
    let detail = format_args!("{} draws, where {least} to {most} can have been made", table.draws);
    faults.require((least..=most).contains(&table.draws), "/draws", "impossible_draws", detail);
}

fn inspect_standing(table: &Table, faults: &mut Faults) {
    let Some(PotStandings { lead, worst, best }) = table.standing() else { return };
    let least = worst.first().map(|seat| table.worth(*seat));
    for (i, pairs) in table.dice.iter().enumerate().filter(|(i, _)| table.playing.iter().all(|seat| seat.index() != *i))
    {
        // A seat that dropped out did not lead. As long as no dice were rolled again, it was the worst.
        let worth = pairs.worth();
        let possible = worth < best && (table.challenges > 0 || table.active.is_none() || Some(worth) <= least);
        let detail = format_args!("seat {} cannot have dropped out with its dice", i + 1);
        faults.require(possible, "/playing", "impossible_playing", detail);
    }
    match table.active {
        Some(active) => {
            let possible = worst.contains(&active) && !lead.contains(&active);
            let detail = format_args!("seat {active} does not have the worst hand in the pot");
            faults.require(possible, "/active", "impossible_active", detail);
        }
        None => {
            let detail = "only seats with equal hands can share the last pot";
            faults.require(lead.len() == table.playing.len(), "/playing", "impossible_playing", detail);
        }
    }
}

fn inspect_end(hands: u64, table: &Table, faults: &mut Faults) {
    let over = table.active.is_none();
    let detail = format_args!("the game ends after {hands} hands, and this is hand {}", table.hand);
    faults.require(!over || table.hand == hands, "/hand", "impossible_end", detail);
    let most = MAX_CHALLENGES - u64::from(!over);
    let detail = format_args!("a hand ends with challenge {MAX_CHALLENGES}");
    faults.require(table.challenges <= most, "/challenges", "impossible_end", detail);
}
