//! The shortest paths from the die to the exit, which decide the score. Rules: epic-funhouse.md, section 7, "Score".

use super::{Cell, EXIT, Grid};
use crate::grid::Direction;

/// The points of the coin on a cell: its value, 0 for a null.
pub(super) fn count(grid: &Grid, cell: Cell) -> u64 {
    grid[cell].map_or(0, |coin| coin.value().count())
}

/// For each cell, by its index in reading order, the least sum of the coins on a shortest path from it to the exit. The
/// exit is in the last column and the last row, so such a path goes east and south only.
pub(super) fn least_sums(grid: &Grid) -> [u64; 24] {
    let mut sums = [0; 24];
    for cell in Cell::all().rev() {
        let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
        sums[cell.index()] = onward.map(|next| count(grid, next) + sums[next.index()]).min().unwrap_or(0);
    }
    sums
}

/// The least sum of the coins on a shortest path to the exit, without the coin that the path begins on.
pub(super) fn least_sum(grid: &Grid, from: Cell) -> u64 {
    least_sums(grid)[from.index()]
}

/// [`least_sum`] and a path that has it, without its first cell; of several, the one that goes east where they part.
pub(super) fn least_path(grid: &Grid, from: Cell) -> (u64, Vec<Cell>) {
    let sums = least_sums(grid);
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
