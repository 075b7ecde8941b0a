//! The inspection of a posted table of Board Game Project #55.

use super::board::{Spot, start, targets};
use super::chips::{Color, PER_COLOR};
use super::table::{GOAL, TURNS, Table, rolled, seats};
use crate::fault::Faults;
use crate::game::{Context, NoOptions, Seat};

pub(super) fn inspect(context: Context<NoOptions>, table: &Table, faults: &mut Faults) {
    inspect_chips(table, faults);
    let before = faults.count();
    inspect_pawns(table, faults);
    let there = (1..=TURNS).contains(&table.turn);
    faults.require(there, "/turn", "impossible_turn", format_args!("turn {} does not exist", table.turn));
    if faults.count() > before {
        return;
    }
    if let Some(color) = table.color {
        let wanted = rolled(context, table.turn);
        let detail = format_args!("the color of turn {} is {wanted}", table.turn);
        faults.require(color == wanted || !context.chance.is_known(), "/color", "impossible_color", detail);
        let acts = table.laid || table.can_act(table.active(), color);
        let detail = "the seat to act has no legal move, so its turn would have been skipped";
        faults.require(acts, "", "impossible_pause", detail);
    }
    inspect_laid(table, faults);
    inspect_end(table, faults);
}

fn inspect_chips(table: &Table, faults: &mut Faults) {
    let piles = || Spot::all().map(|spot| table.piles.on(spot));
    for color in Color::ALL {
        let tops = piles().filter(|pile| pile.top == color).count() as u64;
        let under: u64 = piles().map(|pile| u64::from(pile.under.of(color))).sum();
        let stock: u64 = table.stock.iter().map(|stock| u64::from(stock.0.of(color))).sum();
        let (all, wanted) = (tops + under + stock, u64::from(PER_COLOR));
        let detail = format_args!("{all} {color} chips, where there are {wanted}");
        faults.require(all <= wanted, "", "too_many_chips", detail);
        faults.require(all >= wanted, "", "chip_missing", detail);
    }
}

fn inspect_pawns(table: &Table, faults: &mut Faults) {
    for (i, (pawn, seat)) in table.pawns.iter().zip(seats()).enumerate() {
        let at = format!("/pawns/{i}");
        let detail = format_args!("two pawns are on {pawn}");
        faults.require(!table.pawns[..i].contains(pawn), &at, "pawn_twice", detail);
        let there = *pawn == start(seat) || Spot::on(*pawn).is_some();
        let detail = format_args!("the pawn of seat {seat} cannot be on {pawn}");
        faults.require(there, &at, "pawn_astray", detail);
        let home = Spot::on(*pawn).is_some_and(|spot| targets(seat).contains(spot));
        let detail = format_args!("the round ended when seat {seat} came to {pawn}");
        faults.require(!home, at, "impossible_target", detail);
    }
}

fn inspect_laid(table: &Table, faults: &mut Faults) {
    let covers = |color: Color| {
        Spot::all().map(|spot| table.piles.on(spot)).any(|pile| pile.top == color && pile.under.all() > 0)
    };
    let possible = !table.laid || table.color.is_some_and(covers);
    faults.require(
        possible,
        "/laid",
        "impossible_laid",
        "no chip of this color is on top of others, or the game is over",
    );
}

fn inspect_end(table: &Table, faults: &mut Faults) {
    let reached: Vec<Seat> =
        seats().zip(&table.scores).filter(|(_, score)| **score >= GOAL).map(|(seat, _)| seat).collect();
    let (at, possible) = match (table.color, reached.as_slice()) {
        (Some(_), reached) => ("/scores", reached.is_empty()),
        (None, []) => ("/turn", table.turn == TURNS),
        (None, [seat]) => ("/scores", *seat == table.active() && table.pawns.iter().copied().eq(seats().map(start))),
        (None, _) => ("/scores", false),
    };
    let detail =
        "the game ends when the seat to act reaches eleven points in a target, or with turn 240, and never else";
    faults.require(possible, at, "impossible_end", detail);
}
