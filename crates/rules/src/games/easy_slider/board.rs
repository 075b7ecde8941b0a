//! The board that the puzzle and the match share: its cells, its goal, and what is possible on it. Rules: easy-slider.md.

use crate::census::Census;
use crate::chance::Draws;
use crate::fault::Faults;
use crate::grid;
use crate::piecepack::{PiecepackPiece as _, Suit, Tile, Value};

/// A cell of the board.
pub type Cell = grid::Cell<5, 5>;
/// The board: a tile on every cell but the hole.
pub type Grid = grid::Grid<Tile, 5, 5>;

/// The cell of the hole at the deal.
pub(super) const CORNER: Cell = Cell::named("e5");
/// The number of rows that have a suit: all but the last.
pub(super) const ROWS: usize = 4;
/// The number of columns, each with a value.
pub(super) const COLUMNS: usize = 5;

/// The suits of the rows that have one.
pub(super) type RowSuits = [Suit; ROWS];
/// The values of the columns.
pub(super) type ColumnValues = [Value; COLUMNS];

/// Where each tile belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) row_suits: RowSuits,
    pub(super) column_values: ColumnValues,
}

impl Goal {
    /// Returns the tile that belongs on a cell; none for row 5.
    pub(super) fn tile(&self, cell: Cell) -> Option<Tile> {
        let suit = self.row_suits.get(cell.row())?;
        let value = self.column_values.get(cell.column())?;
        Some(Tile::new(*suit, *value))
    }

    /// Returns the cells that have a tile to reach them, in reading order.
    pub(super) fn cells() -> impl Iterator<Item = Cell> {
        Cell::all().take(ROWS * COLUMNS)
    }

    /// Returns whether every cell of rows 1 to 4 has its tile.
    pub(super) fn is_reached(&self, grid: &Grid) -> bool {
        Self::cells().all(|cell| grid[cell] == self.tile(cell))
    }
}

/// Deals a board and its goal by the events for the tiles, the pawns and the coins.
pub(super) fn dealt([mut of_tiles, mut of_pawns, mut of_coins]: [Draws; 3]) -> (Grid, Goal) {
    let mut tiles = Tile::ALL;
    of_tiles.shuffle(&mut tiles);
    let mut row_suits = Suit::ALL;
    of_pawns.shuffle(&mut row_suits);
    let [_, mut column_values @ ..] = Value::ALL;
    of_coins.shuffle(&mut column_values);
    (Grid::from_values(tiles), Goal { row_suits, column_values })
}

/// Returns the hole: the first empty cell. An admitted board has exactly one.
pub(super) fn hole<T: Copy>(grid: &grid::Grid<T, 5, 5>) -> Cell {
    Cell::all().find(|cell| grid[*cell].is_none()).unwrap_or(CORNER)
}

/// Returns the hole, if there is exactly one.
pub(super) fn only_hole(grid: &Grid) -> Option<Cell> {
    let mut holes = Cell::all().filter(|cell| grid[*cell].is_none());
    holes.next().filter(|_| holes.next().is_none())
}

/// Returns whether two cells share an edge.
pub(super) fn is_beside(cell: Cell, hole: Cell) -> bool {
    cell.column().abs_diff(hole.column()) + cell.row().abs_diff(hole.row()) == 1
}

/// Returns the minimum number of slides that bring the hole to a cell.
pub(super) const fn steps_of_hole(hole: Cell) -> u64 {
    (CORNER.column() - hole.column() + CORNER.row() - hole.row()) as u64
}

/// Returns whether the hole can be at a cell after this number of slides from e5.
pub(super) const fn can_reach(hole: Cell, slides: u64) -> bool {
    let steps = steps_of_hole(hole);
    slides >= steps && (slides - steps).is_multiple_of(2)
}

/// Adds the faults of the tiles of a board: each must be there once.
pub(super) fn inspect_tiles(grid: &Grid, at: &str, faults: &mut Faults) {
    let mut census = Census::new();
    for (cell, tile) in grid.iter() {
        census.see(tile, format_args!("{at}/{cell}"), faults);
    }
    census.close(&Tile::ALL, at, faults);
}

/// Adds the faults of the suits of the rows and the values of the columns: each is there once.
pub(super) fn inspect_goal(Goal { row_suits, column_values }: &Goal, faults: &mut Faults) {
    for (i, suit) in row_suits.iter().enumerate() {
        let detail = format_args!("{suit} is used for more than one row");
        faults.require(!row_suits[..i].contains(suit), format_args!("/row_suits/{i}"), "suit_twice", detail);
    }
    for (i, value) in column_values.iter().enumerate() {
        let detail = format_args!("{value} is used for more than one column");
        faults.require(!column_values[..i].contains(value), format_args!("/column_values/{i}"), "value_twice", detail);
    }
}
