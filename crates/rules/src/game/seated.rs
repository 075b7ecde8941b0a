//! Games for several seats. Rules: seats.md.

use super::{Game, SeatMove, SeatSet};
use crate::fault::{Illegal, Rule};

/// A game for several seats, which ends in points and places.
pub trait Seated: Game<Move: SeatMove, Bounds: SeatMove> {
    /// The rule that refuses moves once the game has ended.
    const ENDED: Rule;
    /// The rule that refuses moves of a seat that is not to act.
    const TURN: Rule;

    /// The seats that may act now: none exactly when the game has ended.
    fn to_act(table: &Self::Table) -> SeatSet;

    /// What each seat has so far, from seat 1. More points are better, unless [`places`](Self::places) says otherwise.
    fn points(table: &Self::Table) -> Vec<i64>;

    /// The place of each seat once the game has ended, from seat 1; 1 is the best, and seats that are level share a
    /// place. The options are there for games in which they decide whether more points are better.
    fn places(_options: Self::Options, table: &Self::Table) -> Vec<u8> {
        places(&Self::points(table))
    }

    /// Refuses a move where the game has ended or its seat is not to act: each game's `play` asks it before its own rules.
    ///
    /// # Errors
    /// The refusal.
    fn demand_turn(table: &Self::Table, mv: &Self::Move) -> Result<(), Illegal> {
        let to_act = Self::to_act(table);
        Self::ENDED.demands(!to_act.is_empty(), || "the game has ended".to_owned())?;
        let seat = mv.seat();
        Self::TURN.demands(to_act.contains(seat), || format!("seat {seat} is not to act, {to_act} {}", to_act.are()))
    }
}

/// The places that follow from keys of which greater ones are better: seats that are level share a place, and the next place is
/// as many further on.
pub fn places<K: Ord>(keys: &[K]) -> Vec<u8> {
    keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect()
}
