//! The tree of a search: what its simulations found out about each move in each position.

use super::results::Results;
use crate::chance::Draws;
use crate::game::{Game, Search, SearchMethod};

/// The index of a node.
pub(super) type NodeIndex = usize;

/// The root.
pub(super) const ROOT: NodeIndex = 0;

/// What the simulations found out.
pub(super) struct Tree<G: Game> {
    /// How to search.
    pub(super) search: Search,
    nodes: Vec<Node<G>>,
    /// The first move of the built-in player at the root.
    built_in: G::Move,
}

/// A position, as far as the seat that searches sees it.
struct Node<G: Game> {
    edges: Vec<Edge<G>>,
    visits: u64,
}

/// A move in a position.
pub(super) struct Edge<G: Game> {
    mv: G::Move,
    /// The values for the seat that makes it, of the simulations that made it.
    results: Results,
    /// The number of simulations in which it was legal.
    available: u64,
    /// The positions after it, each with the signature of its view.
    after: Vec<(u64, NodeIndex)>,
}

impl<G: Game> Tree<G> {
    /// Creates a tree that has only a root.
    pub(super) fn new(search: Search, built_in: G::Move) -> Self {
        Self { search, nodes: vec![Node { edges: Vec::new(), visits: 0 }], built_in }
    }

    /// Returns whether a position has no moves yet.
    pub(super) fn is_leaf(&self, node: NodeIndex) -> bool {
        self.nodes[node].edges.is_empty()
    }

    /// Adds the moves of a position that it does not have yet, and counts all of them as available. Returns their indices.
    pub(super) fn offer(&mut self, node: NodeIndex, moves: Vec<G::Move>) -> Vec<usize> {
        let edges = &mut self.nodes[node].edges;
        let is_new = edges.is_empty();
        let mut offered = Vec::with_capacity(moves.len());
        for mv in moves {
            let known = if is_new { None } else { edges.iter().position(|edge| edge.mv == mv) };
            offered.push(known.unwrap_or(edges.len()));
            if known.is_none() {
                edges.push(Edge { mv, results: Results::default(), available: 0, after: Vec::new() });
            }
        }
        offered.iter().for_each(|index| edges[*index].available += 1);
        offered
    }

    /// Counts all moves of a position as available. Returns their indices.
    pub(super) fn offer_all(&mut self, node: NodeIndex) -> Vec<usize> {
        let edges = &mut self.nodes[node].edges;
        edges.iter_mut().for_each(|edge| edge.available += 1);
        (0..edges.len()).collect()
    }

    /// Selects a move among the offered ones: the one with the highest upper bound of its mean value. At the root, the move of the built-in player is
    /// tried first. Ties are broken at random.
    pub(super) fn select(&self, node: NodeIndex, offered: &[usize], draws: &mut Draws) -> Option<usize> {
        let Node { edges, visits } = &self.nodes[node];
        if node == ROOT && *visits == 0 {
            return offered
                .iter()
                .copied()
                .find(|index| edges[*index].mv == self.built_in)
                .or(offered.first().copied());
        }
        let total: i64 = edges.iter().map(|edge| edge.results.total).sum();
        let mean = total / (*visits).max(1) as i64;
        let mut best: Option<(i64, u64, usize)> = None;
        for index in offered {
            let bound = (edges[*index].upper_bound(mean, self.search.exploration), draws.word(), *index);
            best = best.max(Some(bound));
        }
        best.map(|(_, _, index)| index)
    }

    /// Returns a move.
    pub(super) fn move_at(&self, node: NodeIndex, edge: usize) -> &G::Move {
        &self.nodes[node].edges[edge].mv
    }

    /// Returns the position after a move, and whether this simulation is the first to reach it.
    pub(super) fn after(&mut self, node: NodeIndex, edge: usize, signature: u64) -> (NodeIndex, bool) {
        let next = self.nodes.len();
        let after = &mut self.nodes[node].edges[edge].after;
        if let Some((_, known)) = after.iter().find(|(of, _)| *of == signature) {
            return (*known, false);
        }
        after.push((signature, next));
        self.nodes.push(Node { edges: Vec::new(), visits: 0 });
        (next, true)
    }

    /// Adds the value of a simulation to a move that it made.
    pub(super) fn add(&mut self, node: NodeIndex, edge: usize, value: i64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.edges[edge].results.add(value);
    }

    /// Returns whether the root has no choice.
    pub(super) fn has_one_move(&self) -> bool {
        self.nodes[ROOT].edges.len() == 1
    }

    /// Returns the move at the root that most simulations made. Of those with equally many, the move of the built-in
    /// player is preferred, then the first. None if the method needs it to be clearly better than that of the built-in player, and it is not.
    pub(super) fn best_move(&self) -> Option<G::Move> {
        let edges = self.nodes[ROOT].edges.iter().enumerate();
        let key = |(index, edge): &(usize, &Edge<G>)| {
            (edge.results.count, edge.mv == self.built_in, std::cmp::Reverse(*index))
        };
        let (_, best) = edges.max_by_key(key)?;
        let is_better = match self.search.method {
            SearchMethod::Tree => true,
            SearchMethod::Rollouts => {
                let built_in = self.nodes[ROOT].edges.iter().find(|edge| edge.mv == self.built_in)?;
                best.results.are_clearly_better_than(&built_in.results)
            }
        };
        is_better.then(|| best.mv.clone())
    }
}

impl<G: Game> Edge<G> {
    /// Returns an upper bound of the mean value (UCB1). A move that was not tried has the mean of its position.
    fn upper_bound(&self, mean: i64, exploration: u64) -> i64 {
        let own_mean = self.results.mean().unwrap_or(mean);
        let ratio = log2(self.available.max(1)) * LOG_UNIT / self.results.count.max(1);
        own_mean + (exploration * ratio.isqrt() / LOG_UNIT) as i64
    }
}

/// The unit of [`log2`].
const LOG_UNIT: u64 = 1 << 10;

/// Returns the binary logarithm in parts of [`LOG_UNIT`], linear between powers of two.
fn log2(n: u64) -> u64 {
    let whole = n.ilog2();
    let rest = n - (1 << whole);
    u64::from(whole) * LOG_UNIT + rest * LOG_UNIT / (1 << whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_exact_at_powers_of_two_and_grows_between() {
        assert_eq!([1, 2, 4, 1024].map(log2), [0, LOG_UNIT, 2 * LOG_UNIT, 10 * LOG_UNIT]);
        assert!((1..1024).all(|n| log2(n) < log2(n + 1)));
        assert!((1024..5000).all(|n| log2(n) <= log2(n + 1)));
    }
}
