//! The inspection of a posted table of Break the Bank.

use super::{CHIPS, DICE, End, PRICE, ROUNDS, Table};
use crate::dice::Face;
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &Table, faults: &mut Faults) {
    let count = u64::from(seats.count());
    let before = faults.count();
    let detail = format_args!("{} counts for {count} seats", table.chips.len());
    faults.require(table.chips.len() as u64 == count, "/chips", "seat_missing", detail);
    faults.require(
        seats.contains(table.turn),
        "/turn",
        "impossible_turn",
        format_args!("seat {} does not exist", table.turn),
    );
    if faults.count() > before {
        return;
    }
    let chips = table.chips.iter().chain([&table.bank, &table.kitty]).map(|chips| chips.0).sum::<u64>();
    let detail = format_args!("{chips} chips, where {} are in the game", CHIPS * count);
    faults.require(chips == CHIPS * count, "", "chips_missing", detail);
    inspect_rolls(count, table, faults);
    match table.ended {
        None => inspect_choice(table, faults),
        Some(end) => inspect_end(end, seats, table, faults),
    }
}

/// Returns the chips of the seat whose turn it is.
fn purse(table: &Table) -> u64 {
    table.chips.get(table.turn.index()).map_or(0, |chips| chips.0)
}

fn is_clean(table: &Table) -> bool {
    !table.dice.contains(&Face::ONE)
}

/// Adds a fault for an impossible number of rolls.
///
/// A turn has at most five rolls. No seat loses a turn in rounds 1 to 4, because three turns cost at most 75 of its 98
/// chips.
fn inspect_rolls(count: u64, table: &Table, faults: &mut Faults) {
    let earlier = (table.round - 1) * count + u64::from(table.turn.number()) - 1;
    let last = table.dice.len() as u64;
    let (least, most) = (earlier.min((ROUNDS - 1) * count) + last, earlier * DICE as u64 + last);
    let detail = format_args!("must be from {least} to {most} rolls (got {})", table.rolls);
    faults.require((least..=most).contains(&table.rolls), "/rolls", "impossible_rolls", detail);
}

/// Adds the faults of a table on which a seat may act.
fn inspect_choice(table: &Table, faults: &mut Faults) {
    let dice = table.dice.len();
    if dice == 0 || dice == DICE || !is_clean(table) {
        faults.add("/dice", "impossible_dice", "a seat chooses after a roll of one to four dice without a 1");
        return;
    }
    let detail = format_args!("seat {} cannot pay for another roll", table.turn);
    faults.require(purse(table) >= PRICE, format_args!("/chips/{}", table.turn.index()), "impossible_choice", detail);
    // A roll moves its sum, or all of the Bank, which contains at least the price.
    let earlier = |of_die: u64| (1..dice as u64).map(move |dice| of_die * dice);
    let last = table.sum();
    let least =
        earlier(2).map(|sum| sum.min(PRICE)).sum::<u64>() + if table.bank.0 > 0 { last } else { last.min(PRICE) };
    let most = earlier(6).sum::<u64>() + last;
    let detail = format_args!("{} chips in the Kitty, where {least} to {most} can be", table.kitty.0);
    faults.require((least..=most).contains(&table.kitty.0), "/kitty", "impossible_kitty", detail);
    // The Bank was not empty before the turn, or it had been broken.
    let paid = PRICE * dice as u64;
    let detail = format_args!("{paid} chips were paid in this turn, which the Bank must still have");
    faults.require(table.bank.0 + table.kitty.0 > paid, "/bank", "impossible_kitty", detail);
}

fn inspect_end(end: End, seats: Seats, table: &Table, faults: &mut Faults) {
    faults.require(table.kitty.0 == 0, "/kitty", "impossible_end", "the Kitty must be empty when the game is over");
    let dice = table.dice.len();
    match end {
        End::Broken => {
            let detail = "only a roll without a 1 breaks the Bank";
            faults.require(dice > 0 && is_clean(table), "/dice", "impossible_dice", detail);
            faults.require(table.bank.0 == 0, "/bank", "impossible_end", "the Bank must be empty after it is broken");
            // The Bank was not empty before the turn, and everything paid into it came back.
            let detail = format_args!("seat {} took the whole Bank, but has fewer chips", table.turn);
            let at = format_args!("/chips/{}", table.turn.index());
            faults.require(purse(table) > PRICE * dice as u64, at, "impossible_end", detail);
        }
        End::Split => {
            let last = table.round == ROUNDS && seats.after(table.turn) == Seat::FIRST;
            faults.require(last, "/turn", "impossible_end", "the Bank is split only after the last turn");
            let detail = format_args!("{} chips are left, which can be split", table.bank.0);
            faults.require(table.bank.0 < u64::from(seats.count()), "/bank", "impossible_end", detail);
            let detail = "five dice without a 1 break the Bank";
            faults.require(dice < DICE || !is_clean(table), "/dice", "impossible_dice", detail);
            // A turn is lost by a seat with less than the price of a roll; then all get the same.
            let least = table.chips.iter().map(|chips| chips.0).min().unwrap_or(0);
            let detail = format_args!("seat {} could pay for a roll", table.turn);
            faults.require(dice > 0 || purse(table) < least + PRICE, "/dice", "impossible_dice", detail);
        }
    }
}
