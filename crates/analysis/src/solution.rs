//! What a game implements: the search for its best total, and what it finds.

use funhouse_rules::game::{ScoreOrder, Solitaire, State};
use funhouse_rules::wire::ToSchema;
use serde::Serialize;

use crate::budget::{Budget, Canceled, Nodes};

/// A solitaire without hidden pieces and without chance after its deal, whose best total can be searched for. Lower totals are better.
pub trait Analyzed: Solitaire {
    /// The budget of each effort.
    const NODES: Nodes;

    /// What a move and the one that undoes it add to the total; none if moves cannot be undone.
    const UNDO_COST: Option<u64> = None;

    /// Returns whether the same totals can be reached from two states of a game. By default, if their tables are equal.
    fn equivalent(one: &State<Self>, other: &State<Self>) -> bool {
        one.table() == other.table()
    }

    /// Searches for the best total of a game that has not ended. With `need_line`, the solution has a line to the end
    /// of the game, even if the budget does not suffice for a good one. Without, it may be empty.
    ///
    /// # Errors
    /// If the caller no longer wants the answer.
    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled>;
}

/// What a search of a game has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<G: Solitaire> {
    /// Bounds of the best total that can still be reached.
    pub bounds: Bounds,
    /// A line to the end of the game whose total is `at_most`.
    pub line: Vec<G::Move>,
    /// How it was found.
    pub method: Method,
}

/// Bounds of the best total that can still be reached. Equal bounds are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnalysisBounds)]
pub struct Bounds {
    /// The best total is at least this.
    #[schema(minimum = 0)]
    pub at_least: u64,
    /// The best total is at most this.
    #[schema(minimum = 0)]
    pub at_most: u64,
}

impl Bounds {
    /// Returns the bounds of a total that is known.
    #[must_use]
    pub const fn exactly(total: u64) -> Self {
        Self { at_least: total, at_most: total }
    }

    /// Returns the bounds of a game in which this total was reached.
    #[must_use]
    pub const fn reached<G: Solitaire>(self, total: u64) -> Self {
        match G::SCORE_ORDER {
            ScoreOrder::LowerIsBetter => Self { at_most: total, ..self },
            ScoreOrder::HigherIsBetter => Self { at_least: total, ..self },
        }
    }

    /// Returns whether the best total is known.
    #[must_use]
    pub const fn proven(self) -> bool {
        self.at_least == self.at_most
    }
}

/// How a line was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnalysisMethod)]
pub enum Method {
    /// The game has ended, so there was nothing to search for.
    Ended,
    /// Best-first search with a table of all visited positions.
    BestFirst,
    /// Iterative deepening (IDA*), which found a shortest line.
    IterativeDeepening,
    /// Beam search, after iterative deepening had raised the lower bound.
    Beam,
    /// The line of the built-in player, after iterative deepening had raised the lower bound.
    BuiltInPlayer,
    /// Futures in which a strong player plays on.
    Simulation,
}
