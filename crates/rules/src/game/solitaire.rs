//! Games for one player, their score cards, and which of two scores is better.

use std::fmt::Debug;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Context, Game, written};

/// Which scores are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Wins)]
pub enum ScoreOrder {
    /// Low scores win.
    #[serde(rename = "low")]
    LowerIsBetter,
    /// High scores win.
    #[serde(rename = "high")]
    HigherIsBetter,
}

/// A game for one player, who is scored.
pub trait Solitaire: Game {
    /// Which scores are better.
    const SCORE_ORDER: ScoreOrder;
    /// The least total that any state can have.
    const MIN_SCORE: u64 = 0;
    /// What a game that was not played to its end counts in averages, unless its current score is worse.
    const ABANDONED: u64;
    /// The greatest total that any state can have; none if there is no bound.
    const MAX_SCORE: Option<u64> = None;
    /// The parts of the game that have scores, and so boards, of their own: their ids in the order in which they are played.
    const ROOMS: &'static [&'static str] = &[];

    /// The score card.
    type Score: ScoreCard;

    /// What the game would score if it ended now.
    fn score(table: &Self::Table) -> Self::Score;

    /// Whether the game, once it has ended, may stand on a leaderboard. A game that can be given up with a score that
    /// means nothing says no here; such a run is complete all the same.
    fn eligible(_table: &Self::Table) -> bool {
        true
    }

    /// Which of the [rooms](Self::ROOMS) is open, from 0: the next move would be made in it.
    fn room(_table: &Self::Table) -> usize {
        0
    }

    /// A legal run from this table on in its canonical form: equal for runs that differ only in what has no effect on the score,
    /// and different for all others. Each game names its own such differences: its symmetries, moves whose order does not
    /// matter, and moves instead of which others lead to the same. Here there is none, and the canonical form is the moves.
    fn canonical(_context: Context<Self::Options>, _table: Self::Table, moves: &[Self::Move]) -> String {
        written(&moves)
    }
}

/// A score card.
pub trait ScoreCard: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// The score as one number: what a run claims and what it is ranked by.
    fn total(&self) -> u64;

    /// The score of each [room](Solitaire::ROOMS) up to the open one; empty for a game without rooms.
    fn rooms(&self) -> &[u64] {
        &[]
    }
}

/// The score card of a game with nothing but a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Score {
    /// What the game would score if it ended now.
    #[schema(minimum = 0)]
    pub total: u64,
}

impl ScoreCard for Score {
    fn total(&self) -> u64 {
        self.total
    }
}
