//! Verification: replays a run and compares the result with a claim or a stored result.
//!
//! A submitted run is accepted or rejected before it is stored. A stored run can be verified at any time.

use std::ops::Deref;

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, Move, OptionsText};
use funhouse_rules::game::{Scoring, Seats};
use funhouse_rules::replay::{Replay, replay};
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::standing::{ScoreStanding, Standing};
use funhouse_rules::wire::{self, ToSchema};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::answer::BadMove;
use crate::read::{missing, read_with};
pub use crate::refusal::Unreadable;
use crate::refusal::{Refusal, Rejection, RejectionReason};
use crate::request::{Claim, RunRequest, read_moves};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::shape::AnyScore;

/// The score and the number of moves of a whole game or of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreAndMoves {
    /// The score.
    pub score: u64,
    /// The number of moves.
    pub moves: u32,
}

/// The result of a replay: scores, score card and digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// Score and moves of the whole game.
    pub whole: ScoreAndMoves,
    /// Score and moves of each room, in the game's order; empty in games without rooms.
    pub rooms: Vec<ScoreAndMoves>,
    /// The score card, as JSON.
    pub score_card: String,
    /// The digest of the final state.
    pub digest: [u8; 32],
}

/// A run that was accepted, with its result.
#[derive(Clone, Debug)]
pub struct AcceptedRun {
    /// The seed.
    pub seed: Seed,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// Whether the options are the defaults.
    pub default_options: bool,
    /// The moves, as JSON.
    pub moves: Box<RawValue>,
    /// The first 16 bytes of a hash of game, rules version, options, seed and moves.
    pub fingerprint: [u8; 16],
    /// The first 16 bytes of a hash of game, rules version, options, seed and the run's [canonical
    /// form](AnyState::canonical). Equal for equivalent runs.
    pub equivalence: [u8; 16],
    /// The result of its replay.
    pub result: RunResult,
}

/// Replays a submitted run. Accepts it if it is legal, complete and eligible, and its claim is correct.
pub(crate) fn accept(ruleset: Ruleset, json: &[u8]) -> Result<AcceptedRun, Refusal> {
    let RunRequest { dealt, moves, claim } = read_with(json, &|run| RunRequest::read(ruleset.rules(), run))?;
    let Some(Claim::Score(claim)) = claim else { return Err(Refusal::ClaimMissing) };
    let run = Run { ruleset, dealt: &*dealt, moves, claim: None };
    let (replay, score) = played(&run).ok_or_else(|| missing("/moves"))?;
    match rejection_reason(&replay, &score, claim) {
        Some(reason) => {
            let score = wire::json_of(&score.card);
            Err(Refusal::Rejected(Box::new(Rejection { reason, score })))
        }
        None => Ok(AcceptedRun::of(&run, &replay, &score)),
    }
}

/// Replays the run of a solitaire. Returns none for any other game.
fn played(run: &Run<'_>) -> Option<(Replay, ScoreStanding)> {
    let replay = replay(run.dealt.copy(), &run.moves, run.ruleset.rooms().len(), None).ok()?;
    let score = score_of(&*replay.state)?;
    Some((replay, score))
}

fn score_of(state: &dyn AnyState) -> Option<ScoreStanding> {
    match state.standing() {
        Standing::Score(score) => Some(score),
        Standing::Points(_) => None,
    }
}

/// Accepts the run of a game that was played here. Returns none unless it is a complete solitaire that may rank.
pub(crate) fn accept_played(run: &Run<'_>, replay: &Replay) -> Option<AcceptedRun> {
    let score = score_of(&*replay.state)?;
    rejection_reason(replay, &score, score.total).is_none().then(|| AcceptedRun::of(run, replay, &score))
}

impl AcceptedRun {
    /// Creates the accepted run from a run and its replay.
    fn of(run: &Run<'_>, replay: &Replay, score: &ScoreStanding) -> Self {
        let moves = run.moves_json();
        let OptionsText { canonical: options, default: default_options, declared } = run.dealt.options();
        Self {
            fingerprint: hash(run, &declared, moves.get().as_bytes()),
            equivalence: hash(run, &declared, run.dealt.canonical(&run.moves).as_bytes()),
            result: RunResult::of(replay, score, run.moves.len()),
            seed: run.dealt.seed().clone(),
            options,
            default_options,
            moves,
        }
    }
}

/// Returns the reason for rejecting a run, if there is one.
fn rejection_reason(replay: &Replay, score: &ScoreStanding, claim: u64) -> Option<RejectionReason> {
    match &replay.illegal_move {
        Some(bad) => Some(RejectionReason::Illegal(bad.index, bad.illegal.clone())),
        None if !replay.state.finished() => Some(RejectionReason::Incomplete),
        None if !replay.state.eligible() => Some(RejectionReason::NotRanked),
        None if score.total != claim => Some(RejectionReason::ScoreDiffers(score.total)),
        None => None,
    }
}

/// Computes the first 16 bytes of the SHA-256 of game, rules version, options, seed and moves in some form.
fn hash(run: &Run<'_>, options: &str, moves: &[u8]) -> [u8; 16] {
    let facts = run.ruleset.facts();
    let mut hash = Sha256::new();
    hash.update(format!("{}\n{}\n{options}\n{}\n", facts.id, facts.rules, run.dealt.seed()));
    hash.update(moves);
    let mut first = [0; 16];
    first.iter_mut().zip(hash.finalize()).for_each(|(byte, of_hash)| *byte = of_hash);
    first
}

impl RunResult {
    fn of(replay: &Replay, score: &ScoreStanding, moves: usize) -> Self {
        // A run has at most 10,000 moves.
        let whole = ScoreAndMoves { score: score.total, moves: u32::try_from(moves).unwrap_or(u32::MAX) };
        let rooms = score.rooms.iter().zip(&replay.moves_in_rooms);
        let rooms = rooms.map(|(score, moves)| ScoreAndMoves { score: *score, moves: *moves });
        Self { whole, rooms: rooms.collect(), digest: replay.state.digest(), score_card: score.card.get().to_owned() }
    }
}

/// The result of the verification of a stored run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Verification {
    /// Whether the run is verified: it is legal and complete, and has the stored score, digest and moves in each room.
    pub holds: bool,
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the game has ended.
    pub complete: bool,
    /// Whether the replayed score equals the stored one.
    pub score_holds: bool,
    /// Whether the digest of the final state equals the stored one. If only the digest differs, the run was stored when
    /// states had another format.
    pub digest_holds: bool,
    /// The replayed score card: that of the position after the last legal move.
    #[schema(value_type = AnyScore)]
    pub score: Box<RawValue>,
    /// The digest of the state after the last legal move.
    #[schema(value_type = wire::Digest)]
    pub digest: String,
    /// The first illegal move and the reason, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bad_move: Option<BadMove>,
    /// The rules that the run was replayed with.
    pub rules_digest: RulesDigest,
}

/// The parts of a stored run that a replay needs. Its ruleset is stored separately.
#[derive(Clone, Copy, Debug)]
pub struct RunRecord<'a> {
    /// The seed.
    pub seed: &'a Seed,
    /// The options, as JSON.
    pub options: &'a str,
    /// The moves, as JSON.
    pub moves: &'a [u8],
}

impl RunRecord<'_> {
    /// Deals the run and reads its moves.
    pub(crate) fn read(&self, ruleset: Ruleset) -> Result<(Box<dyn AnyState>, Vec<Move>), Unreadable> {
        let unreadable = |what: &str, why: wire::ReadError| Unreadable(format!("the {what} cannot be read: {why}"));
        let rules = ruleset.rules();
        let dealt =
            wire::read_with(self.options.as_bytes(), &|options| rules.deal(Seats::ONE, self.seed.clone(), options));
        let moves = wire::read_with(self.moves, &|moves| read_moves(rules, moves, rules.facts().max_moves));
        Ok((dealt.map_err(|why| unreadable("options", why))?, moves.map_err(|why| unreadable("moves", why))?))
    }
}

/// Replays a stored run and compares the result with the stored one.
pub(crate) fn verify(ruleset: Ruleset, record: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable> {
    let (dealt, moves) = record.read(ruleset)?;
    let run = Run { ruleset, dealt: &*dealt, moves, claim: None };
    let (replay, score) = played(&run).ok_or_else(|| Unreadable("the game is no solitaire".to_owned()))?;
    let found = RunResult::of(&replay, &score, run.moves.len());
    let (legal, complete) = (replay.legal(), replay.state.finished());
    let scores_hold = (found.whole, &found.rooms) == (result.whole, &result.rooms);
    let score_holds = found.score_card == result.score_card && scores_hold;
    let digest_holds = found.digest == result.digest;
    Ok(Verification {
        holds: legal && complete && score_holds && digest_holds,
        legal,
        complete,
        score_holds,
        digest_holds,
        score: score.card,
        digest: hex::encode(found.digest),
        bad_move: BadMove::of(&replay),
        rules_digest: RulesDigest::THIS,
    })
}

/// The reason why a position of a stored run is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPosition {
    /// The run has only this many moves.
    TooFewMoves(usize),
    /// The run cannot be read or replayed.
    Unreadable(Unreadable),
}

impl From<Unreadable> for NoPosition {
    fn from(why: Unreadable) -> Self {
        Self::Unreadable(why)
    }
}

impl Ruleset {
    /// Returns the ruleset as one whose runs are stored and ranked; none unless it is a solitaire.
    #[must_use]
    pub fn ranked(self) -> Option<Ranked> {
        let scoring = self.facts().scoring.as_ref()?;
        Some(Ranked { ruleset: self, scoring })
    }
}

/// A solitaire at a rules version, whose runs are submitted, stored and ranked.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    ruleset: Ruleset,
    scoring: &'static Scoring,
}

/// It is a ruleset that can do more.
impl Deref for Ranked {
    type Target = Ruleset;
    fn deref(&self) -> &Ruleset {
        &self.ruleset
    }
}

impl Ranked {
    /// Returns the scoring constants.
    #[must_use]
    pub const fn scoring(self) -> &'static Scoring {
        self.scoring
    }

    /// Replays a submitted run, and accepts it if its claim is correct.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::Rejected`] if the run matches the schema but is rejected.
    pub fn accept(self, run: &[u8]) -> Result<AcceptedRun, Refusal> {
        accept(self.ruleset, run)
    }

    /// Replays a stored run and compares the result with the stored one.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn verify(self, run: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable> {
        verify(self.ruleset, run, result)
    }
}
