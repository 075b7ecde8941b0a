//! Rectangular grids: named cells, directions and the contents of each cell.
//!
//! The name of a cell is a column letter, from the left, and a row number: from the top in piecepack games, from seat
//! 1's side on a chessboard. In JSON a grid is an object from cell to content; empty cells have no key. Rules:
//! epic-funhouse.md, section 1.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::wire;

/// A direction on a board seen from above; north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up: toward row 1.
    North,
    /// Right: toward the last column.
    East,
    /// Down: toward the last row.
    South,
    /// Left: toward column a.
    West,
}

impl Direction {
    /// All directions in order: north, east, south, west.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the offset of one step in this direction: x grows east, y grows south.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
        }
    }

    /// Returns the name of the direction, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An offset on a board: columns to the right, and rows away from row 1.
pub type Offset = (i8, i8);

/// The offsets of one step along the eight straight lines through a cell. Opposite directions are four entries apart.
pub const EIGHT_DIRECTIONS: [Offset; 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// A cell of a grid of `COLS` columns and `ROWS` rows (at most 9 each), stored as its index in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<const COLS: usize, const ROWS: usize>(u8);

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
        wire::from_text(deserializer, "a cell of the grid, as \"b3\"")
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
                f.write_str("an object from cell to what lies there")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut grid = Grid::EMPTY;
                while let Some(cell) = map.next_key::<Cell<COLS, ROWS>>()? {
                    if grid[cell].is_some() {
                        return Err(de::Error::custom(format_args!("the cell {cell} is given twice")));
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
        "An object from cell to what lies there; an empty cell has no key.",
        &Cell::<COLS, ROWS>::pattern(),
        wire::reference_to::<T>(),
    ),
    gather [T]
);

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
    wire::set("A set of cells; taken in any order, given in reading order.", wire::reference_to::<Cell<COLS, ROWS>>()),
    gather [Cell<COLS, ROWS>]
);

#[cfg(test)]
mod tests {
    use super::*;

    type BoardCell = Cell<4, 6>;

    #[test]
    fn reading_order_is_row_by_row() {
        let names: Vec<_> = BoardCell::all().map(|cell| cell.to_string()).collect();
        assert_eq!(names.join(" "), "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5 a6 b6 c6 d6");
        assert!(BoardCell::all().zip(&names).all(|(cell, name)| name.parse() == Ok(cell)));
    }

    #[test]
    fn names_outside_the_grid_are_not_cells() {
        for bad in ["", "a", "a0", "a7", "e1", "A1", "1a", "a11", "`1", "é"] {
            assert_eq!(bad.parse::<BoardCell>(), Err(()), "{bad:?}");
        }
        assert!("e5".parse::<Cell<5, 5>>().is_ok());
    }

    #[test]
    fn full_grid_has_68_touching_pairs() {
        let pairs = BoardCell::all().flat_map(|a| BoardCell::all().map(move |b| (a, b)));
        assert_eq!(pairs.filter(|(a, b)| a < b && a.touches(*b)).count(), 68);
    }

    #[test]
    fn full_grid_has_known_path_and_region_counts() {
        let mut paths = 0;
        let mut sets = std::collections::BTreeSet::new();
        for first in BoardCell::all() {
            for second in BoardCell::all().filter(|c| c.touches(first)) {
                for third in BoardCell::all().filter(|c| c.touches(second) && *c != first) {
                    paths += 1;
                    let mut set = [first, second, third];
                    set.sort_unstable();
                    sets.insert(set);
                }
            }
        }
        assert_eq!((paths, sets.len()), (712, 236));
    }

    #[test]
    fn lone_queen_reaches_27_cells_or_21_from_corner() {
        let goals = |cell: &str| {
            let cell = Cell::<8, 8>::named(cell);
            let along: CellSet<8, 8> = EIGHT_DIRECTIONS.into_iter().flat_map(|way| cell.ray(way)).collect();
            assert!(Cell::all().all(|other| cell.direction_to(other).is_some() == along.contains(other)));
            for way in EIGHT_DIRECTIONS {
                assert!(cell.ray(way).all(|other| cell.direction_to(other) == Some(way)));
            }
            along.len()
        };
        assert_eq!((goals("d4"), goals("a1"), goals("h8")), (27, 21, 21));
        for (i, (dx, dy)) in EIGHT_DIRECTIONS.into_iter().enumerate() {
            assert_eq!(EIGHT_DIRECTIONS[(i + 4) % 8], (-dx, -dy));
        }
    }

    #[test]
    fn cell_set_is_listed_in_reading_order() {
        let mut set: CellSet<8, 8> = ["h8", "a1", "c3", "h1"].map(Cell::named).into_iter().collect();
        set.remove(Cell::named("c3"));
        let names: Vec<String> = set.iter().map(|cell| cell.to_string()).collect();
        assert_eq!((names.join(" "), set.len()), ("a1 h1 h8".to_owned(), 3));
        assert_eq!(CellSet::<8, 8>::default().iter().count(), 0);
    }

    #[test]
    fn grid_omits_empty_cells_and_rejects_duplicates() {
        let mut grid = Grid::<u8, 4, 6>::EMPTY;
        grid[BoardCell::named("d6")] = Some(1);
        grid[BoardCell::named("b1")] = Some(2);
        let json = serde_json::to_string(&grid).expect("it is JSON");
        assert_eq!(json, r#"{"b1":2,"d6":1}"#);
        assert_eq!(serde_json::from_str::<Grid<u8, 4, 6>>(&json).ok(), Some(grid));
        for bad in [r#"{"b1":2,"b1":2}"#, r#"{"e1":2}"#, r#"{"b1":null}"#, "[]"] {
            assert!(serde_json::from_str::<Grid<u8, 4, 6>>(bad).is_err(), "{bad}");
        }
    }
}
