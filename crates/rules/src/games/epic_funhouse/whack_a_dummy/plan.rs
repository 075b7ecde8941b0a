//! The built-in player of Whack-a-Dummy: it heads for the next corner and avoids all others.
//!
//! It knows the face-up coins and the suits of the face-down ones, and so the possible values of each. While it knows
//! the coins on its path, it searches all sequences of moves. At an unknown coin it uses the mean number of moves from
//! there. It has no memory, so each plan must make permanent progress: one more corner as it should be, or one more
//! coin face up. That guarantees termination.

use std::collections::BTreeSet;

use super::{CENTER, CORNERS, CellSet, Enter, Go, Move, Table, wrapped};
use crate::games::GiveUp;
use crate::games::epic_funhouse::roll_out_the_barrels::Cell;
use crate::grid::Direction;
use crate::piecepack::{Coin, CoinFace as _, PiecepackPiece as _, Suit, ViewedCoin};

/// A move, in units of means.
const MOVE: u64 = 1000;
/// The number of moves that the player prefers to landing on a corner out of turn.
const CORNER: u64 = 50 * MOVE;
/// The maximum distance of a move.
const MAX_DISTANCE: usize = 5;
/// The number of iterations for the means. More do not change any choice.
const ITERATIONS: usize = 30;
/// Maximum number of positions to search.
const MAX_POSITIONS: usize = 2_000;

/// Returns the next moves: up to the first unknown coin or a corner.
pub(super) fn plan(table: &Table<ViewedCoin>) -> Vec<Move> {
    let ways = Expectations::of(table);
    match table.you {
        None => {
            let cell = CENTER.into_iter().min_by_key(|cell| ways.mean(*cell, 1));
            cell.into_iter().map(|cell| Move::Enter(Enter { cell })).collect()
        }
        Some(here) => match best_way(table, here, &ways) {
            Some(way) => way.into_iter().map(|direction| Move::Go(Go { direction })).collect(),
            None => vec![Move::GiveUp(GiveUp {})],
        },
    }
}

/// The expected number of moves from each cell.
struct Expectations<'a> {
    table: &'a Table<ViewedCoin>,
    /// The corners to flip: those that are not as they should be, otherwise the next in sequence.
    wanted: CellSet,
    /// For each suit, the number of possible values of a face-down coin by distance.
    unknown: [[u64; MAX_DISTANCE]; 4],
    /// The mean number of moves from each cell to a wanted corner, by the distance of the first move.
    means: [[u64; MAX_DISTANCE]; Cell::COUNT],
}

impl<'a> Expectations<'a> {
    fn of(table: &'a Table<ViewedCoin>) -> Self {
        let wrong: CellSet = CORNERS.into_iter().filter(|corner| !table.is_right(*corner)).collect();
        let next = || CORNERS.into_iter().zip(0..).filter(|(_, place)| *place == table.corners);
        let wanted = if wrong.is_empty() { next().map(|(corner, _)| corner).collect() } else { wrong };
        let mut unknown = [[0; MAX_DISTANCE]; 4];
        for coin in Coin::ALL.into_iter().filter(|coin| !table.grid.values().any(|other| other.known() == Some(*coin)))
        {
            unknown[coin.suit().index()][coin.value().count_null_as_one() as usize - 1] += 1;
        }
        let mut ways = Self { table, wanted, unknown, means: [[0; MAX_DISTANCE]; Cell::COUNT] };
        for _ in 0..ITERATIONS {
            ways.means = std::array::from_fn(|i| {
                let cell = Cell::all().nth(i);
                std::array::from_fn(|far| cell.map_or(0, |cell| ways.reckoned(cell, far as u64 + 1)))
            });
        }
        ways
    }

    /// Returns the mean number of moves from a cell to a wanted corner, with a first move of this distance.
    fn mean(&self, cell: Cell, distance: u64) -> u64 {
        self.means[cell.index()][distance as usize - 1]
    }

    fn reckoned(&self, cell: Cell, distance: u64) -> u64 {
        let ways = Direction::ALL.map(|direction| self.landing(gone(cell, direction, distance)));
        MOVE + ways.into_iter().min().unwrap_or(0)
    }

    /// Returns the mean number of moves to a wanted corner after landing on a cell.
    fn landing(&self, cell: Cell) -> u64 {
        if self.wanted.contains(cell) {
            0
        } else if CORNERS.contains(&cell) {
            CORNER
        } else {
            match self.table.grid[cell] {
                Some(ViewedCoin::Hidden(suit)) => self.over_unknown(cell, suit),
                // A face-up coin is turned down, so the next distance is one step.
                _ => self.mean(cell, 1),
            }
        }
    }

    /// Returns the mean over the possible values of a face-down coin of this suit.
    fn over_unknown(&self, cell: Cell, suit: Suit) -> u64 {
        let values = self.unknown[suit.index()];
        let all: u64 = (1..).zip(values).map(|(distance, count)| count * self.mean(cell, distance)).sum();
        all / values.iter().sum::<u64>().max(1)
    }
}

/// Returns the cell at a distance in a direction.
fn gone(from: Cell, direction: Direction, distance: u64) -> Cell {
    (0..distance).fold(from, |cell, _| wrapped(cell, direction))
}

/// A position that the player can reach without landing on an unknown coin.
struct Ahead {
    here: Cell,
    face_up: CellSet,
    /// The index of the previous position, and the direction from it.
    from: Option<(usize, Direction)>,
    moves: u64,
}

/// Returns the way with the minimum expected number of moves, if any makes progress.
fn best_way(table: &Table<ViewedCoin>, here: Cell, ways: &Expectations) -> Option<Vec<Direction>> {
    let mut positions = vec![Ahead { here, face_up: table.face_up, from: None, moves: 0 }];
    let mut seen = BTreeSet::from([(here, table.face_up)]);
    let mut best: Option<(u64, usize, Direction)> = None;
    let mut next = 0;
    while next < positions.len().min(MAX_POSITIONS) {
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
