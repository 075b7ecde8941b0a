//! Cells of a grid, and their names.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::direction::{Direction, Offset};
use crate::wire;

/// A cell of a grid of `COLS` columns and `ROWS` rows (at most 9 each), stored as its index in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const COLS: usize, const ROWS: usize>(pub(super) u8);

impl<const COLS: usize, const ROWS: usize> Cell<COLS, ROWS> {
    /// The number of cells of the grid.
    pub const COUNT: usize = {
        assert!(COLS > 0 && COLS <= 9 && ROWS > 0 && ROWS <= 9, "a cell's name has two characters");
        COLS * ROWS
    };

    /// Returns the cell at a column and row, both from 0.
    #[must_use]
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < COLS && row < ROWS { Some(Self((row * COLS + column) as u8)) } else { None }
    }

    /// Returns the cell with a name that is known at compile time.
    ///
    /// # Panics
    /// If the grid has no such cell; in a constant, that is a compile-time error.
    #[must_use]
    pub const fn named(name: &str) -> Self {
        let [column, row] = *name.as_bytes() else {
            panic!("a cell is a letter and a digit");
        };
        match Self::at(column as usize - b'a' as usize, row as usize - b'1' as usize) {
            Some(cell) => cell,
            None => panic!("no such cell"),
        }
    }

    /// Returns all cells in reading order: left to right, then top to bottom.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the index of the cell in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column, from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % COLS
    }

    /// Returns the row, from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / COLS
    }

    /// Returns the adjacent cell in a direction, if it is on the grid.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        self.offset(direction.step())
    }

    /// Returns the cell at an offset, if it is on the grid.
    #[must_use]
    pub const fn offset(self, (dx, dy): Offset) -> Option<Self> {
        Self::at(self.column().wrapping_add_signed(dx as isize), self.row().wrapping_add_signed(dy as isize))
    }

    /// Returns the cells along a line from this one, which is excluded, to the edge of the grid.
    pub fn ray(self, offset: Offset) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(self.offset(offset), move |cell| cell.offset(offset))
    }

    /// Returns the direction to another cell of the same row, column or diagonal; none for other cells and for itself.
    #[must_use]
    pub const fn direction_to(self, other: Self) -> Option<Offset> {
        let dx = other.column() as i8 - self.column() as i8;
        let dy = other.row() as i8 - self.row() as i8;
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        if straight && self.0 != other.0 { Some((dx.signum(), dy.signum())) } else { None }
    }

    /// Returns the cells that share an edge with this one: north, east, south, west.
    pub fn neighbors(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }

    /// Returns whether the cells share an edge or a corner.
    #[must_use]
    pub const fn touches(self, other: Self) -> bool {
        self.0 != other.0 && self.column().abs_diff(other.column()) <= 1 && self.row().abs_diff(other.row()) <= 1
    }

    /// Returns the pattern of the grid's cell names.
    #[must_use]
    pub fn pattern() -> String {
        format!("^[a-{}][1-{ROWS}]$", char::from(b'a' + COLS as u8 - 1))
    }
}

impl<const COLS: usize, const ROWS: usize> fmt::Display for Cell<COLS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(&mut [0; 2], self.column(), self.row()))
    }
}

/// Formats the name of a cell.
fn name(buffer: &mut [u8; 2], column: usize, row: usize) -> &str {
    *buffer = [b'a' + column as u8, b'1' + row as u8];
    std::str::from_utf8(buffer).unwrap_or_default()
}

impl<const COLS: usize, const ROWS: usize> FromStr for Cell<COLS, ROWS> {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let [column, row] = name.as_bytes() else {
            return Err(());
        };
        let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'1'));
        Self::at(column as usize, row as usize).ok_or(())
    }
}

impl<const COLS: usize, const ROWS: usize> Serialize for Cell<COLS, ROWS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(name(&mut [0; 2], self.column(), self.row()))
    }
}

impl<'de, const COLS: usize, const ROWS: usize> Deserialize<'de> for Cell<COLS, ROWS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a cell of the grid, such as \"b3\"")
    }
}

wire::named_schema!(
    impl[const COLS: usize, const ROWS: usize] Cell<COLS, ROWS>,
    format!("Cell{COLS}x{ROWS}"),
    wire::text(
        &Self::pattern(),
        &format!("A cell of a grid {COLS} wide and {ROWS} high: the letter of its column, then the number of its row."),
        "b3",
    ),
    gather []
);
