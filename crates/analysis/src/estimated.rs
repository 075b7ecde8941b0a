//! What a game with chance to come or with hidden pieces implements: a strong player, and the bounds of its totals.

use std::fmt::Debug;

use funhouse_rules::chance::Chance;
use funhouse_rules::game::{Game, Sight, Solitaire, State};

use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Bounds, Solution};

/// What the player of a game sees.
pub type SightOf<'a, G> = Sight<'a, <G as Game>::Options, <G as Game>::View>;

/// A solitaire with chance to come or with hidden pieces, whose mean total can be estimated.
pub trait Estimated: Solitaire {
    /// The budget of each effort.
    const NODES: Nodes;

    /// The strong player, which plays the sampled futures.
    type Player: Player<Self>;

    /// Returns bounds of the best total that can still be reached, whatever chance brings: no play is better than one of them, and
    /// some play is certainly as good as the other.
    fn bounds(state: &State<Self>) -> Bounds;

    /// Returns the moves to compare with the one that the strong player would make.
    fn alternatives(state: &State<Self>, planned: &Self::Move) -> Vec<Self::Move>;

    /// Solves a game in which no chance is to come and nothing is hidden anymore. None for any other.
    ///
    /// # Errors
    /// If the caller no longer wants the answer.
    fn solve(_state: &State<Self>, _budget: &mut Budget<'_>) -> Result<Option<Solution<Self>>, Canceled> {
        Ok(None)
    }
}

/// A player. It gets what the player of the game sees, so it knows neither hidden pieces nor chance to come.
pub trait Player<G: Solitaire>: Debug {
    /// Creates a player for an analysis with this many nodes.
    fn new(nodes: u64) -> Self;

    /// Returns the next moves, at least one while the game goes on; all are legal in sequence.
    ///
    /// # Errors
    /// If the caller no longer wants the answer.
    fn plan(&mut self, sight: SightOf<'_, G>, budget: &mut Budget<'_>) -> Result<Vec<G::Move>, Canceled>;
}

/// Returns the next moves of the built-in player.
pub(crate) fn built_in<G: Game>(sight: SightOf<'_, G>) -> Vec<G::Move> {
    G::plan(sight, &mut Chance::unknown().event("analysis/player"))
}
