//! Sets of cells.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cell::Cell;
use crate::wire;

/// A set of cells, in JSON a list in reading order without duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellSet<const COLS: usize, const ROWS: usize>(u64);

impl<const COLS: usize, const ROWS: usize> CellSet<COLS, ROWS> {
    /// Returns whether a cell is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell<COLS, ROWS>) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Adds or removes a cell and returns whether it is now in the set.
    pub const fn flip(&mut self, cell: Cell<COLS, ROWS>) -> bool {
        self.0 ^= 1 << cell.0;
        self.contains(cell)
    }

    /// Creates a set from a bit mask, in which the first cell is the lowest bit.
    #[must_use]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as a bit mask, in which the first cell is the lowest bit.
    #[must_use]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Adds a cell.
    pub const fn insert(&mut self, cell: Cell<COLS, ROWS>) {
        self.0 |= 1 << cell.0;
    }

    /// Removes a cell.
    pub const fn remove(&mut self, cell: Cell<COLS, ROWS>) {
        self.0 &= !(1 << cell.0);
    }

    /// Returns the number of cells in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cells of the set in reading order.
    pub fn iter(self) -> impl Iterator<Item = Cell<COLS, ROWS>> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            (first < 64).then_some(Cell(first))
        })
    }
}

impl<const COLS: usize, const ROWS: usize> FromIterator<Cell<COLS, ROWS>> for CellSet<COLS, ROWS> {
    fn from_iter<I: IntoIterator<Item = Cell<COLS, ROWS>>>(cells: I) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const COLS: usize, const ROWS: usize> Serialize for CellSet<COLS, ROWS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const COLS: usize, const ROWS: usize> Deserialize<'de> for CellSet<COLS, ROWS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::default();
        for cell in wire::UniqueList::deserialize(deserializer)?.0 {
            set.flip(cell);
        }
        Ok(set)
    }
}

wire::named_schema!(
    impl[const COLS: usize, const ROWS: usize] CellSet<COLS, ROWS>,
    format!("CellSet{COLS}x{ROWS}"),
    wire::set("A set of cells. Accepted in any order, and returned in reading order.", wire::reference_to::<Cell<COLS, ROWS>>()),
    gather [Cell<COLS, ROWS>]
);
