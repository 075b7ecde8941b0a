//! The built-in player. It shoots like a person of moderate skill: the result of each shot is drawn by chance.
//! Rules: wild-bill.md, "Chance".

use super::moves::{Foul, Move, Shot};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;
use crate::games::chief_herman::pool::FoulKind;

/// Legal shots with their weights: weight, balls sunk, balls touched.
const SHOTS: [(u64, u64, u64); 7] = [(35, 0, 1), (21, 1, 1), (20, 0, 2), (9, 1, 2), (4, 0, 3), (2, 2, 1), (2, 1, 3)];
/// Fouls with their weights.
const FOULS: [(u64, FoulKind); 3] = [(3, FoulKind::Scratch), (2, FoulKind::NoHit), (2, FoulKind::NoRail)];

/// Draws the report of the next shot.
pub(super) fn shoot(seat: Seat, draws: &mut Draws) -> Option<Move> {
    let shots = SHOTS.map(|(weight, sunk, contacts)| (weight, Move::Shot(Shot { seat, sunk, contacts })));
    let fouls = FOULS.map(|(weight, kind)| (weight, Move::Foul(Foul { seat, kind })));
    choice::weighted(shots.into_iter().chain(fouls).collect(), draws)
}
