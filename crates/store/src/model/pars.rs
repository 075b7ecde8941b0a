//! Pars: the best totals of deals.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::ScoreOrder;

use super::calendar::Timestamp;
use super::runs::{PackedMoves, Summary};

/// A deal: all that decides the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON.
    pub options: String,
    /// The seed.
    pub seed: Seed,
}

impl Deal {
    /// Returns the deal of a run.
    #[must_use]
    pub fn of(run: &Summary) -> Self {
        let (category, seed) = (&run.category, run.seed.clone());
        Self { game: category.game.clone(), rules: category.rules, options: category.options.clone(), seed }
    }
}

/// The par of a deal: bounds of its best total. It is proven if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Par {
    /// The best total is at least this.
    pub at_least: u64,
    /// The best total is at most this.
    pub at_most: u64,
}

impl Par {
    /// Returns the total of the best line that was found.
    #[must_use]
    pub const fn total(self, order: ScoreOrder) -> u64 {
        match order {
            ScoreOrder::LowerIsBetter => self.at_most,
            ScoreOrder::HigherIsBetter => self.at_least,
        }
    }
}

/// A par with the line that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParLine {
    /// The par.
    pub par: Par,
    /// The version of the analysis that found it. Pars of other versions are not returned.
    pub analysis: u32,
    /// The number of positions that were visited.
    pub nodes: u64,
    /// The line from the deal to the end.
    pub line: PackedMoves,
}

/// A request of an instance to run a background job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The job.
    pub job: String,
    /// The instance.
    pub owner: i64,
    /// The time of the request.
    pub now: Timestamp,
    /// The time at which the lease expires.
    pub until: Timestamp,
}
