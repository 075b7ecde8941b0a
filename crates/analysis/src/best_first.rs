//! Cyclic best-first search: the search of all puzzles whose positions fit in memory.
//!
//! The open nodes wait in one queue for each level, such as the number of pieces left. The search goes round the levels
//! and expands the best node of each. So it soon has a complete line, improves it from then on, and ends with a proof
//! when no open node can lead to a smaller cost. It visits no position twice, except by a cheaper way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;

use crate::budget::{Budget, Canceled};

/// A graph of positions: a line of edges, each of which has a cost, leads to an ending, which has one too. The smallest sum is wanted.
pub trait Puzzle {
    /// A position.
    type Node: Copy + Eq;
    /// What leads from a position to the next: a move, or several.
    type Edge: Copy;
    /// The number of levels.
    const LEVELS: usize;

    /// Returns a well-mixed hash of a position.
    fn hash(&self, node: &Self::Node) -> u64;

    /// Assesses a position that `depth` edges lead to.
    fn assess(&self, node: &Self::Node, depth: u32) -> Assessment;

    /// Calls `visit` with each next position, the edge that leads there, and its cost.
    fn expand(&self, node: &Self::Node, visit: &mut dyn FnMut(Self::Edge, u32, Self::Node));
}

/// What the search has to know of a position.
#[derive(Clone, Copy, Debug)]
pub struct Assessment {
    /// The level, below [`Puzzle::LEVELS`].
    pub level: usize,
    /// The order of expansion within the level, the smallest first.
    pub rank: u32,
    /// A cost that no line from here can go below.
    pub bound: u32,
    /// The cost of ending here; none if the puzzle cannot end here.
    pub ending: Option<u32>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<S> {
    /// A cost that no line goes below.
    pub at_least: u32,
    /// The cost of the cheapest line found; none if the budget ended before the first.
    pub at_most: Option<u32>,
    /// That line.
    pub line: Vec<S>,
}

struct Entry<P: Puzzle> {
    node: P::Node,
    edge: Option<P::Edge>,
    parent: u32,
    cost: u32,
    depth: u32,
}

/// Nodes of the last expansion may go beyond the budget.
const SLACK: u64 = 1024;

struct Search<'a, P: Puzzle> {
    puzzle: &'a P,
    entries: Vec<Entry<P>>,
    /// The index of each entry, found by its position.
    indices: HashTable<u32>,
    /// The open entries of each level: rank, index, and cost. If the entry has another cost now, it is open elsewhere.
    open: Vec<BinaryHeap<Reverse<(u32, u32, u32)>>>,
    best: Option<(u32, u32)>,
}

/// Searches for the cheapest line from a position. With `need_line`, goes on beyond the budget until it has found one.
///
/// # Errors
/// If the caller no longer wants the answer.
pub fn search<P: Puzzle>(
    puzzle: &P,
    root: P::Node,
    need_line: bool,
    budget: &mut Budget<'_>,
) -> Result<Found<P::Edge>, Canceled> {
    // The system provides memory only when it is first used, so a search that ends early takes less.
    let room = usize::try_from(budget.left() + SLACK).unwrap_or(usize::MAX);
    let mut search = Search {
        puzzle,
        entries: Vec::with_capacity(room),
        indices: HashTable::new(),
        open: (0..P::LEVELS).map(|_| BinaryHeap::new()).collect(),
        best: None,
    };
    let bound = search.reach(Entry { node: root, edge: None, parent: 0, cost: 0, depth: 0 });
    let ends = |search: &Search<'_, P>, budget: &Budget<'_>| {
        search.best.map(|best| best.0) == Some(bound) || budget.left() == 0 && (search.best.is_some() || !need_line)
    };
    'rounds: loop {
        let mut expanded = false;
        for level in 0..P::LEVELS {
            if ends(&search, budget) {
                break 'rounds;
            }
            if let Some(index) = search.next(level) {
                let nodes = search.expand(index);
                budget.spend(nodes)?;
                expanded = true;
            }
        }
        if !expanded {
            break;
        }
    }
    Ok(search.found())
}

impl<P: Puzzle> Search<'_, P> {
    /// Adds an entry if its position is new or was more expensive before. Returns the bound of a line through it.
    fn reach(&mut self, entry: Entry<P>) -> u32 {
        let (puzzle, entries) = (self.puzzle, &self.entries);
        let node = |index: &u32| &entries[*index as usize].node;
        let is_same = |index: &u32| *node(index) == entry.node;
        let index = match self.indices.entry(puzzle.hash(&entry.node), is_same, |index| puzzle.hash(node(index))) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => *slot.insert(entries.len() as u32).get(),
        } as usize;
        let Assessment { level, rank, bound, ending } = match self.entries.get(index) {
            Some(known) if known.cost <= entry.cost => return u32::MAX,
            _ => self.puzzle.assess(&entry.node, entry.depth),
        };
        let cost = entry.cost;
        match self.entries.get_mut(index) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        if let Some(total) = ending.map(|ending| cost + ending)
            && self.best.is_none_or(|(best, _)| total < best)
        {
            self.best = Some((total, index as u32));
        }
        if self.may_improve(cost + bound) {
            self.open[level].push(Reverse((rank, index as u32, cost)));
        }
        cost + bound
    }

    fn may_improve(&self, bound: u32) -> bool {
        self.best.is_none_or(|(best, _)| bound < best)
    }

    /// Removes and returns the best open entry of a level that can still lead to a cheaper line.
    fn next(&mut self, level: usize) -> Option<usize> {
        while let Some(Reverse((_, index, cost))) = self.open[level].pop() {
            let entry = &self.entries[index as usize];
            if entry.cost == cost && self.may_improve(self.bound(entry)) {
                return Some(index as usize);
            }
        }
        None
    }

    fn bound(&self, entry: &Entry<P>) -> u32 {
        entry.cost + self.puzzle.assess(&entry.node, entry.depth).bound
    }

    /// Expands an entry and returns the number of next positions.
    fn expand(&mut self, index: usize) -> u64 {
        let Entry { node, cost, depth, .. } = self.entries[index];
        let puzzle = self.puzzle;
        let mut count = 0;
        puzzle.expand(&node, &mut |edge, price, node| {
            count += 1;
            let parent = index as u32;
            self.reach(Entry { node, edge: Some(edge), parent, cost: cost + price, depth: depth + 1 });
        });
        count
    }

    fn found(&self) -> Found<P::Edge> {
        let open = self.open.iter().flatten().map(|Reverse((_, index, _))| self.bound(&self.entries[*index as usize]));
        let at_most = self.best.map(|(best, _)| best);
        let at_least = open.chain(at_most).min().unwrap_or_default();
        let mut line = Vec::new();
        let mut at = self.best.map(|(_, index)| index);
        while let Some(Entry { edge: Some(edge), parent, .. }) = at.and_then(|index| self.entries.get(index as usize)) {
            line.push(*edge);
            at = Some(*parent);
        }
        line.reverse();
        Found { at_least, at_most, line }
    }
}

/// Mixes the bits of a number: the final steps of SplitMix64.
#[must_use]
pub const fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
