//! The built-in player of Pontifuse: a minimax search a few marks deep.

use super::{Army, Declare, Mark, Move, Player, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::Log;

/// The search depth, in marks.
const DEPTH: usize = 4;

pub(super) fn decide(table: &Table, player: Player, draws: &mut Draws) -> Move {
    let seat = player.seat();
    let leads = table.marks.free().filter(|_| table.english.is_some()).map(|territory| {
        let mut after = table.clone();
        after.draw_sign(player, territory, &mut Log::discard());
        (-lead(&after, player.other(), DEPTH - 1), territory)
    });
    match choice::best(leads, draws) {
        Some(territory) => Move::Mark(Mark { seat, territory }),
        None => Move::Declare(Declare { seat, army: Army::English }),
    }
}

/// Returns the lead of a seat after `ahead` marks with best play of both.
fn lead(table: &Table, player: Player, ahead: usize) -> i64 {
    let mut free = table.marks.free().filter(|_| ahead > 0).peekable();
    if free.peek().is_none() {
        return table.points_of(player) - table.points_of(player.other());
    }
    let after = |territory| {
        let mut after = table.clone();
        after.draw_sign(player, territory, &mut Log::discard());
        -lead(&after, player.other(), ahead - 1)
    };
    free.map(after).max().unwrap_or(0)
}
