//! The inspection of a posted table of The Magic Bag.
//!
//! Apart from the pieces, the counts of turns, rolls, draws and payments must be consistent with the rows that are
//! left.

use super::{BAG, ROLLS, RowNumber, Table, at_first};
use crate::census::Census;
use crate::fault::Faults;
use crate::piecepack::{Coin, PiecepackPiece as _};

pub(super) fn inspect(table: &Table, faults: &mut Faults) {
    inspect_rows(table, faults);
    inspect_coins(table, faults);
    inspect_turn(table, faults);
    inspect_end(table, faults);
    inspect_counts(table, faults);
}

fn inspect_rows(table: &Table, faults: &mut Faults) {
    let mut census = Census::new();
    for (number, row) in table.rows.left() {
        census.see_list(row.tiles(), format_args!("/rows/{number}"), faults);
        let (count, most) = (row.tiles().len() as u64, number.dealt());
        let detail = format_args!("row {number} was dealt {most} tiles and has {count}");
        faults.require(count <= most, format_args!("/rows/{number}"), "row_too_long", detail);
    }
}

fn inspect_coins(table: &Table, faults: &mut Faults) {
    let mut census = Census::new();
    for (coins, at) in [(&table.treasure, "/treasure"), (&table.bag, "/bag"), (&table.paid, "/paid")] {
        census.see_list(coins, at, faults);
    }
    census.close(&Coin::ALL, "", faults);
    for (i, coin) in table.bag.iter().enumerate() {
        let detail = format_args!("{coin} is in the treasure at the deal, and no coin goes back into the bag");
        faults.require(!at_first(*coin), format_args!("/bag/{i}"), "never_in_bag", detail);
    }
}

fn inspect_turn(table: &Table, faults: &mut Faults) {
    let rolled = table.rolls_this_turn > 0;
    let detail = if rolled { "the dice have been rolled in this turn" } else { "no roll has been made in this turn" };
    faults.require(rolled == table.dice.is_some(), "/dice", "impossible_dice", detail);
    // Each completed turn had one to three rolls.
    let (least, most) = (table.turns + table.rolls_this_turn, ROLLS * table.turns + table.rolls_this_turn);
    let detail = format_args!("must be from {least} to {most} rolls (got {})", table.rolls);
    faults.require((least..=most).contains(&table.rolls), "/rolls", "impossible_rolls", detail);
}

fn inspect_end(table: &Table, faults: &mut Faults) {
    let over = table.rows.left().next().is_none() || table.bag.is_empty();
    let detail = "the game ended with the last turn, so the dice cannot have been rolled again";
    faults.require(!over || table.rolls_this_turn == 0, "/rolls_this_turn", "impossible_end", detail);
    if table.stopped {
        faults.require(!over, "/stopped", "impossible_end", "the game was over, so you cannot have stopped");
        let rolled = table.rolls_this_turn > 0;
        faults.require(rolled, "/stopped", "impossible_end", "you can stop only after a roll");
        let matched = table.dice.is_some_and(|dice| table.rows.any_matches(dice));
        faults.require(!matched, "/stopped", "impossible_end", "the dice match a row, which you must claim first");
    }
    // The coin that emptied the bag ended the game, so it cannot have been paid.
    let last_coin_present = !table.bag.is_empty() || !table.treasure.is_empty();
    faults.require(last_coin_present, "/treasure", "impossible_end", "the treasure must have the last drawn coin");
}

/// Adds the faults of counts that cannot lead from the deal to these rows and coins.
fn inspect_counts(table: &Table, faults: &mut Faults) {
    let drawn = BAG.saturating_sub(table.bag.len()) as u64;
    let detail = format_args!("{} draws, where {drawn} coins are missing from the bag", table.draws);
    faults.require(table.draws == drawn, "/draws", "impossible_draws", detail);

    // A turn ended with a payment or a claim. Payments never empty a row: if its own die shows the last tile, the row
    // matches and must be claimed.
    let paid = table.paid.len() as u64;
    let gone: Vec<u64> = RowNumber::all().filter(|row| table.rows.get(*row).is_gone()).map(RowNumber::dealt).collect();
    let claims = gone.len() as u64;
    let detail = format_args!("{} turns, where {claims} rows were claimed and {paid} coins paid", table.turns);
    faults.require(table.turns == claims + paid, "/turns", "impossible_turns", detail);

    let missing: u64 = table.rows.left().map(|(row, left)| row.dealt().saturating_sub(left.tiles().len() as u64)).sum();
    let detail = format_args!("{missing} tiles are missing, but {paid} coins were paid");
    faults.require(missing <= paid, "/paid", "impossible_payments", detail);

    // A claim draws at least one coin, plus at most one for each of its tiles.
    let most = claims + gone.iter().sum::<u64>();
    let detail = format_args!("{drawn} coins were drawn, but {claims} claims give {claims} to {most}");
    faults.require((claims..=most).contains(&drawn), "/bag", "impossible_bag", detail);
}
