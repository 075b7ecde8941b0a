//! Rectangular grids: named cells, directions and the contents of each cell.
//!
//! The name of a cell is a column letter, from the left, and a row number: from the top in piecepack games, from seat
//! 1's side on a chessboard. In JSON a grid is an object from cell to content; empty cells have no key. Rules:
//! piecepack.md.

mod cell;
mod cell_set;
mod direction;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::cell::Cell;
pub use self::cell_set::CellSet;
pub use self::direction::{Direction, EIGHT_DIRECTIONS, Offset};
use super::wire;
use crate::wire::ToSchema;

/// The contents of the cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid<T, const COLS: usize, const ROWS: usize> {
    rows: [[Option<T>; COLS]; ROWS],
}

impl<T: Copy, const COLS: usize, const ROWS: usize> Grid<T, COLS, ROWS> {
    /// A grid of empty cells.
    pub const EMPTY: Self = Self { rows: [[None; COLS]; ROWS] };

    /// Fills a grid in reading order. Ignores values beyond the last cell.
    #[must_use]
    pub fn from_values(values: impl IntoIterator<Item = T>) -> Self {
        let mut grid = Self::EMPTY;
        for (cell, value) in grid.rows.as_flattened_mut().iter_mut().zip(values) {
            *cell = Some(value);
        }
        grid
    }

    /// Returns the non-empty cells and their values, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell<COLS, ROWS>, T)> {
        Cell::all().zip(self.rows.as_flattened()).filter_map(|(cell, value)| value.map(|value| (cell, value)))
    }

    /// Returns the values of the non-empty cells, in reading order.
    pub fn values(&self) -> impl Iterator<Item = T> {
        self.rows.as_flattened().iter().filter_map(|value| *value)
    }

    /// Returns the grid with each value replaced.
    pub fn map<U: Copy>(&self, mut other: impl FnMut((Cell<COLS, ROWS>, T)) -> U) -> Grid<U, COLS, ROWS> {
        let mut grid = Grid::EMPTY;
        for (cell, value) in self.iter() {
            grid[cell] = Some(other((cell, value)));
        }
        grid
    }

    /// Returns the number of non-empty cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.values().count()
    }

    /// Swaps the contents of two cells.
    pub fn swap(&mut self, a: Cell<COLS, ROWS>, b: Cell<COLS, ROWS>) {
        self.rows.as_flattened_mut().swap(a.index(), b.index());
    }
}

impl<T, const COLS: usize, const ROWS: usize> Index<Cell<COLS, ROWS>> for Grid<T, COLS, ROWS> {
    type Output = Option<T>;
    fn index(&self, cell: Cell<COLS, ROWS>) -> &Option<T> {
        &self.rows.as_flattened()[cell.index()]
    }
}

impl<T, const COLS: usize, const ROWS: usize> IndexMut<Cell<COLS, ROWS>> for Grid<T, COLS, ROWS> {
    fn index_mut(&mut self, cell: Cell<COLS, ROWS>) -> &mut Option<T> {
        &mut self.rows.as_flattened_mut()[cell.index()]
    }
}

impl<T: Serialize + Copy, const COLS: usize, const ROWS: usize> Serialize for Grid<T, COLS, ROWS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.count()))?;
        for (cell, value) in self.iter() {
            map.serialize_entry(&cell, &value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy, const COLS: usize, const ROWS: usize> Deserialize<'de> for Grid<T, COLS, ROWS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Cells<T, const COLS: usize, const ROWS: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Copy, const COLS: usize, const ROWS: usize> Visitor<'de> for Cells<T, COLS, ROWS> {
            type Value = Grid<T, COLS, ROWS>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are cells")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut grid = Grid::EMPTY;
                while let Some(cell) = map.next_key::<Cell<COLS, ROWS>>()? {
                    if grid[cell].is_some() {
                        return Err(de::Error::custom(format_args!("must not have a cell twice (got {cell} twice)")));
                    }
                    grid[cell] = Some(map.next_value()?);
                }
                Ok(grid)
            }
        }

        deserializer.deserialize_map(Cells(PhantomData))
    }
}

wire::named_schema!(
    impl[T: ToSchema, const COLS: usize, const ROWS: usize] Grid<T, COLS, ROWS>,
    format!("{}Grid{COLS}x{ROWS}", T::name()),
    wire::map(
        "The contents of each cell. An empty cell has no key.",
        &Cell::<COLS, ROWS>::pattern(),
        wire::reference_to::<T>(),
    ),
    gather [T]
);

#[cfg(test)]
mod tests;
