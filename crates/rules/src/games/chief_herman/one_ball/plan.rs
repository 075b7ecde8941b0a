//! The built-in player. It shoots like a person of moderate skill: the result of each shot is drawn by chance.
//! Rules: one-ball.md, "Chance".

use super::moves::{Break, Foul, FoulKind, Move, Shot};
use super::table::{Phase, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// Draws the report of the next shot; none after the end of the game.
pub(super) fn shoot(table: &Table, seat: Seat, draws: &mut Draws) -> Option<Move> {
    let foul = |kind| Move::Foul(Foul { seat, kind });
    let breaks = |sunk| Move::Break(Break { seat, sunk });
    let makes = |sunk| Move::Shot(Shot { seat, sunk: table.on_table.min(sunk), as_called: true });
    let misses = |sunk| Move::Shot(Shot { seat, sunk, as_called: false });
    let shots = match table.phase {
        Phase::Break => {
            vec![(35, breaks(0)), (30, breaks(1)), (20, breaks(2)), (12, breaks(3)), (3, foul(FoulKind::Scratch))]
        }
        Phase::Shoot => vec![
            (70, makes(1)),
            (5, makes(2)),
            (20, misses(0)),
            (3, misses(1)),
            (1, foul(FoulKind::Scratch)),
            (1, foul(FoulKind::NoRail)),
        ],
        Phase::Over => return None,
    };
    choice::weighted(shots, draws)
}
