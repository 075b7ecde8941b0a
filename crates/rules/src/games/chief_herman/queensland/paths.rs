//! Open paths: two stones of one seat on a straight line, separated by one or more empty cells and nothing else.

use serde::Serialize;

use super::{Board, Cell, EIGHT_DIRECTIONS};
use crate::game::Seat;
use crate::grid::Offset;
use crate::wire::ToSchema;

/// An open path and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = QueenslandPath)]
pub struct Path {
    /// The seat that owns both stones.
    pub seat: Seat,
    /// The cell of one of them.
    pub from: Cell,
    /// The cell of the other.
    pub to: Cell,
    /// One point for each cell between.
    #[schema(minimum = 1, maximum = 6)]
    pub points: i64,
}

/// Returns the next stone along a line: its cell, its owner, and the number of empty cells before it.
pub(super) fn next_stone(board: &Board, from: Cell, way: Offset) -> Option<(Cell, Seat, i64)> {
    from.ray(way).zip(0..).find_map(|(cell, between)| board[cell].map(|seat| (cell, seat, between)))
}

/// Returns the open paths on a board, each once, by the cell where it starts.
pub(super) fn open(board: &Board) -> impl Iterator<Item = Path> {
    board.iter().flat_map(move |(from, seat)| {
        // The other four directions find the same paths from their other ends.
        let onward = EIGHT_DIRECTIONS.into_iter().take(4);
        onward.filter_map(move |way| {
            let (to, owner, points) = next_stone(board, from, way)?;
            (owner == seat && points > 0).then_some(Path { seat, from, to, points })
        })
    })
}

/// Returns the cells to which a stone can move, direction by direction.
pub(super) fn reach(board: &Board, from: Cell) -> impl Iterator<Item = Cell> {
    EIGHT_DIRECTIONS.into_iter().flat_map(move |way| from.ray(way).take_while(|cell| board[*cell].is_none()))
}
