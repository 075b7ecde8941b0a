//! The built-in player of the match: it solves its board from the top, as people do.
//!
//! The tiles are brought to their cells in stages: those of a row one by one, the last two of it together, and so on with the
//! next row. What earlier stages have placed stays where it is. For each stage, a table has the number of slides from
//! every placement of its tiles and the hole, so that a decision is a few lookups. Each slide makes that number smaller, so the
//! player needs no memory: it decides from the board alone, whatever was slid before.
//!
//! It needs about 190 slides for a board. Weaker levels slide anything now and then.

use std::sync::LazyLock;

use super::moves::{Done, Move, Slide};
use super::shown::Shown;
use super::table::SeenTable;
use crate::chance::Draws;
use crate::game::{Level, Seat};
use crate::games::easy_slider::board::{self, Cell};
use crate::piecepack::Tile;

/// The goals that are reached together, in order. Row 4 comes last and as a whole, because a tile in a corner below a finished one is stuck.
const STAGES: [&[&str]; 13] = [
    &["a1"],
    &["b1"],
    &["c1"],
    &["d1", "e1"],
    &["a2"],
    &["b2"],
    &["c2"],
    &["d2", "e2"],
    &["a3"],
    &["b3"],
    &["c3"],
    &["d3", "e3"],
    &["a4", "b4", "c4", "d4", "e4"],
];

/// One slide in this many is any slide, by level.
const ERRORS: [u64; 3] = [6, 16, 60];

/// The milliseconds for a slide in a race, by level: a beginner who looks for the tile, someone who knows the method, and a practiced
/// player. Experts of the 15-puzzle make more than five slides a second, most people one or two.
const PACES: [u32; 3] = [1_600, 800, 400];

/// The distance of placements that are not yet known, or impossible.
const UNKNOWN: u8 = u8::MAX;

/// A stage, with the number of slides from every placement.
struct Stage {
    goals: Vec<Cell>,
    /// The cells that earlier stages leave free.
    free: Vec<Cell>,
    /// The distances by [`Stage::index`].
    distances: Vec<u8>,
}

/// The hole and the tiles of a stage: their positions in the free cells.
type Placement = [usize; 6];

impl Stage {
    fn of(goals: Vec<Cell>, free: Vec<Cell>) -> Self {
        let size = free.len().pow(goals.len() as u32 + 1);
        let mut stage = Self { goals, free, distances: vec![UNKNOWN; size] };
        stage.measure();
        stage
    }

    fn place_of(&self, cell: Cell) -> Option<usize> {
        self.free.iter().position(|free| *free == cell)
    }

    fn index(&self, placement: Placement) -> usize {
        placement[..=self.goals.len()].iter().fold(0, |index, at| index * self.free.len() + at)
    }

    fn distance(&self, placement: Placement) -> u8 {
        self.distances.get(self.index(placement)).copied().unwrap_or(UNKNOWN)
    }

    /// Returns the placements after a slide, with the cell of the tile that slides.
    fn after(&self, placement: Placement) -> impl Iterator<Item = (Cell, Placement)> {
        let beside = self.free.get(placement[0]).into_iter().flat_map(|hole| hole.neighbors());
        beside.filter_map(move |cell| {
            let from = self.place_of(cell)?;
            let mut next = placement.map(|at| if at == from { placement[0] } else { at });
            next[0] = from;
            Some((cell, next))
        })
    }

    /// Measures all distances, backwards from the goal.
    fn measure(&mut self) {
        let mut goal = [usize::MAX; 6];
        for (at, cell) in goal[1..].iter_mut().zip(&self.goals) {
            *at = self.place_of(*cell).unwrap_or(usize::MAX);
        }
        let holes = (0..self.free.len()).filter(|hole| !goal[1..].contains(hole));
        let mut last: Vec<Placement> = holes.map(|hole| [hole, goal[1], goal[2], goal[3], goal[4], goal[5]]).collect();
        for distance in 0..UNKNOWN {
            last.retain(|placement| self.is_new(*placement, distance));
            last = last.iter().flat_map(|placement| self.after(*placement)).map(|(_, next)| next).collect();
        }
    }

    /// Sets the distance of a placement, unless it is known.
    fn is_new(&mut self, placement: Placement, distance: u8) -> bool {
        let index = self.index(placement);
        let unknown = self.distances.get_mut(index).filter(|known| **known == UNKNOWN);
        unknown.map(|known| *known = distance).is_some()
    }
}

fn stages() -> &'static [Stage] {
    static ALL: LazyLock<Vec<Stage>> = LazyLock::new(|| {
        let mut free: Vec<Cell> = Cell::all().collect();
        let stage = |goals: &&[&str]| {
            let goals: Vec<Cell> = goals.iter().filter_map(|name| name.parse().ok()).collect();
            let stage = Stage::of(goals.clone(), free.clone());
            free.retain(|cell| !goals.contains(cell));
            stage
        };
        STAGES.iter().map(stage).collect()
    });
    &ALL
}

/// Returns the shortest slides of the first stage whose goal is not reached; none if the board is solved.
fn best_slides(table: &SeenTable, seat: Seat) -> Vec<Cell> {
    let (goal, Some(grid)) = (table.goal(), table.grids.get(seat.index())) else { return Vec::new() };
    let cell_of = |tile: Option<Tile>| Cell::all().find(|cell| grid[*cell].and_then(Shown::known) == tile);
    for stage in stages() {
        let mut placement = [usize::MAX; 6];
        placement[0] = stage.place_of(board::hole(grid)).unwrap_or(usize::MAX);
        for (at, cell) in placement[1..].iter_mut().zip(&stage.goals) {
            *at = cell_of(goal.tile(*cell)).and_then(|cell| stage.place_of(cell)).unwrap_or(usize::MAX);
        }
        let distance = stage.distance(placement);
        if distance > 0 {
            let shorter = stage.after(placement).filter(|(_, next)| stage.distance(*next) < distance);
            return shorter.map(|(cell, _)| cell).collect();
        }
    }
    Vec::new()
}

/// Decides the next move of a seat.
pub(super) fn decide(table: &SeenTable, seat: Seat, level: Level, draws: &mut Draws) -> Move {
    let best = best_slides(table, seat);
    let Some(grid) = table.grids.get(seat.index()).filter(|_| !best.is_empty()) else {
        return Done { seat }.into();
    };
    let errors = ERRORS.get(usize::from(level.number()) - 1).copied().unwrap_or(u64::MAX);
    let any: Vec<Cell> = board::hole(grid).neighbors().collect();
    let cells = if draws.below(errors) == 0 { any } else { best };
    Slide { seat, cell: draws.pick(&cells) }.into()
}

/// Returns the milliseconds for a slide of a level in a race.
pub(super) fn pace(level: Level) -> u32 {
    PACES.get(usize::from(level.number()) - 1).copied().unwrap_or(PACES[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_can_be_reached_from_every_placement() {
        for stage in stages() {
            let (count, used) = (stage.free.len(), stage.goals.len() + 1);
            let far = (0..stage.distances.len()).filter_map(|index| {
                let placement = [5, 4, 3, 2, 1, 0].map(|i| index / count.pow(i) % count);
                let placement = &placement[6 - used..];
                let are_different = (1..used).all(|i| !placement[..i].contains(&placement[i]));
                are_different.then_some(stage.distances[index])
            });
            let far = far.max();
            assert!(far < Some(100), "{:?}: {far:?}", stage.goals);
        }
    }
}
