//! The built-in player. It shoots like a person of moderate skill: the result of each shot is drawn by chance.
//! Rules: magic-hate-ball.md, "Chance".

use super::moves::{Foul, Move, Shot};
use super::table::{Phase, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;
use crate::games::chief_herman::pool::FoulKind;

/// Draws the report of the next shot.
pub(super) fn shoot(table: &Table, seat: Seat, draws: &mut Draws) -> Option<Move> {
    let sinks = |sunk: u64| Move::Shot(Shot { seat, sunk: sunk.min(table.on_table) });
    let foul = |kind, sunk| Move::Foul(Foul { seat, kind, sunk });
    let shots = if table.phase == Phase::Break {
        vec![(30, sinks(0)), (30, sinks(1)), (22, sinks(2)), (14, sinks(3)), (4, foul(FoulKind::Scratch, 0))]
    } else {
        vec![
            (38, sinks(0)),
            (40, sinks(1)),
            (12, sinks(2)),
            (4, sinks(3)),
            (2, foul(FoulKind::Scratch, 0)),
            (1, foul(FoulKind::Scratch, 1)),
            (2, foul(FoulKind::NoRail, 0)),
            (1, foul(FoulKind::Other, 0)),
        ]
    };
    choice::weighted(shots, draws)
}
