//! The grid of coins, which the next room takes over: its deal and its faults. Rules: roll-out-the-barrels.md,
//! "Deal".

use crate::census::Census;
use crate::chance::Chance;
use crate::fault::Faults;
use crate::piecepack::{Coin, PiecepackPiece};

/// A cell of the grid of coins.
pub type Cell = crate::grid::Cell<4, 6>;
/// The grid of coins.
pub type Grid = crate::grid::Grid<Coin, 4, 6>;

/// Deals the grid: first the given coins (those of Catwalk's scoreboard) in order, then all others shuffled.
///
/// Then swaps coins until no two with a common edge have the same value, or a pass swaps nothing.
#[must_use]
pub fn deal_grid(first: &[Coin], chance: Chance) -> Grid {
    let mut others: Vec<Coin> = Coin::ALL.into_iter().filter(|coin| !first.contains(coin)).collect();
    chance.event("barrels/coins").shuffle(&mut others);
    let mut grid = Grid::from_values(first.iter().copied().chain(others));
    while separate(&mut grid) {}
    grid
}

/// Makes one pass of swaps. Returns whether another is due: something was swapped and some coin is still illegal.
pub(super) fn separate(grid: &mut Grid) -> bool {
    let mut swapped = false;
    for cell in Cell::all() {
        if is_legal(grid, cell) {
            continue;
        }
        let after = Cell::all().skip(cell.index() + 1);
        let before = Cell::all().take(cell.index()).rev();
        swapped |= after.chain(before).any(|other| {
            grid.swap(cell, other);
            let legal = is_legal(grid, cell) && is_legal(grid, other);
            if !legal {
                grid.swap(cell, other);
            }
            legal
        });
    }
    swapped && !Cell::all().all(|cell| is_legal(grid, cell))
}

/// Returns whether no adjacent coin has the same value.
pub(super) fn is_legal(grid: &Grid, cell: Cell) -> bool {
    let value = |cell: Cell| grid[cell].map(Coin::value);
    cell.neighbors().all(|other| value(other) != value(cell))
}

/// Adds the faults of a grid that must have each of the 24 coins once.
pub(in super::super) fn inspect_grid(grid: &Grid, faults: &mut Faults) {
    let mut census = Census::new();
    for (cell, coin) in grid.iter() {
        census.see(coin, format_args!("/grid/{cell}"), faults);
    }
    census.close(&Coin::ALL, "/grid", faults);
}
