//! The built-in player of Queensland: a greedy search over a few good moves of a stone, each followed by a placement.

use super::paths::{self, next_stone};
use super::{Aim, Board, Cell, EIGHT_DIRECTIONS, Move, MoveStone, PlaceStone, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The number of moves to try with a placement after each.
const MAX_TRIED: usize = 6;

pub(super) fn decide(table: &Table, seat: Seat, aim: Aim, draws: &mut Draws) -> Vec<Move> {
    let judge = Judge { seat, others: table.seats() as i64 - 1, sign: if aim == Aim::Highest { 1 } else { -1 } };
    let place = |cell| Move::PlaceStone(PlaceStone { seat, cell });
    let stay = judge.best_place(&table.board, draws).map(|(gain, cell)| (gain, vec![place(cell)]));
    let mut plans: Vec<_> = stay.into_iter().collect();
    for (gain, from, to) in judge.best_moves(&table.board).into_iter().filter(|_| !table.moved) {
        let mut board = table.board;
        board.swap(from, to);
        let Some((more, cell)) = judge.best_place(&board, draws) else { continue };
        plans.push((gain + more, vec![Move::MoveStone(MoveStone { seat, from, to }), place(cell)]));
    }
    choice::first(plans).unwrap_or_default()
}

/// The evaluation of stones for a seat: its own points count as much as those of all others together.
struct Judge {
    seat: Seat,
    others: i64,
    sign: i64,
}

impl Judge {
    /// Returns the gain of an own stone on an empty cell: the paths that it opens, minus those that it cuts.
    fn gain(&self, board: &Board, cell: Cell) -> i64 {
        let worth = |owner: Seat, points: i64| if owner == self.seat { self.others * points } else { -points };
        let mut gain = 0;
        for (forth, back) in EIGHT_DIRECTIONS.into_iter().zip(EIGHT_DIRECTIONS.into_iter().skip(4)) {
            let ends = [next_stone(board, cell, forth), next_stone(board, cell, back)];
            for (_, _, between) in ends.into_iter().flatten().filter(|(_, owner, _)| *owner == self.seat) {
                gain += worth(self.seat, between);
            }
            if let [Some((_, one, near)), Some((_, other, far))] = ends
                && one == other
            {
                gain -= worth(one, near + far + 1);
            }
        }
        self.sign * gain
    }

    /// Returns an empty cell with maximum gain for a new stone, and the gain.
    fn best_place(&self, board: &Board, draws: &mut Draws) -> Option<(i64, Cell)> {
        let empty = Cell::all().filter(|cell| board[*cell].is_none());
        let gains = empty.map(|cell| (self.gain(board, cell), cell));
        choice::best(gains.map(|place| (place.0, place)), draws)
    }

    /// Returns the moves of a stone with the highest gains, best first.
    fn best_moves(&self, board: &Board) -> Vec<(i64, Cell, Cell)> {
        let mut moves = Vec::new();
        for (from, _) in board.iter().filter(|(_, owner)| *owner == self.seat) {
            let mut without = *board;
            without[from] = None;
            let lost = self.gain(&without, from);
            let goals = paths::reach(board, from);
            moves.extend(goals.map(|to| (self.gain(&without, to) - lost, from, to)));
        }
        moves.sort_by_key(|(gain, ..)| -gain);
        moves.truncate(MAX_TRIED);
        moves
    }
}
