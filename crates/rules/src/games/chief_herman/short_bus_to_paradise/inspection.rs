//! The inspection of a posted table of Short Bus to Paradise.

use super::cab::Cab;
use super::course::MAX_GROUP;
use super::stone::{Group, MAX_STONES, MIN_STONES};
use super::table::{HAND, Phase, TURNS, Table};
use crate::cards::Cards;
use crate::census::Census;
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &mut Table<Cab>, faults: &mut Faults) {
    inspect_cards(table, faults);
    inspect_groups(table, faults);
    inspect_cabs(table, faults);
    inspect_stones(table, faults);
    let turn = inspect_turn(table, faults);
    inspect_rolls(table, faults);
    let lists = [("/hands", table.hands.len()), ("/cabs", table.cabs.len()), ("/scored", table.scored.len())];
    if faults.require_by_seat(seats.count().into(), lists) {
        inspect_ending(seats, table, faults);
        if turn {
            inspect_hands(seats, table, faults);
        }
    }
    table.pot.sort_by_key(|group| group.color);
    table.gone.sort_by_key(|group| group.color);
    table.hands.iter_mut().for_each(Cards::sort);
    table.cabs.iter_mut().for_each(|cabs| cabs.sort_by_key(|waiting| waiting.cab));
    table.scored.iter_mut().for_each(|cabs| cabs.sort_by_key(|scored| scored.cab));
}

fn inspect_cards(table: &Table<Cab>, faults: &mut Faults) {
    let mut census = Census::new();
    census.see_list(&table.deck, "/deck", faults);
    census.see_lists(&table.hands, "/hands", faults);
    for (seat, cabs) in table.cabs.iter().enumerate() {
        for (i, waiting) in cabs.iter().enumerate() {
            census.see(waiting.cab, format_args!("/cabs/{seat}/{i}/cab"), faults);
        }
    }
    for (seat, cabs) in table.scored.iter().enumerate() {
        for (i, scored) in cabs.iter().enumerate() {
            census.see(scored.cab, format_args!("/scored/{seat}/{i}/cab"), faults);
        }
    }
    census.close(&Cab::DECK, "", faults);
}

/// Inspects the pot and what is gone.
fn inspect_groups(table: &Table<Cab>, faults: &mut Faults) {
    for (name, groups) in [("pot", &table.pot), ("gone", &table.gone)] {
        for (i, Group { color, .. }) in groups.iter().enumerate() {
            let first = groups[..i].iter().all(|other| other.color != *color);
            let detail = format_args!("{color} is listed twice");
            faults.require(first, format_args!("/{name}/{i}/color"), "color_twice", detail);
        }
    }
    for (i, Group { color, count }) in table.pot.iter().enumerate() {
        let detail = format_args!("the cruise line takes {count} {color} stones");
        faults.require(*count <= MAX_GROUP, format_args!("/pot/{i}/count"), "impossible_group", detail);
    }
    for (i, Group { color, count }) in table.gone.iter().enumerate() {
        let detail = format_args!("the cruise line does not take {count} {color} stones");
        faults.require(*count > MAX_GROUP, format_args!("/gone/{i}/count"), "impossible_group", detail);
    }
}

fn inspect_cabs(table: &Table<Cab>, faults: &mut Faults) {
    for (seat, cabs) in table.cabs.iter().enumerate() {
        for (i, waiting) in cabs.iter().enumerate() {
            let (cab, count) = (waiting.cab, waiting.count());
            let detail = format_args!("{cab} leaves with {} passengers (got {count})", cab.room());
            faults.require(count < cab.room(), format_args!("/cabs/{seat}/{i}/count"), "impossible_cab", detail);
        }
    }
}

fn inspect_stones(table: &Table<Cab>, faults: &mut Faults) {
    let all = table.bag.len() as u64 + table.drawn_stones();
    let detail = format_args!("there must be at least {MIN_STONES} stones (got {all})");
    faults.require(all >= MIN_STONES, "/bag", "too_few_stones", detail);
    let detail = format_args!("there must be at most {MAX_STONES} stones (got {all})");
    faults.require(all <= MAX_STONES as u64, "/bag", "too_many_stones", detail);
}

/// Inspects the turn. Returns whether it is possible.
fn inspect_turn(table: &Table<Cab>, faults: &mut Faults) -> bool {
    let turn = table.turn;
    let possible = (1..=TURNS).contains(&turn);
    let detail = format_args!("turn must be between 1 and {TURNS} (got {turn})");
    faults.require(possible, "/turn", "impossible_turn", detail);
    possible
}

fn inspect_rolls(table: &Table<Cab>, faults: &mut Faults) {
    let (rolls, turn, drawn) = (table.rolls, table.turn, table.drawn_stones());
    let possible = rolls >= 1 && rolls <= turn;
    let detail = format_args!("there must be at least one roll, and at most one in each of {turn} turns (got {rolls})");
    faults.require(possible, "/rolls", "impossible_rolls", detail);
    // Rolls bring fewer stones, or none, only once the bag is empty.
    let fewest = if table.bag.is_empty() { 0 } else { rolls.saturating_mul(2) };
    let detail = format_args!("{rolls} rolls cannot bring {drawn} stones");
    let brought = (fewest..=rolls.saturating_mul(12)).contains(&drawn);
    faults.require(!possible || brought, "/rolls", "impossible_rolls", detail);
}

fn inspect_ending(seats: Seats, table: &Table<Cab>, faults: &mut Faults) {
    let seats = u64::from(seats.count());
    if let Some(turns) = table.last_turns {
        let detail = format_args!("at most {seats} turns come after the present one (got {turns})");
        faults.require(turns <= seats, "/last_turns", "impossible_ending", detail);
        let caused = table.bag.is_empty() || table.deck.is_empty();
        let detail = "the last turns begin when the bag or the deck is empty";
        faults.require(caused, "/last_turns", "impossible_ending", detail);
    } else {
        let detail = "the last turns begin when the deck is empty";
        faults.require(!table.deck.is_empty(), "/deck", "impossible_ending", detail);
    }
    let ends = table.turn >= TURNS || table.last_turns == Some(0);
    let detail = "the game ends after the last turn";
    faults.require(table.phase == Phase::Turns || ends, "/phase", "impossible_end", detail);
    // The last turn ends by itself once the seat can only end it.
    let is_over = table.phase == Phase::Turns && ends && !table.has_choice(table.active());
    faults.require(!is_over, "/phase", "impossible_end", "the last turn is over");
}

/// Inspects how many cards each seat has drawn and played.
fn inspect_hands(seats: Seats, table: &Table<Cab>, faults: &mut Faults) {
    let active = table.active();
    for seat in seats.iter() {
        let i = seat.index();
        let (hand, used) = (table.hands[i].len(), table.cabs[i].len() + table.scored[i].len());
        let at = format!("/hands/{i}");
        let detail = format_args!("seat {seat} was dealt {HAND} cards, and has {} in hand and in cabs", hand + used);
        faults.require(hand + used >= HAND, &at, "impossible_cards", detail);
        let (moved, turns) = ((hand + 2 * used).saturating_sub(HAND), card_turns(seat, seats, table));
        let detail = format_args!("seat {seat} cannot have drawn and played {moved} cards in {turns} turns");
        faults.require(moved as u64 <= turns, &at, "impossible_cards", detail);
    }
    let has_cab = !table.cabs[active.index()].is_empty() || !table.scored[active.index()].is_empty();
    for (at, flag) in [("/played", table.played), ("/loaded", table.loaded)] {
        let detail = format_args!("seat {active} has no cab");
        faults.require(!flag || has_cab, at, "impossible_cards", detail);
    }
}

/// Returns in how many turns a seat can have drawn or played a card. The present one counts only if a cab was played
/// in it, because drawing ends a turn.
fn card_turns(seat: Seat, seats: Seats, table: &Table<Cab>) -> u64 {
    let ended = if table.phase == Phase::Over || table.played { table.turn } else { table.turn - 1 };
    let (number, seats) = (u64::from(seat.number()), u64::from(seats.count()));
    (ended + seats - number) / seats
}
