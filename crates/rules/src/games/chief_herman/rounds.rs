//! Games of rounds, in each of which every seat has a turn.

use crate::fault::Faults;
use crate::game::{Seat, Seats};

/// Adds the faults of a round and a turn that do not exist in a game of `rounds` rounds. Returns whether there are none.
pub(super) fn inspect_turn(seats: Seats, rounds: u64, round: u64, turn: Seat, faults: &mut Faults) -> bool {
    let before = faults.count();
    let there = (1..=rounds).contains(&round);
    faults.require(there, "/round", "impossible_turn", format_args!("round {round} does not exist"));
    faults.require(seats.contains(turn), "/turn", "impossible_turn", format_args!("seat {turn} does not exist"));
    faults.count() == before
}

/// Returns the number of turns before a turn.
pub(super) fn turns_before(seats: Seats, round: u64, turn: Seat) -> u64 {
    (round - 1) * u64::from(seats.count()) + turn.index() as u64
}
