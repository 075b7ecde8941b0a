//! Territory: the land behind a line of pieces from edge to edge. Rules: land-grab.md, "Territory".
//!
//! A set of cells is a bitboard of 64 bits, row by row, with cell a1 lowest. Flood fills are shifts of such sets.

use super::{Cell, Cells, Player};

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = 0x8080_8080_8080_8080;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = 0xff << 56;

/// The territory of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Territory {
    /// Its cells; empty without a line.
    pub(super) cells: Cells,
    /// The pieces that are in some line.
    pub(super) line: Cells,
}

/// Computes the territory of a seat from its pieces.
pub(super) fn territory(player: Player, pieces: Cells) -> Territory {
    let line = in_some_line(pieces.bits());
    if line == 0 {
        return Territory::default();
    }
    let far_row = match player {
        Player::One => ROW_8,
        Player::Two => ROW_1,
    };
    let beyond = flood(far_row & !line, !line, neighbors);
    Territory { cells: Cells::from_bits(!beyond), line: Cells::from_bits(line) }
}

/// Returns the pieces that are in some line: those of the connected group that no single other piece cuts off from both
/// edges.
fn in_some_line(pieces: u64) -> u64 {
    let group = linked(pieces, COLUMN_A) & linked(pieces, COLUMN_H);
    let mut line = group;
    for piece in Cells::from_bits(group).iter() {
        let others = group & !bit(piece);
        let linked_to_an_edge = linked(others, COLUMN_A) | linked(others, COLUMN_H);
        line &= linked_to_an_edge | bit(piece);
    }
    line
}

/// Returns the pieces that are connected to a column through touching pieces.
fn linked(pieces: u64, column: u64) -> u64 {
    flood(pieces & column, pieces, touching)
}

/// Returns all cells of `within` reachable from `from` by steps.
fn flood(from: u64, within: u64, step: fn(u64) -> u64) -> u64 {
    let mut reached = from;
    loop {
        let more = (reached | step(reached)) & within;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// Returns the cells that share a side with one of these.
fn neighbors(cells: u64) -> u64 {
    (cells << 1) & !COLUMN_A | (cells >> 1) & !COLUMN_H | cells << 8 | cells >> 8
}

/// Returns the cells that share a side or a corner with one of these.
fn touching(cells: u64) -> u64 {
    let row = cells | (cells << 1) & !COLUMN_A | (cells >> 1) & !COLUMN_H;
    row | row << 8 | row >> 8
}

fn bit(cell: Cell) -> u64 {
    1 << cell.index()
}
