//! Roll Out the Barrels: 24 cells with 24 orientations of the die, and retries that cost nothing.

use funhouse_rules::game::State;
use funhouse_rules::games::GiveUp;
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::{
    Cell, Grid, Move, PlaceDie, RollOutTheBarrels, Table, Tip,
};
use funhouse_rules::grid::Direction;
use funhouse_rules::piecepack::{Arrangement, Die, Value};

use crate::best_first::{self, Assessment, Puzzle, mixed};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

const START: Cell = Cell::named("a1");
const EXIT: Cell = Cell::named("d6");

/// The barrels, with the cost of giving up on each cell.
struct Barrels {
    grid: Grid,
    arrangement: Arrangement,
    sums: [u32; 24],
}

/// The die on a cell; none before it is placed.
type Placed = Option<(Cell, Die)>;

#[derive(Clone, Copy)]
enum Edge {
    Place(Die),
    Tip(Direction),
}

impl Barrels {
    fn of(table: &Table, arrangement: Arrangement) -> Self {
        let mut sums = [0; 24];
        for cell in Cell::all().rev() {
            let onward = [Direction::East, Direction::South].into_iter().filter_map(|direction| cell.step(direction));
            let sum =
                |next: Cell| value(&table.grid, next).map_or(0, |value| value.number().into()) + sums[next.index()];
            sums[cell.index()] = onward.map(sum).min().unwrap_or(0);
        }
        Self { grid: table.grid, arrangement, sums }
    }
}

fn value(grid: &Grid, cell: Cell) -> Option<Value> {
    grid[cell].map(|coin| coin.value())
}

impl Puzzle for Barrels {
    type Node = Placed;
    type Edge = Edge;
    const LEVELS: usize = 1;

    fn hash(&self, node: &Placed) -> u64 {
        let key = node.map_or(0, |(cell, die)| {
            let faces = 6 * die.top().index() + die.north().index();
            1 + 36 * cell.index() + faces
        });
        mixed(key as u64)
    }

    fn assess(&self, node: &Placed, depth: u32) -> Assessment {
        let ending = node.map(|(cell, _)| self.sums[cell.index()]);
        // At the exit the line ends, so it is never expanded: its cost is 0, which no other is below.
        Assessment { level: 0, rank: depth, bound: 0, ending }
    }

    fn expand(&self, node: &Placed, visit: &mut dyn FnMut(Edge, u32, Placed)) {
        if let Some((cell, die)) = *node {
            for direction in Direction::ALL {
                let Some(next) = cell.step(direction) else { continue };
                let Some(coin) = value(&self.grid, next) else { continue };
                if die.top() == Value::NULL || coin == Value::NULL || coin == die.top() {
                    visit(Edge::Tip(direction), 0, Some((next, die.tipped(direction))));
                }
            }
        }
        for die in self.arrangement.orientations() {
            visit(Edge::Place(die), 0, Some((START, die)));
        }
    }
}

impl Analyzed for RollOutTheBarrels {
    // All 576 positions have at most 28 moves each.
    const NODES: Nodes = Nodes { quick: 20_000, normal: 20_000, deep: 20_000 };

    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        let (table, arrangement) = (state.table(), state.options().die);
        let barrels = Barrels::of(table, arrangement);
        let placed = table.die.and_then(|at| Some((at.cell, Die::lying(arrangement, at.top, at.north)?)));
        let found = best_first::search(&barrels, placed, need_line, budget)?;
        // Giving up on a1 is always possible.
        let at_most = found.at_most.unwrap_or(barrels.sums[START.index()]);
        let mut cell = placed.map_or(START, |(cell, _)| cell);
        let mut line = Vec::with_capacity(found.line.len() + 1);
        for edge in found.line {
            let (mv, next) = match edge {
                Edge::Place(die) => (Move::PlaceDie(PlaceDie { top: die.top(), north: die.north() }), Some(START)),
                Edge::Tip(direction) => (Move::Tip(Tip { direction }), cell.step(direction)),
            };
            line.push(mv);
            cell = next.unwrap_or(cell);
        }
        if cell != EXIT && found.at_most.is_some() {
            line.push(Move::GiveUp(GiveUp {}));
        }
        let bounds = Bounds { at_least: found.at_least.into(), at_most: at_most.into() };
        Ok(Solution { bounds, line, method: Method::BestFirst })
    }
}
