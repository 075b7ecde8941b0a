//! The board: its cells, and the starts and targets of the seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Seat;
use crate::grid::Cell;
use crate::wire;

/// A cell of the checkerboard.
pub type Square = Cell<8, 8>;

/// The number of cells with piles.
pub(super) const SPOTS: usize = 18;

/// The cells with piles, in order.
const SQUARES: [Square; SPOTS] = [
    Square::named("b2"),
    Square::named("d2"),
    Square::named("f2"),
    Square::named("c3"),
    Square::named("e3"),
    Square::named("g3"),
    Square::named("b4"),
    Square::named("d4"),
    Square::named("f4"),
    Square::named("c5"),
    Square::named("e5"),
    Square::named("g5"),
    Square::named("b6"),
    Square::named("d6"),
    Square::named("f6"),
    Square::named("c7"),
    Square::named("e7"),
    Square::named("g7"),
];

/// The start cells of the seats.
const STARTS: [Square; 4] = [Square::named("e1"), Square::named("a5"), Square::named("d8"), Square::named("h4")];

/// A cell with a pile, stored as its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot(u8);

impl Spot {
    /// Returns all cells with piles, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..SPOTS as u8).map(Self)
    }

    /// Returns the spot of a cell of the checkerboard, if it has one.
    #[must_use]
    pub fn on(square: Square) -> Option<Self> {
        SQUARES.iter().position(|other| *other == square).map(|i| Self(i as u8))
    }

    /// Returns the index of the spot, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell of the checkerboard.
    #[must_use]
    pub const fn square(self) -> Square {
        SQUARES[self.index()]
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl FromStr for Spot {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::on(name.parse()?).ok_or(())
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.square().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a cell with a pile, such as \"d4\"")
    }
}

/// The pattern of the names of cells with piles.
pub(super) const PATTERN: &str = "^([bdf][246]|[ceg][357])$";

wire::named_schema!(
    impl[] Spot,
    "BoardGameProject55Cell",
    wire::text(PATTERN, "A cell with a pile: the letter of its column, then the number of its row.", "d4"),
    gather []
);

/// Returns the start cell of a seat.
pub(super) fn start(seat: Seat) -> Square {
    STARTS[seat.index() % STARTS.len()]
}

/// A set of cells with piles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spots(u32);

impl Spots {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn contains(self, spot: Spot) -> bool {
        self.0 >> spot.0 & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Spot> {
        Spot::all().filter(move |spot| self.contains(*spot))
    }

    /// Returns the spots next to any of these.
    pub(super) fn neighbors(self) -> Self {
        self.iter().fold(Self::NONE, |all, spot| all.or(next_to(spot.square())))
    }

    /// Returns these spots and all that can be reached from them by steps within `open` (a flood fill).
    pub(super) fn flood(self, open: Self) -> Self {
        let mut all = self;
        loop {
            let more = all.or(all.neighbors().and(open));
            if more == all {
                return all;
            }
            all = more;
        }
    }
}

impl FromIterator<Spot> for Spots {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Self {
        spots.into_iter().fold(Self::NONE, |all, spot| Self(all.0 | 1 << spot.0))
    }
}

/// For each cell of the checkerboard, the spots that it meets at a corner.
const NEXT_TO: [Spots; 64] = {
    let mut next = [Spots::NONE; 64];
    let mut i = 0;
    while i < SPOTS {
        let (column, row) = (SQUARES[i].column(), SQUARES[i].row());
        let mut square: usize = 0;
        while square < 64 {
            if (square % 8).abs_diff(column) == 1 && (square / 8).abs_diff(row) == 1 {
                next[square].0 |= 1 << i;
            }
            square += 1;
        }
        i += 1;
    }
    next
};

/// Returns the spots next to a cell.
pub(super) const fn next_to(square: Square) -> Spots {
    NEXT_TO[square.index()]
}

/// Returns the targets of a seat: the spots in the opposite inner row or column.
pub(super) fn targets(seat: Seat) -> Spots {
    let opposite = |spot: &Spot| {
        let square = spot.square();
        match seat.number() {
            1 => square.row() == 6,
            2 => square.column() == 6,
            3 => square.row() == 1,
            _ => square.column() == 1,
        }
    };
    Spot::all().filter(opposite).collect()
}
