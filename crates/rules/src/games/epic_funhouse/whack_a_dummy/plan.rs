//! The built-in player of Whack-a-Dummy: makes for the next corner, and never lands on another.
//!
//! It knows what lies face up, and of each coin that lies face down the suit, and so which values it may have. As far as it
//! knows all coins that it lands on, it looks ahead through everything that can happen; where it lands on one that it does not
//! know, it takes the mean of the ways that lead on from there. It remembers nothing, so each of its plans must bring it
//! further for good: a corner more is as it should be, or a coin more lies face up. So it comes to an end.

use std::collections::BTreeSet;

use super::{CENTRE, CORNERS, CellSet, Enter, Go, Move, Table, wrapped};
use crate::games::GiveUp;
use crate::games::epic_funhouse::roll_out_the_barrels::Cell;
use crate::grid::Direction;
use crate::piecepack::{Coin, CoinFace as _, PiecepackPiece as _, Suit, ViewedCoin};

/// A move, in the unit in which means are counted.
const MOVE: u64 = 1000;
/// What the player would rather do than land on a corner out of turn.
const CORNER: u64 = 50 * MOVE;
/// The greatest distance that a coin can send one.
const FARTHEST: usize = 5;
/// How many times the means are reckoned from one another. By then they change no choice.
const ROUNDS: usize = 30;
/// How many positions the player looks at.
const PATIENCE: usize = 2_000;

/// The moves that the player makes next: up to the first coin that it does not know, or to a corner.
pub(super) fn plan(table: &Table<ViewedCoin>) -> Vec<Move> {
    let ways = Ways::of(table);
    match table.you {
        None => {
            let cell = CENTRE.into_iter().min_by_key(|cell| ways.mean(*cell, 1));
            cell.into_iter().map(|cell| Move::Enter(Enter { cell })).collect()
        }
        Some(here) => match best_way(table, here, &ways) {
            Some(way) => way.into_iter().map(|direction| Move::Go(Go { direction })).collect(),
            None => vec![Move::GiveUp(GiveUp {})],
        },
    }
}

/// What is to be expected from each cell on.
struct Ways<'a> {
    table: &'a Table<ViewedCoin>,
    /// The corners to be flipped: those that are not as they should be, or else the next in sequence.
    wanted: CellSet,
    /// How many of the values that a coin of each suit may have, if it lies face down, send one so far.
    unknown: [[u64; FARTHEST]; 4],
    /// How many moves it takes from each cell to a wanted corner, if the first of them goes so far.
    means: [[u64; FARTHEST]; Cell::COUNT],
}

impl<'a> Ways<'a> {
    fn of(table: &'a Table<ViewedCoin>) -> Self {
        let wrong: CellSet = CORNERS.into_iter().filter(|corner| !table.is_right(*corner)).collect();
        let next = || CORNERS.into_iter().zip(0..).filter(|(_, place)| *place == table.corners);
        let wanted = if wrong.is_empty() { next().map(|(corner, _)| corner).collect() } else { wrong };
        let mut unknown = [[0; FARTHEST]; 4];
        for coin in Coin::ALL.into_iter().filter(|coin| !table.grid.values().any(|other| other.known() == Some(*coin)))
        {
            unknown[coin.suit().index()][coin.value().count_null_as_one() as usize - 1] += 1;
        }
        let mut ways = Self { table, wanted, unknown, means: [[0; FARTHEST]; Cell::COUNT] };
        for _ in 0..ROUNDS {
            ways.means = std::array::from_fn(|i| {
                let cell = Cell::all().nth(i);
                std::array::from_fn(|far| cell.map_or(0, |cell| ways.reckoned(cell, far as u64 + 1)))
            });
        }
        ways
    }

    /// How many moves it takes from a cell to a wanted corner, if the first of them goes so far.
    fn mean(&self, cell: Cell, distance: u64) -> u64 {
        self.means[cell.index()][distance as usize - 1]
    }

    fn reckoned(&self, cell: Cell, distance: u64) -> u64 {
        let ways = Direction::ALL.map(|direction| self.landing(gone(cell, direction, distance)));
        MOVE + ways.into_iter().min().unwrap_or(0)
    }

    /// How many moves it takes to a wanted corner once the player has landed on a cell.
    fn landing(&self, cell: Cell) -> u64 {
        if self.wanted.contains(cell) {
            0
        } else if CORNERS.contains(&cell) {
            CORNER
        } else {
            match self.table.grid[cell] {
                Some(ViewedCoin::Hidden(suit)) => self.over_unknown(cell, suit),
                // What lies face up is turned down, and sends one on by one step.
                _ => self.mean(cell, 1),
            }
        }
    }

    /// The mean over the values that a coin of this suit may have that lies face down.
    fn over_unknown(&self, cell: Cell, suit: Suit) -> u64 {
        let values = self.unknown[suit.index()];
        let all: u64 = (1..).zip(values).map(|(distance, count)| count * self.mean(cell, distance)).sum();
        all / values.iter().sum::<u64>().max(1)
    }
}

/// The cell to which so many steps lead.
fn gone(from: Cell, direction: Direction, distance: u64) -> Cell {
    (0..distance).fold(from, |cell, _| wrapped(cell, direction))
}

/// A position that the player can bring about without landing on a coin that it does not know.
struct Ahead {
    here: Cell,
    face_up: CellSet,
    /// From which of the positions before, and in which direction.
    from: Option<(usize, Direction)>,
    moves: u64,
}

/// The way that is expected to be the shortest, if there is any that brings the player further.
fn best_way(table: &Table<ViewedCoin>, here: Cell, ways: &Ways) -> Option<Vec<Direction>> {
    let mut positions = vec![Ahead { here, face_up: table.face_up, from: None, moves: 0 }];
    let mut seen = BTreeSet::from([(here, table.face_up)]);
    let mut best: Option<(u64, usize, Direction)> = None;
    let mut next = 0;
    while next < positions.len().min(PATIENCE) {
        let Ahead { here, face_up, moves, .. } = positions[next];
        let moves = moves + MOVE;
        if best.is_some_and(|(mean, ..)| mean <= moves) {
            break;
        }
        let underfoot = table.grid[here].and_then(ViewedCoin::known).filter(|_| face_up.contains(here));
        let distance = underfoot.map_or(1, |coin| coin.value().count_null_as_one());
        for direction in Direction::ALL {
            let to = gone(here, direction, distance);
            let mut after = face_up;
            after.flip(to);
            let wanted = ways.wanted.contains(to);
            let hidden = matches!(table.grid[to], Some(ViewedCoin::Hidden(_)));
            let further = wanted || hidden && after.len() > table.face_up.len();
            if CORNERS.contains(&to) && !wanted {
                continue;
            }
            let mean = moves + ways.landing(to);
            if further && best.is_none_or(|(least, ..)| mean < least) {
                best = Some((mean, next, direction));
            }
            if !wanted && !hidden && seen.insert((to, after)) {
                positions.push(Ahead { here: to, face_up: after, from: Some((next, direction)), moves });
            }
        }
        next += 1;
    }
    let (_, mut at, last) = best?;
    let mut way = vec![last];
    while let Some((before, direction)) = positions[at].from {
        way.push(direction);
        at = before;
    }
    way.reverse();
    Some(way)
}
