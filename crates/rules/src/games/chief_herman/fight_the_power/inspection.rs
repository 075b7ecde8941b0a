//! The inspection of a posted table of Fight the Power.

use std::cmp::Ordering;

use super::super::rounds::{inspect_turn, turns_before};
use super::{DICE, End, ROUNDS, Table, Victory, WINNING_SIZE};
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &Table, faults: &mut Faults) {
    let (factions, count) = (table.factions.len(), usize::from(seats.count()));
    if factions != count {
        faults.add(
            "/factions",
            "seat_missing",
            format_args!("must have {count} factions, one for each seat (got {factions})"),
        );
        return;
    }
    if inspect_turn(seats, ROUNDS, table.round, table.turn, faults) {
        inspect_sizes(seats, table, faults);
        inspect_rolls(seats, table, faults);
        inspect_fight(seats, table, faults);
        inspect_end(seats, table, faults);
    } else {
        inspect_dice(seats, table, faults);
    }
}

fn inspect_dice(seats: Seats, table: &Table, faults: &mut Faults) {
    let dice: usize = table.factions.iter().map(super::Faction::size).sum();
    let all = DICE * usize::from(seats.count());
    faults.require(
        dice == all,
        "/factions",
        "dice_missing",
        format_args!("the factions must have {all} dice in all (got {dice})"),
    );
}

fn inspect_sizes(seats: Seats, table: &Table, faults: &mut Faults) {
    inspect_dice(seats, table, faults);
    let over = table.ended.is_some();
    for (i, faction) in table.factions.iter().enumerate() {
        let size = faction.size();
        let possible = if over { size <= WINNING_SIZE } else { (1..WINNING_SIZE).contains(&size) };
        let detail =
            format_args!("a faction of {size} dice in a game that {}", if over { "is over" } else { "goes on" });
        faults.require(possible, format_args!("/factions/{i}"), "impossible_size", detail);
    }
    // Each turn moves at most one die.
    let gained: usize = table.factions.iter().map(|faction| faction.size().saturating_sub(DICE)).sum();
    let turns = turns_before(seats, table.round, table.turn) + u64::from(over);
    let detail = format_args!("{gained} dice changed hands, but {turns} turns move at most one each");
    faults.require(gained as u64 <= turns, "/factions", "impossible_size", detail);
}

fn inspect_rolls(seats: Seats, table: &Table, faults: &mut Faults) {
    let fighting = u64::from(table.fight.is_some());
    let (least, most) = (
        1 + fighting,
        1 + turns_before(seats, table.round, table.turn) + (fighting | u64::from(table.ended.is_some())),
    );
    let detail = format_args!("must be from {least} to {most} rolls (got {})", table.rolls);
    faults.require((least..=most).contains(&table.rolls), "/rolls", "impossible_rolls", detail);
}

fn inspect_fight(seats: Seats, table: &Table, faults: &mut Faults) {
    let Some(Victory { winner, loser }) = table.fight else { return };
    let mut require = |holds, detail: &str| faults.require(holds, "/fight", "impossible_fight", detail);
    if !seats.contains(winner) || !seats.contains(loser) || winner == loser {
        return require(false, "a fight needs two different seats");
    }
    if table.ended.is_some() {
        return require(false, "the game is over, so no die is taken");
    }
    require(winner == table.turn || loser == table.turn, "the seat whose turn it is fights");
    let (winner, loser) = (table.faction(winner), table.faction(loser));
    require(winner.against(loser) == Ordering::Greater, "the winner's dice do not beat the loser's");
    require(loser.only_face().is_none(), "the loser's dice all show the same, so that the winner has no choice");
}

fn inspect_end(seats: Seats, table: &Table, faults: &mut Faults) {
    let winner = table.winner;
    let at_goal = |end| seats.iter().filter(|seat| table.goal(*seat) == Some(end)).collect::<Vec<Seat>>();
    let (eight, none) = (at_goal(End::Eight), at_goal(End::Zero));
    let at = if table.ended.is_none() { "/winner" } else { "/ended" };
    let mut require = |holds, detail: &str| faults.require(holds, at, "impossible_end", detail);
    match table.ended {
        None => require(winner.is_none(), "the game is not over, so it has no winner"),
        Some(End::Rounds) => {
            require(
                winner.is_none() && eight.is_empty() && none.is_empty(),
                "only a seat with eight dice or none can be the winner",
            );
            let last = table.round == ROUNDS && seats.after(table.turn) == Seat::FIRST;
            require(last, "the rounds are over with the last seat's turn in round 20");
        }
        Some(End::Eight | End::Zero) => {
            // One die changes hands at the end, to or from the seat whose turn it is.
            let one_die = eight.len() <= 1 && none.len() <= 1;
            let both = !eight.is_empty() && !none.is_empty();
            let own = !both || eight.contains(&table.turn) || none.contains(&table.turn);
            require(one_die && own, "no die can have been handed over so");
            require(table.won(seats) == winner.zip(table.ended), "somebody else has won, or in another way");
        }
    }
}
