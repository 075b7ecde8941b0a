//! The shortest paths from the die to the exit, which decide the score. Rules: roll-out-the-barrels.md, "Score".

use super::{Cell, EXIT, Grid};
use crate::grid::Direction;

/// Returns the points of the coin on a cell: its value, 0 for a null.
pub(super) fn count(grid: &Grid, cell: Cell) -> u64 {
    grid[cell].map_or(0, |coin| coin.value().count())
}

/// Computes for each cell the minimum sum of the coins on a shortest path to the exit, by index in reading order.
///
/// The exit is in the last column and row, so a shortest path goes only east and south.
pub(super) fn min_sums(grid: &Grid) -> [u64; 24] {
    let mut sums = [0; 24];
    for cell in Cell::all().rev() {
        let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
        sums[cell.index()] = onward.map(|next| count(grid, next) + sums[next.index()]).min().unwrap_or(0);
    }
    sums
}

/// Returns the minimum sum of a shortest path to the exit, without the coin on `from`.
pub(super) fn min_sum(grid: &Grid, from: Cell) -> u64 {
    min_sums(grid)[from.index()]
}

/// Returns [`min_sum`] and a path with it, without its first cell. Where several paths have it, prefers east.
pub(super) fn min_path(grid: &Grid, from: Cell) -> (u64, Vec<Cell>) {
    let sums = min_sums(grid);
    let mut path = Vec::new();
    let mut cell = from;
    while cell != EXIT {
        let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
        let Some(next) = onward.min_by_key(|next| count(grid, *next) + sums[next.index()]) else { break };
        path.push(next);
        cell = next;
    }
    (sums[from.index()], path)
}
