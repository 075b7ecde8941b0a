//! Games for one player, their score cards, and the order of scores.

use std::fmt::Debug;

use serde::Serialize;

use super::{Context, Game, to_json};
use crate::wire::ToSchema;

/// Whether lower or higher scores are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Wins)]
pub enum ScoreOrder {
    /// Lower scores are better.
    #[serde(rename = "low")]
    LowerIsBetter,
    /// Higher scores are better.
    #[serde(rename = "high")]
    HigherIsBetter,
}

/// A game for one player, which ends with a score.
pub trait Solitaire: Game {
    /// Whether lower or higher scores are better.
    const SCORE_ORDER: ScoreOrder;
    /// The minimum total of any state.
    const MIN_SCORE: u64 = 0;
    /// The score that averages use for an abandoned game, unless its current score is worse.
    const ABANDONED: u64;
    /// The maximum total of any state; none if it is unbounded.
    const MAX_SCORE: Option<u64> = None;
    /// The ids of the rooms, which are parts of the game with their own scores and leaderboards, in the order of play.
    const ROOMS: &'static [&'static str] = &[];

    /// The score card.
    type Score: ScoreCard;

    /// The score if the game ended now.
    fn score(options: Self::Options, table: &Self::Table) -> Self::Score;

    /// Returns whether a finished game may be ranked. Override this if a game can be given up with a meaningless score.
    ///
    /// A run that is not eligible is still complete.
    fn eligible(_options: Self::Options, _table: &Self::Table) -> bool {
        true
    }

    /// Returns the index of the current [room](Self::ROOMS), from 0. The next move is made in it.
    fn room(_options: Self::Options, _table: &Self::Table) -> usize {
        0
    }

    /// Returns a legal run from this table in canonical form.
    ///
    /// Two runs have the same canonical form exactly if they differ only in ways that do not affect the score. Each
    /// game defines these: symmetries, moves whose order does not matter, and interchangeable moves. By default the
    /// canonical form is the list of moves.
    fn canonical(_context: Context<Self::Options>, _table: Self::Table, moves: &[Self::Move]) -> String {
        to_json(&moves)
    }
}

/// A score card.
pub trait ScoreCard: Clone + Debug + Eq + Send + Serialize + ToSchema {
    /// Returns the score as one number, which a run claims and is ranked by.
    fn total(&self) -> u64;

    /// Returns the score of each [room](Solitaire::ROOMS) up to the current one; empty for a game without rooms.
    fn rooms(&self) -> &[u64] {
        &[]
    }
}

/// The score card of a game that has only a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Score {
    /// The score if the game ended now.
    #[schema(minimum = 0)]
    pub total: u64,
}

impl ScoreCard for Score {
    fn total(&self) -> u64 {
        self.total
    }
}

/// The scoring constants of a solitaire at a rules version. See [`Solitaire`] for the meaning of each field.
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// Whether low or high scores are better.
    pub wins: ScoreOrder,
    /// The minimum total.
    pub min_score: u64,
    /// The maximum total, if there is one.
    pub max_score: Option<u64>,
    /// The score that averages use for an abandoned game, unless its current score is worse.
    pub abandoned: u64,
    /// The ids of its rooms, in the order of play.
    pub rooms: &'static [&'static str],
}

impl Scoring {
    /// Returns the scoring constants of a game.
    #[must_use]
    pub const fn of<G: Solitaire>() -> Self {
        Self {
            wins: G::SCORE_ORDER,
            min_score: G::MIN_SCORE,
            max_score: G::MAX_SCORE,
            abandoned: G::ABANDONED,
            rooms: G::ROOMS,
        }
    }
}
