//! The built-in player of Land Grab: it takes the move with the best own land and front, minus those of the enemy.

use super::{Create, HALF, Kind, Move, MovePiece, Piece, Player, Table, home_row};
use crate::chance::Draws;
use crate::choice;

pub(super) fn decide(table: &Table, player: Player, draws: &mut Draws) -> Option<Move> {
    choice::best(table.choices(player).map(|mv| (value(&after(table, player, &mv), player), mv)), draws)
}

/// Returns the pieces after a legal move, without other parts of the table.
fn after(table: &Table, player: Player, mv: &Move) -> Table {
    let mut after = table.clone();
    match *mv {
        Move::Create(Create { piece, cell, .. }) => after.board[cell] = Some(Piece { seat: player, piece }),
        Move::MovePiece(MovePiece { from, to, .. }) => {
            after.board[to] = after.board[from].take();
        }
    }
    after
}

/// Returns the value of a table for a seat that has just moved.
fn value(table: &Table, player: Player) -> i64 {
    let land = |player| table.territory(player).cells.len() as i64;
    let own = land(player);
    let won = if own > HALF as i64 { 1000 } else { 0 };
    let king = table.board.values().any(|piece| piece.seat == player && piece.piece == Kind::King);
    won + own - land(player.other()) + 4 * front(table, player) - 2 * front(table, player.other()) + i64::from(king)
}

/// Returns how far the foremost pieces of the columns have advanced, minus the gaps between them.
fn front(table: &Table, player: Player) -> i64 {
    let mut heights = [0_i64; 8];
    for (cell, piece) in table.board.iter() {
        if piece.seat == player {
            let height = cell.row().abs_diff(home_row(player)) as i64 + 1;
            heights[cell.column()] = heights[cell.column()].max(height.min(6));
        }
    }
    let gaps: i64 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs().saturating_sub(1).max(0)).sum();
    2 * heights.iter().sum::<i64>() - gaps
}
