//! The piecepack die and how it rolls over its edges. Rules: roll-out-the-barrels.md, "The die".

use super::Value;
use crate::grid::Direction;
use crate::wire;

wire::option! {
    /// How the faces of the die are arranged. With null on top and the ace facing south:
    /// `opposites_sum_to_5` has 4 north, 2 east, 3 west, 5 below; `counter` has 4 north, 2 east, 5 west, 3 below.
    #[schema(as = DieArrangement)]
    pub enum Arrangement: "The arrangement of the faces of the die." {
        /// A standard die with each value reduced by one: 0-5, 1-4 and 2-3 are opposite.
        OppositesSumTo5 = "opposites_sum_to_5",
        /// Consecutive values around the die: 0-3, 1-4 and 2-5 are opposite.
        Counter = "counter",
    }
}

impl Arrangement {
    /// Returns the die with null on top and the ace facing south.
    const fn reference(self) -> Die {
        const fn faces(below: u8, east: u8, west: u8) -> Die {
            Die { top: 0, below, north: 4, south: 1, east, west }
        }
        match self {
            Self::OppositesSumTo5 => faces(5, 2, 3),
            Self::Counter => faces(3, 2, 5),
        }
    }

    /// Returns the 24 orientations of the die, sorted by top and then north face.
    #[must_use]
    pub fn orientations(self) -> [Die; 24] {
        match self {
            Self::OppositesSumTo5 => const { orientations(Self::OppositesSumTo5) },
            Self::Counter => const { orientations(Self::Counter) },
        }
    }
}

/// A die in one orientation, with the values of its six faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    top: u8,
    below: u8,
    north: u8,
    south: u8,
    east: u8,
    west: u8,
}

impl Die {
    /// Returns the die with this top and north face, if that orientation exists.
    #[must_use]
    pub fn lying(arrangement: Arrangement, top: Value, north: Value) -> Option<Self> {
        let all = arrangement.orientations();
        all.into_iter().find(|die| die.top() == top && die.north() == north)
    }

    /// The value on top.
    #[must_use]
    pub const fn top(self) -> Value {
        Value::ALL[self.top as usize]
    }

    /// The value that faces north.
    #[must_use]
    pub const fn north(self) -> Value {
        Value::ALL[self.north as usize]
    }

    /// Returns the value that faces east.
    #[must_use]
    pub const fn east(self) -> Value {
        Value::ALL[self.east as usize]
    }

    /// Returns the value that faces south.
    #[must_use]
    pub const fn south(self) -> Value {
        Value::ALL[self.south as usize]
    }

    /// Returns the value that faces west.
    #[must_use]
    pub const fn west(self) -> Value {
        Value::ALL[self.west as usize]
    }

    /// Returns the die after rolling over one edge.
    #[must_use]
    pub const fn tipped(self, direction: Direction) -> Self {
        let Self { top, below, north, south, east, west } = self;
        match direction {
            Direction::North => Self { north: top, below: north, south: below, top: south, east, west },
            Direction::East => Self { east: top, below: east, west: below, top: west, north, south },
            Direction::South => Self { south: top, below: south, north: below, top: north, east, west },
            Direction::West => Self { west: top, below: west, east: below, top: east, north, south },
        }
    }

    /// Returns the die after a quarter turn on its base, from north to east.
    const fn turned(self) -> Self {
        let Self { top, below, north, south, east, west } = self;
        Self { top, below, east: north, south: east, west: south, north: west }
    }
}

/// Computes all orientations: brings each face to the top, then turns on the base; sorted by top and north.
const fn orientations(arrangement: Arrangement) -> [Die; 24] {
    let start = arrangement.reference();
    let tops = [
        start,
        start.tipped(Direction::North),
        start.tipped(Direction::East),
        start.tipped(Direction::South),
        start.tipped(Direction::West),
        start.tipped(Direction::North).tipped(Direction::North),
    ];
    let mut all = [start; 24];
    let mut i = 0;
    while i < 24 {
        let mut die = tops[i / 4];
        let mut turns = i % 4;
        while turns > 0 {
            die = die.turned();
            turns -= 1;
        }
        // An insertion sort, because `sort` is not a `const fn`.
        let mut place = i;
        while place > 0 && rank(all[place - 1]) > rank(die) {
            all[place] = all[place - 1];
            place -= 1;
        }
        all[place] = die;
        i += 1;
    }
    all
}

const fn rank(die: Die) -> u8 {
    die.top * 6 + die.north
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Arrangement; 2] = [Arrangement::OppositesSumTo5, Arrangement::Counter];

    fn lying(arrangement: Arrangement, top: u8, north: u8) -> Die {
        Die::lying(arrangement, Value::ALL[top as usize], Value::ALL[north as usize]).expect("it can lie so")
    }

    #[test]
    fn single_tips_show_known_tops() {
        for (arrangement, tops) in BOTH.into_iter().zip([[1, 3, 4, 2], [1, 5, 4, 2]]) {
            let shown = Direction::ALL.map(|d| arrangement.reference().tipped(d).top().number());
            assert_eq!(shown, tops, "{arrangement:?}: north, east, south, west");
        }
    }

    #[test]
    fn die_has_24_sorted_orientations() {
        for arrangement in BOTH {
            let ranks = arrangement.orientations().map(rank);
            assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
            for die in arrangement.orientations() {
                let mut faces = [die.top, die.below, die.north, die.south, die.east, die.west];
                faces.sort_unstable();
                assert_eq!(faces, [0, 1, 2, 3, 4, 5]);
            }
        }
    }

    #[test]
    fn tipping_around_three_times_restores_die() {
        use Direction::{East, North, South, West};
        for die in BOTH.into_iter().flat_map(Arrangement::orientations) {
            let round = |die: Die| [East, South, West, North].into_iter().fold(die, Die::tipped);
            assert_ne!(round(die), die);
            assert_eq!(round(round(round(die))), die);
        }
    }

    #[test]
    fn standard_die_less_one_shows_1_0_2() {
        // With 5 on top and 3 south, north is opposite 3.
        let die = lying(Arrangement::OppositesSumTo5, 5, 2);
        let tips = [Direction::East, Direction::East, Direction::South];
        let shown = tips.iter().scan(die, |die, tip| {
            *die = die.tipped(*tip);
            Some(die.top().number())
        });
        assert_eq!(shown.collect::<Vec<_>>(), [1, 0, 2]);
    }

    #[test]
    fn each_cell_is_reached_in_twelve_orientations() {
        use crate::grid::Cell;
        type BoardCell = Cell<4, 6>;
        for start in BOTH.into_iter().flat_map(Arrangement::orientations) {
            let mut reached = vec![(BoardCell::all().next().expect("a1"), start)];
            let mut next = 0;
            while let Some((cell, die)) = reached.get(next).copied() {
                next += 1;
                for direction in Direction::ALL {
                    let Some(cell) = cell.step(direction) else { continue };
                    let placed = (cell, die.tipped(direction));
                    if !reached.contains(&placed) {
                        reached.push(placed);
                    }
                }
            }
            assert_eq!(reached.len(), 288);
            for cell in BoardCell::all() {
                assert_eq!(reached.iter().filter(|(c, _)| *c == cell).count(), 12, "{cell}");
            }
        }
    }
}
