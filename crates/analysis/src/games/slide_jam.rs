//! Slide Jam: the values on the grid as bit planes. Suits and stacks do not affect the total.

use std::sync::LazyLock;

use funhouse_rules::game::{Log, ScoreCard as _, State};
use funhouse_rules::games::epic_funhouse::slide_jam::{Move, Pop, Slide, SlideJam, StackSide};
use funhouse_rules::grid::Cell;

use crate::best_first::{self, Assessment, Puzzle, mixed};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

/// The three bits of the value on each cell, in reading order; 7 for an empty cell.
type Planes = [u32; 3];

const CELLS: u32 = (1 << 24) - 1;
/// The value of an empty cell.
const EMPTY: u8 = 7;

/// A family, the indices of its cells in sequence, and the slide after it.
type Edge = ([u8; 3], Slide);

struct Jam {
    /// For each cell, the cells that touch it.
    touching: [u32; 24],
    /// The minimum sum of values left, by the number of tiles of each value in base 5.
    sums: Vec<u8>,
}

static JAM: LazyLock<Jam> = LazyLock::new(|| Jam { touching: touching(), sums: sums() });

fn touching() -> [u32; 24] {
    let mut touching = [0; 24];
    for (a, one) in Cell::<4, 6>::all().enumerate() {
        for (b, other) in Cell::<4, 6>::all().enumerate() {
            touching[a] |= u32::from(one.touches(other)) << b;
        }
    }
    touching
}

const BASE: [usize; 6] = [1, 5, 25, 125, 625, 3125];

/// Computes the minimum sum left for each number of tiles, as if all tiles touched each other.
fn sums() -> Vec<u8> {
    let mut sums = vec![0; 15_625];
    for index in 0..sums.len() {
        let count = |value: usize| index / BASE[value] % 5;
        let now = (0..6).map(|value| value * count(value)).sum::<usize>() as u8;
        let families = (0..6).map(|value| [value, (value + 1) % 6, (value + 2) % 6]);
        let popped = families.filter(|family| family.iter().all(|value| count(*value) > 0));
        let best = popped.map(|family| sums[index - family.iter().map(|value| BASE[*value]).sum::<usize>()]).min();
        sums[index] = best.map_or(now, |best: u8| best.min(now));
    }
    sums
}

fn unpacked([low, middle, high]: Planes) -> [u8; 24] {
    std::array::from_fn(|cell| ((low >> cell & 1) | (middle >> cell & 1) << 1 | (high >> cell & 1) << 2) as u8)
}

fn packed(values: &[u8; 24]) -> Planes {
    let mut planes = [0; 3];
    for (cell, value) in values.iter().enumerate() {
        for (plane, mask) in planes.iter_mut().enumerate() {
            *mask |= u32::from(value >> plane & 1) << cell;
        }
    }
    planes
}

/// Returns the cells of each value.
fn by_value([low, middle, high]: Planes) -> [u32; 6] {
    std::array::from_fn(|value| {
        let bit = |plane: u32, at: usize| if value >> at & 1 == 1 { plane } else { !plane };
        bit(low, 0) & bit(middle, 1) & bit(high, 2) & CELLS
    })
}

/// Returns the values after all tiles have slid.
fn slid(values: &[u8; 24], slide: Slide) -> [u8; 24] {
    let (lines, length, step, stride) = match slide {
        Slide::Up | Slide::Down => (4, 6, 1, 4),
        Slide::Left | Slide::Right => (6, 4, 4, 1),
    };
    let backward = matches!(slide, Slide::Down | Slide::Right);
    let mut after = [EMPTY; 24];
    for line in 0..lines {
        let cell = |depth: usize| line * step + stride * if backward { length - 1 - depth } else { depth };
        let mut free = 0;
        for depth in 0..length {
            let value = values[cell(depth)];
            after[cell(free)] = value;
            free += usize::from(value != EMPTY);
        }
        (free..length).for_each(|depth| after[cell(depth)] = EMPTY);
    }
    after
}

/// Visits every family: its cells in sequence.
fn families(touching: &[u32; 24], holding: &[u32; 6], mut visit: impl FnMut([u8; 3])) {
    for value in 0..6 {
        // Each family is popped as well in the other direction, which leaves the same tiles.
        let (next, last) = (holding[(value + 1) % 6], holding[(value + 2) % 6]);
        for first in bits(holding[value]) {
            for second in bits(touching[usize::from(first)] & next) {
                for third in bits(touching[usize::from(second)] & last) {
                    visit([first, second, third]);
                }
            }
        }
    }
}

fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

impl Puzzle for Jam {
    type Node = Planes;
    type Edge = Edge;
    /// By the number of families that could be popped.
    const LEVELS: usize = 9;

    fn hash(&self, [low, middle, high]: &Planes) -> u64 {
        let rest = u64::from(*high) | u64::from(*low) << 24;
        mixed(mixed(rest) ^ u64::from(*middle).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn assess(&self, planes: &Planes, _: u32) -> Assessment {
        let holding = by_value(*planes);
        let mut count = 0;
        families(&self.touching, &holding, |_| count += 1);
        let index = holding.iter().zip(BASE).map(|(cells, base)| cells.count_ones() as usize * base).sum::<usize>();
        let left: u32 = holding.iter().zip(0..).map(|(cells, value)| cells.count_ones() * value).sum();
        let bound = if count == 0 { left } else { self.sums[index].into() };
        let tiles: u32 = holding.iter().map(|cells| cells.count_ones()).sum();
        let rank = 1000 * bound + 999_u32.saturating_sub(count);
        Assessment { level: tiles as usize / 3, rank, bound, ending: (count == 0).then_some(left) }
    }

    fn expand(&self, planes: &Planes, visit: &mut dyn FnMut(Edge, u32, Planes)) {
        let values = unpacked(*planes);
        families(&self.touching, &by_value(*planes), |cells| {
            let mut popped = values;
            cells.iter().for_each(|cell| popped[usize::from(*cell)] = EMPTY);
            for slide in Slide::ALL {
                visit((cells, slide), 0, packed(&slid(&popped, slide)));
            }
        });
    }
}

impl Analyzed for SlideJam {
    const NODES: Nodes = Nodes { quick: 3_500, normal: 250_000, deep: 3_500_000 };

    fn equivalent(one: &State<Self>, other: &State<Self>) -> bool {
        let values = |state: &State<Self>| state.table().grid.map(|(_, tile)| tile.value());
        values(one) == values(other)
    }

    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        let mut values = [EMPTY; 24];
        for (cell, tile) in state.table().grid.iter() {
            values[cell.index()] = tile.value().number();
        }
        let found = best_first::search(&*JAM, packed(&values), need_line, budget)?;
        let bounds = Bounds {
            at_least: found.at_least.into(),
            // No play leaves more than lies there now.
            at_most: found.at_most.map_or(state.score().total(), u64::from),
        };
        Ok(Solution { bounds, line: line(state, &found.line), method: Method::BestFirst })
    }
}

/// Returns the moves of a line. Each family goes onto the lower stack.
fn line(state: &State<SlideJam>, edges: &[Edge]) -> Vec<Move> {
    let mut after = state.clone();
    let mut line = Vec::with_capacity(edges.len());
    let named: Vec<Cell<4, 6>> = Cell::all().collect();
    for (cells, slide) in edges {
        let table = after.table();
        let stack = if table.left.len() <= table.right.len() { StackSide::Left } else { StackSide::Right };
        let mv = Move::Pop(Pop { cells: cells.map(|cell| named[usize::from(cell)]), stack, slide: *slide });
        if after.play(&mv, &mut Log::discard()).is_err() {
            break;
        }
        line.push(mv);
    }
    line
}
