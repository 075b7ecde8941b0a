//! The tree of a search: what its simulations found out about each move in each position.
//!
//! Moves are numbers here, so that the tree is the same for all games.

use super::results::Results;
use crate::chance::Draws;
use crate::game::{Search, SearchMethod};

/// The index of a node.
pub(super) type NodeIndex = usize;

/// The index of a move among those of its node.
pub(super) type MoveIndex = usize;

/// The root.
pub(super) const ROOT: NodeIndex = 0;

/// What the simulations found out.
#[derive(Debug)]
pub(super) struct Tree {
    /// How to search.
    pub(super) search: Search,
    /// The first move of the built-in player at the root, if it is among those to consider.
    pub(super) built_in: Option<MoveIndex>,
    nodes: Vec<Node>,
}

/// A position, as far as the seat that searches sees it.
#[derive(Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    visits: u64,
}

/// A move in a position.
#[derive(Debug, Default)]
struct Edge {
    /// The values for the seat that makes it, of the simulations that made it.
    results: Results,
    /// The number of simulations in which it was legal.
    available: u64,
    /// The positions after it, each with the signature of its view.
    after: Vec<(u64, NodeIndex)>,
}

impl Tree {
    /// Creates a tree that has only a root.
    pub(super) fn new(search: Search) -> Self {
        Self { search, built_in: None, nodes: vec![Node::default()] }
    }

    /// Counts moves of a position as available, and adds those that it does not have yet.
    pub(super) fn offer(&mut self, node: NodeIndex, moves: &[MoveIndex]) {
        let edges = &mut self.nodes[node].edges;
        for index in moves {
            if *index >= edges.len() {
                edges.resize_with(index + 1, Edge::default);
            }
            edges[*index].available += 1;
        }
    }

    /// Selects a move among the offered ones: the one with the highest upper bound of its mean value. At the root, the move of the built-in player is
    /// tried first. Ties are broken at random.
    pub(super) fn select(&self, node: NodeIndex, offered: &[MoveIndex], draws: &mut Draws) -> Option<MoveIndex> {
        let Node { edges, visits } = &self.nodes[node];
        if node == ROOT && *visits == 0 {
            return self.built_in.or(offered.first().copied());
        }
        let total: i64 = edges.iter().map(|edge| edge.results.total).sum();
        let mean = total / (*visits).max(1) as i64;
        let mut best: Option<(i64, u64, MoveIndex)> = None;
        for index in offered {
            let bound = (edges[*index].upper_bound(mean, self.search.exploration), draws.word(), *index);
            best = best.max(Some(bound));
        }
        best.map(|(_, _, index)| index)
    }

    /// Returns the position after a move, and whether this simulation is the first to reach it.
    pub(super) fn after(&mut self, node: NodeIndex, mv: MoveIndex, signature: u64) -> (NodeIndex, bool) {
        let next = self.nodes.len();
        let after = &mut self.nodes[node].edges[mv].after;
        if let Some((_, known)) = after.iter().find(|(of, _)| *of == signature) {
            return (*known, false);
        }
        after.push((signature, next));
        self.nodes.push(Node::default());
        (next, true)
    }

    /// Adds the value of a simulation to a move that it made.
    pub(super) fn add(&mut self, node: NodeIndex, mv: MoveIndex, value: i64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.edges[mv].results.add(value);
    }

    /// Returns the move at the root that most simulations made. Of those with equally many, the move of the built-in
    /// player is preferred, then the first. None if the method needs it to be clearly better than that of the built-in player, and it is not.
    pub(super) fn best_move(&self) -> Option<MoveIndex> {
        let edges = &self.nodes[ROOT].edges;
        let key =
            |index: &MoveIndex| (edges[*index].results.count, Some(*index) == self.built_in, std::cmp::Reverse(*index));
        let best = (0..edges.len()).max_by_key(key)?;
        let is_better = match self.search.method {
            SearchMethod::Tree => true,
            SearchMethod::Rollouts => edges[best].results.are_clearly_better_than(&edges[self.built_in?].results),
        };
        is_better.then_some(best)
    }
}

impl Edge {
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

    /// Returns the best of two moves after 50 simulations of move 0, that of the built-in player, and 51 of move 1.
    fn best_of(method: SearchMethod, values: [i64; 2]) -> Option<MoveIndex> {
        let mut tree = Tree::new(Search::by(method, &[1], 1, 1));
        tree.built_in = Some(0);
        for mv in [0; 50].into_iter().chain([1; 51]) {
            tree.offer(ROOT, &[0, 1]);
            tree.add(ROOT, mv, values[mv]);
        }
        tree.best_move()
    }

    #[test]
    fn tree_prefers_move_with_most_simulations() {
        assert_eq!(best_of(SearchMethod::Tree, [5_000, 4_000]), Some(1));
    }

    #[test]
    fn rollouts_prefer_only_clearly_better_move() {
        assert_eq!(best_of(SearchMethod::Rollouts, [5_000, 4_000]), None);
        assert_eq!(best_of(SearchMethod::Rollouts, [5_000, 5_010]), None);
        assert_eq!(best_of(SearchMethod::Rollouts, [5_000, 6_000]), Some(1));
    }

    #[test]
    fn built_in_move_is_tried_before_most_promising() {
        let mut draws = crate::chance::Chance::unknown().event("tree");
        let mut tree = Tree::new(Search::by(SearchMethod::Tree, &[1], 1, 1));
        tree.built_in = Some(2);
        tree.offer(ROOT, &[0, 1, 2]);
        assert_eq!(tree.select(ROOT, &[0, 1, 2], &mut draws), Some(2));
        (0..100).for_each(|count| tree.add(ROOT, count % 3, [0, 9_000, 5_000][count % 3]));
        assert_eq!(tree.select(ROOT, &[0, 1, 2], &mut draws), Some(1));
        assert_eq!(tree.select(ROOT, &[0, 2], &mut draws), Some(2), "move 1 is not legal in this simulation");
    }

    #[test]
    fn positions_after_a_move_differ_by_their_signatures() {
        let mut tree = Tree::new(Search::by(SearchMethod::Tree, &[1], 1, 1));
        tree.offer(ROOT, &[0]);
        assert_eq!([7, 8, 7].map(|signature| tree.after(ROOT, 0, signature)), [(1, true), (2, true), (1, false)]);
    }

    #[test]
    fn logarithm_is_exact_at_powers_of_two_and_grows_between() {
        assert_eq!([1, 2, 4, 1024].map(log2), [0, LOG_UNIT, 2 * LOG_UNIT, 10 * LOG_UNIT]);
        assert!((1..1024).all(|n| log2(n) < log2(n + 1)));
        assert!((1024..5000).all(|n| log2(n) <= log2(n + 1)));
    }
}
