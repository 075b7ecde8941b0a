//! Magic Mirror: what lies ahead depends only on how many tiles each of the eight columns has left.

use funhouse_rules::game::{ScoreCard as _, State};
use funhouse_rules::games::epic_funhouse::magic_mirror::{LayOut, MagicMirror, Match, Move, PairKind, Table};
use funhouse_rules::games::epic_funhouse::slide_jam::StackSide;
use funhouse_rules::piecepack::Tile;

use crate::best_first::{self, Assessment, Puzzle, mixed};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

/// The points for each pair of strangers.
const STRANGER_PAIR: u32 = 3;

/// How many tiles each column has left: the upper side from the left, then the lower side.
type Heights = [u8; 8];

/// The tiles of each column, from the one that is taken last.
struct Columns([Vec<Tile>; 8]);

impl Columns {
    /// Returns the columns of two grids, whose tiles are listed in reading order.
    fn of(tiles: impl Iterator<Item = (usize, Tile)>) -> Self {
        let mut columns: [Vec<Tile>; 8] = Default::default();
        for (index, tile) in tiles {
            let column = &mut columns[index % 4 + if index < 12 { 0 } else { 4 }];
            // The mirror is below the upper grid and above the lower one.
            if index < 12 { column.push(tile) } else { column.insert(0, tile) }
        }
        Self(columns)
    }

    fn heights(&self) -> Heights {
        self.0.each_ref().map(|column| column.len() as u8)
    }

    fn front(&self, heights: &Heights, column: usize) -> Option<Tile> {
        self.0[column].get(usize::from(heights[column]).checked_sub(1)?).copied()
    }

    fn left<'a>(&'a self, heights: &'a Heights, columns: std::ops::Range<usize>) -> impl Iterator<Item = Tile> + 'a {
        columns.flat_map(|column| self.0[column].iter().take(heights[column].into())).copied()
    }
}

impl Puzzle for Columns {
    type Node = Heights;
    type Edge = [Tile; 2];
    /// By the number of pairs left.
    const LEVELS: usize = 13;

    fn hash(&self, node: &Heights) -> u64 {
        mixed(u64::from_le_bytes(*node))
    }

    fn assess(&self, node: &Heights, _: u32) -> Assessment {
        let pairs = node.iter().map(|height| u32::from(*height)).sum::<u32>() / 2;
        let mut matches = 0;
        self.expand(node, &mut |_, _, _| matches += 1);
        let bound = self.bound(node, pairs);
        let ending = (matches == 0).then_some(STRANGER_PAIR * pairs);
        Assessment { level: pairs as usize, rank: 64 * bound + (63 - matches), bound, ending }
    }

    fn expand(&self, node: &Heights, visit: &mut dyn FnMut([Tile; 2], u32, Heights)) {
        for upper in 0..4 {
            for lower in 4..8 {
                let (Some(a), Some(b)) = (self.front(node, upper), self.front(node, lower)) else { continue };
                if a.value().number() + b.value().number() == 5 {
                    let mut after = *node;
                    after[upper] -= 1;
                    after[lower] -= 1;
                    visit([a, b], PairKind::of([a, b]).points() as u32, after);
                }
            }
        }
    }
}

impl Columns {
    /// Returns a cost that no line goes below: each tile of the upper side costs as little as with its best partner,
    /// whichever is left, and those that have no partner of their own are strangers.
    fn bound(&self, node: &Heights, pairs: u32) -> u32 {
        let (mut above, mut below) = ([0_u8; 6], [0_u8; 6]);
        let mut present = 0_u32;
        for tile in self.left(node, 4..8) {
            below[tile.value().index()] += 1;
            present |= 1 << (6 * tile.suit().index() + tile.value().index());
        }
        let mut least = [[0_u8; 3]; 6];
        for tile in self.left(node, 0..4) {
            above[tile.value().index()] += 1;
            let with = |suit: usize| present >> (6 * suit + 5 - tile.value().index()) & 1 == 1;
            let suit = tile.suit();
            let cost = if with(suit.index()) {
                0
            } else if with(suit.cousin().index()) {
                1
            } else {
                2
            };
            least[tile.value().index()][cost] += 1;
        }
        let (mut matched, mut cost) = (0, 0);
        for value in 0..6 {
            let mut count = above[value].min(below[5 - value]);
            matched += u32::from(count);
            for (points, tiles) in least[value].into_iter().enumerate() {
                let taken = count.min(tiles);
                count -= taken;
                cost += u32::from(taken) * points as u32;
            }
        }
        cost + STRANGER_PAIR * (pairs - matched)
    }
}

impl Analyzed for MagicMirror {
    // There are at most 65,536 positions, each with at most 16 matches.
    const NODES: Nodes = Nodes { quick: 6_000, normal: 400_000, deep: 4_000_000 };

    /// The order of a pair and of pairs does not matter.
    fn equivalent(one: &State<Self>, other: &State<Self>) -> bool {
        match (one.table(), other.table()) {
            (Table::Matching(one), Table::Matching(other)) => one.grid == other.grid,
            (one, other) => one == other,
        }
    }

    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        match state.table() {
            // Which tiles are near the mirror depends on which stack is the upper one.
            Table::LayingOut(table) => {
                let half = budget.left() / 2;
                let one = budget
                    .part(half, |budget| laid_out(StackSide::Left, &table.left, &table.right, need_line, budget))?;
                let other = laid_out(StackSide::Right, &table.right, &table.left, need_line, budget)?;
                let at_least = one.bounds.at_least.min(other.bounds.at_least);
                let better = if other.bounds.at_most < one.bounds.at_most { other } else { one };
                Ok(Solution { bounds: Bounds { at_least, ..better.bounds }, ..better })
            }
            Table::Matching(table) => {
                let columns = Columns::of(table.grid.iter().map(|(cell, tile)| (cell.index(), tile)));
                let scored = state.score().total() - strangers(table.grid.count());
                matched(&columns, scored, need_line, budget)
            }
        }
    }
}

fn strangers(tiles: usize) -> u64 {
    u64::from(STRANGER_PAIR) * tiles as u64 / 2
}

/// Solves a room whose stacks are laid out in one way.
fn laid_out(
    upper: StackSide,
    above: &[Tile],
    below: &[Tile],
    need_line: bool,
    budget: &mut Budget<'_>,
) -> Result<Solution<MagicMirror>, Canceled> {
    let tiles = above.iter().rev().chain(below.iter().rev()).copied();
    let mut solution = matched(&Columns::of(tiles.enumerate()), 0, need_line, budget)?;
    if need_line || !solution.line.is_empty() {
        solution.line.insert(0, Move::LayOut(LayOut { upper }));
    }
    Ok(solution)
}

/// Solves the matches that are left, after a score.
fn matched(
    columns: &Columns,
    scored: u64,
    need_line: bool,
    budget: &mut Budget<'_>,
) -> Result<Solution<MagicMirror>, Canceled> {
    let root = columns.heights();
    let left = root.iter().map(|height| usize::from(*height)).sum();
    let found = best_first::search(columns, root, need_line, budget)?;
    let bounds = Bounds {
        at_least: scored + u64::from(found.at_least),
        // No play scores more than strangers only.
        at_most: scored + found.at_most.map_or(strangers(left), u64::from),
    };
    let line = found.line.into_iter().map(|tiles| Move::Match(Match { tiles })).collect();
    Ok(Solution { bounds, line, method: Method::BestFirst })
}
