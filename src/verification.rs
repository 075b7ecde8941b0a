//! Verification of stored runs: passes the records of the store to the engine.

use std::fmt;

use crate::engine::verification::{RunRecord, RunResult, ScoreAndMoves, Unreadable, Verification};
use crate::engine::{Ranked, game};
use crate::rules::game::ScoreOrder;
use crate::store::{RankKey, ScopeScore, Scores, StoredRun};

/// Why a stored run cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unverifiable {
    /// This program does not have its game. The run may be valid.
    UnknownGame(String),
    /// This program does not have its rules version. The run may be valid.
    UnknownRules {
        /// The game.
        game: String,
        /// The rules version.
        rules: u32,
    },
    /// The stored data cannot be read.
    Unreadable(String),
}

impl fmt::Display for Unverifiable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRules { game, rules } => write!(f, "rules version {rules} of {game} is not known here"),
            Self::UnknownGame(game) => write!(f, "the game {game:?} is not known here"),
            Self::Unreadable(why) => f.write_str(why),
        }
    }
}

impl From<Unreadable> for Unverifiable {
    fn from(Unreadable(why): Unreadable) -> Self {
        Self::Unreadable(why)
    }
}

/// The ruleset of a stored run.
///
/// # Errors
/// When it is unknown.
pub fn ruleset(run: &StoredRun) -> Result<Ranked, Unverifiable> {
    let (id, rules) = (&run.summary.category.game, run.summary.category.rules);
    let game = game(id).ok_or_else(|| Unverifiable::UnknownGame(id.clone()))?;
    let ranked = game.version(rules).and_then(|ruleset| ruleset.ranked());
    ranked.ok_or_else(|| Unverifiable::UnknownRules { game: id.clone(), rules })
}

/// Calls `work` with the ruleset of a stored run and the parts that a replay needs.
///
/// # Errors
/// When the ruleset is unknown or the moves cannot be unpacked, and the errors of `work`.
pub fn with_record<T, E: From<Unverifiable>>(
    run: &StoredRun,
    work: impl FnOnce(Ranked, RunRecord<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let ruleset = ruleset(run)?;
    let moves =
        run.moves.unpack().map_err(|why| Unverifiable::Unreadable(format!("the moves cannot be read: {why}")))?;
    work(ruleset, RunRecord { seed: &run.summary.seed, options: &run.summary.category.options, moves: &moves })
}

/// The scores of a replayed run as the store ranks them, in a game in which scores of this order win.
#[must_use]
pub fn scores(result: &RunResult, wins: ScoreOrder) -> Scores {
    let score = |of: &ScoreAndMoves| ScopeScore { key: RankKey::of(of.score, wins), moves: of.moves };
    Scores { whole: score(&result.whole), rooms: result.rooms.iter().map(score).collect() }
}

/// The stored result of a run.
#[must_use]
pub fn result(run: &StoredRun) -> RunResult {
    let score = |of: &ScopeScore| ScoreAndMoves { score: of.key.score(), moves: of.moves };
    let Scores { whole, rooms } = &run.summary.scores;
    RunResult {
        whole: score(whole),
        rooms: rooms.iter().map(score).collect(),
        score_card: run.score_card.clone(),
        digest: run.digest,
    }
}

/// Replays a stored run and compares the result with the stored one.
///
/// # Errors
/// When its rules are unknown, or the stored data cannot be read.
pub fn verify(run: &StoredRun) -> Result<Verification, Unverifiable> {
    with_record(run, |ruleset, record| Ok(ruleset.verify(record, &result(run))?))
}
