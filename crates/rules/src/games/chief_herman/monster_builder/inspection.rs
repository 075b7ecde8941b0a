//! The inspection of a posted table of Monster Builder.

use super::super::rounds::{inspect_turn, turns_before};
use super::{Attack, End, Monster, Part, ROUNDS, Step, Table, Victory};
use crate::dice::Face;
use crate::fault::Faults;
use crate::game::{Seat, Seats};

pub(super) fn inspect(seats: Seats, table: &Table, faults: &mut Faults) {
    let (monsters, count) = (table.monsters.len(), usize::from(seats.count()));
    if monsters != count {
        faults.add(
            "/monsters",
            "seat_missing",
            format_args!("must have {count} monsters, one for each seat (got {monsters})"),
        );
        return;
    }
    if inspect_turn(seats, ROUNDS, table.round, table.turn, faults) {
        inspect_rolls(seats, table, faults);
        inspect_values(seats, table, faults);
        inspect_fight(seats, table, faults);
        inspect_end(seats, table, faults);
    }
}

/// Returns the number of completed turns.
fn turns(seats: Seats, table: &Table) -> u64 {
    turns_before(seats, table.round, table.turn) + u64::from(table.ended.is_some())
}

/// Returns the number of rolls of an incomplete turn.
fn waiting(table: &Table) -> u64 {
    u64::from(matches!(table.step, Some(Step::Build | Step::Steal)))
}

fn inspect_rolls(seats: Seats, table: &Table, faults: &mut Faults) {
    let (least, most) = (waiting(table), turns(seats, table) + waiting(table));
    let detail = format_args!("must be from {least} to {most} rolls (got {})", table.rolls);
    faults.require((least..=most).contains(&table.rolls), "/rolls", "impossible_rolls", detail);
}

fn inspect_values(seats: Seats, table: &Table, faults: &mut Faults) {
    let values = || table.monsters.iter().flat_map(|monster| Part::ALL.map(|part| monster.value(part)));
    // Each roll turns at most four dice to more than 1, and each of these is built at most once.
    let high =
        values().filter(|value| *value > 1).count() + table.research.iter().filter(|die| **die > Face::ONE).count();
    let detail = format_args!("{high} parts and dice show more than 1, after {} rolls of up to four dice", table.rolls);
    faults.require(high as u64 <= 4 * table.rolls.min(1_000), "/monsters", "impossible_values", detail);
    // A turn with a roll builds at most one part, a turn without a roll two.
    let (built, turns) = (values().filter(|value| *value > 0).count() as u64, turns(seats, table));
    let most = (2 * turns).saturating_sub(table.rolls.saturating_sub(waiting(table)));
    let detail = format_args!("{built} parts are above 0, but at most {most} can be built by now");
    faults.require(built <= most, "/monsters", "impossible_values", detail);
}

fn inspect_fight(seats: Seats, table: &Table, faults: &mut Faults) {
    let mut require = |holds, detail: &str| faults.require(holds, "/fight", "impossible_fight", detail);
    let Some(Victory { attack, winner, loser }) = table.fight else {
        return require(table.step != Some(Step::Steal), "stealing needs a fight");
    };
    if table.step != Some(Step::Steal) {
        return require(false, "the winner of a fight steals next");
    }
    if !seats.contains(winner) || !seats.contains(loser) || winner == loser {
        return require(false, "a fight needs two different seats");
    }
    require(winner == table.turn || loser == table.turn, "the seat whose turn it is fights");
    require(table.monster(loser).stealable(attack).next().is_some(), "the loser has nothing to steal");
    if attack == Attack::Trip {
        let attacks = winner == table.turn;
        let (attacker, defender) = if attacks { (winner, loser) } else { (loser, winner) };
        let legs = table.monster(attacker).sum(attack.with());
        let against = table.monster(defender).sum(&Part::ALL);
        let possible = if attacks { legs + 6 >= against } else { legs + 1 < against };
        require(possible, "no die makes such legs win so");
    }
}

fn inspect_end(seats: Seats, table: &Table, faults: &mut Faults) {
    let complete = table.monsters.iter().filter(|monster| Monster::is_complete(monster)).count();
    let at = if table.ended.is_some() { "/ended" } else { "/step" };
    let mut require = |holds, detail: &str| faults.require(holds, at, "impossible_end", detail);
    require(table.ended.is_some() != table.step.is_some(), "a step is required unless the game is over");
    match table.ended {
        None => require(complete == 0, "the game ended when a monster was complete"),
        Some(End::Built) => require(complete == 1, "just one monster is complete"),
        Some(End::Rounds) => {
            require(complete == 0, "a complete monster has won");
            let last = table.round == ROUNDS && seats.after(table.turn) == Seat::FIRST;
            require(last, "the rounds are over with the last seat's turn in round 30");
        }
    }
}
