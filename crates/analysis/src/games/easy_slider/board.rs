//! The board and a lower bound of the slides that it needs.
//!
//! The bound is the steps of each tile to its cell plus linear conflicts: tiles of one line that are in each other's way.
//! The four nulls are interchangeable.

use funhouse_rules::games::easy_slider::{Cell, Table};
use funhouse_rules::piecepack::Tile;

/// The number of columns and of rows.
pub(super) const SIDE: usize = 5;
/// The number of cells.
pub(super) const CELLS: usize = SIDE * SIDE;
/// A null, which belongs anywhere in the last row. Smaller numbers are the tiles that belong on the cell of that index.
const NULL: u8 = 20;
/// The hole.
const HOLE: u8 = 21;

/// For each cell, the adjacent ones.
pub(super) static NEIGHBORS: [&[u8]; CELLS] = {
    const fn near(cell: usize) -> &'static [u8] {
        const ALL: [([u8; 4], usize); CELLS] = {
            let mut all = [([0; 4], 0); CELLS];
            let mut cell = 0;
            while cell < CELLS {
                let (mut near, mut count) = ([0; 4], 0);
                let (row, column) = (cell / SIDE, cell % SIDE);
                let found = [(row > 0, -5_i8), (column < SIDE - 1, 1), (row < SIDE - 1, 5), (column > 0, -1)];
                let mut i = 0;
                while i < 4 {
                    if found[i].0 {
                        near[count] = (cell as i8 + found[i].1) as u8;
                        count += 1;
                    }
                    i += 1;
                }
                all[cell] = (near, count);
                cell += 1;
            }
            all
        };
        ALL[cell].0.split_at(ALL[cell].1).0
    }
    let mut all: [&[u8]; CELLS] = [&[]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        all[cell] = near(cell);
        cell += 1;
    }
    all
};

/// A board, with the place of its hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    cells: [u8; CELLS],
    pub(super) hole: u8,
}

impl Board {
    pub(super) fn of(table: &Table) -> Self {
        let goal = |tile: Tile| {
            let row = table.row_suits.iter().position(|suit| *suit == tile.suit());
            let column = table.column_values.iter().position(|value| *value == tile.value());
            row.zip(column).map_or(NULL, |(row, column)| (row * SIDE + column) as u8)
        };
        let mut board = Self { cells: [HOLE; CELLS], hole: 0 };
        for cell in Cell::all() {
            match table.grid[cell] {
                Some(tile) => board.cells[cell.index()] = goal(tile),
                None => board.hole = cell.index() as u8,
            }
        }
        board
    }

    /// Returns the board after sliding the tile of a cell next to the hole.
    pub(super) fn slid(mut self, cell: u8) -> Self {
        self.cells.swap(cell.into(), self.hole.into());
        self.hole = cell;
        self
    }

    /// Returns a lower bound of the number of slides; 0 only for a solved board.
    pub(super) fn distance(&self) -> u32 {
        let steps = (0..CELLS).map(|cell| steps(self.cells[cell], cell)).sum::<u32>();
        steps + (0..SIDE).map(|line| self.row_detour(line) + self.column_detour(line)).sum::<u32>()
    }

    /// Returns the board after a slide, and its distance, from the distance before.
    ///
    /// A tile that slides along a row changes conflicts in columns only, and the other way round.
    pub(super) fn after(&self, distance: u32, cell: u8) -> (Self, u32) {
        let after = self.slid(cell);
        let (from, to) = (usize::from(cell), usize::from(self.hole));
        let tile = self.cells[from];
        let detours = |board: &Self| {
            if from / SIDE == to / SIDE {
                board.column_detour(from % SIDE) + board.column_detour(to % SIDE)
            } else {
                board.row_detour(from / SIDE) + board.row_detour(to / SIDE)
            }
        };
        let distance = distance + steps(tile, to) + detours(&after) - steps(tile, from) - detours(self);
        (after, distance)
    }

    fn row_detour(&self, row: usize) -> u32 {
        let line: [u8; SIDE] = std::array::from_fn(|column| self.cells[row * SIDE + column]);
        detour(line, |tile| usize::from(tile) / SIDE == row)
    }

    fn column_detour(&self, column: usize) -> u32 {
        let line: [u8; SIDE] = std::array::from_fn(|row| self.cells[row * SIDE + column]);
        detour(line, |tile| usize::from(tile) % SIDE == column)
    }

    /// Returns a well-mixed hash that changes by [`code`] of the tile that slides.
    pub(super) fn key(&self) -> u64 {
        let tiles = self.cells.iter().enumerate().filter(|(_, tile)| **tile != HOLE);
        tiles.fold(0, |key, (cell, tile)| key ^ code(*tile, cell as u8))
    }

    /// Returns the key after a slide, from the key before.
    pub(super) fn key_after(&self, key: u64, cell: u8) -> u64 {
        let tile = self.cells[usize::from(cell)];
        key ^ code(tile, cell) ^ code(tile, self.hole)
    }
}

/// Returns the number of steps from a cell to the target of a tile.
fn steps(tile: u8, cell: usize) -> u32 {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let steps = match tile {
        HOLE => 0,
        NULL => SIDE - 1 - row,
        _ => row.abs_diff(usize::from(tile) / SIDE) + column.abs_diff(usize::from(tile) % SIDE),
    };
    steps as u32
}

/// Returns two slides for each tile that must leave its line so that the others, whose order must ascend, can pass.
fn detour(line: [u8; SIDE], belongs: impl Fn(u8) -> bool) -> u32 {
    let (mut tiles, mut rising) = ([0; SIDE], [0; SIDE]);
    let (mut count, mut longest) = (0_usize, 0_u32);
    for tile in line {
        if tile < NULL && belongs(tile) {
            let before = (0..count).filter(|other| tiles[*other] < tile).map(|other| rising[other]).max().unwrap_or(0);
            (tiles[count], rising[count]) = (tile, before + 1);
            longest = longest.max(before + 1);
            count += 1;
        }
    }
    2 * (count as u32 - longest)
}

fn code(tile: u8, cell: u8) -> u64 {
    crate::best_first::mixed((u64::from(tile) * CELLS as u64 + u64::from(cell) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
