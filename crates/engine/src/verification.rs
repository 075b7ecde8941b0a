//! Verification: replays a run and compares the result with a claim or a stored result.
//!
//! A submitted run is accepted or rejected before it is stored. A stored run can be verified at any time.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Id, ScoreCard as _, Seated, Solitaire, State, Version};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::replay::{self, Replay, Run, SeatedRun, digest_bytes, replay};
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::wire::{self, ToSchema};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest as _, Sha256};

use crate::answer::BadMove;
use crate::read::read;
use crate::refusal::{Refusal, Rejection, RejectionReason};
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
    /// form](Solitaire::canonical). Equal for equivalent runs.
    pub equivalence: [u8; 16],
    /// The result of its replay.
    pub result: RunResult,
}

/// Replays a submitted run. Accepts it if it is legal, complete and eligible, and its claim is correct.
pub(crate) fn accept<G: Solitaire>(json: &[u8]) -> Result<AcceptedRun, Refusal> {
    let run: Run<G> = read(json)?;
    let claim = run.score.ok_or(Refusal::ClaimMissing)?;
    let replay = replay(&run, false);
    if let Some(reason) = rejection_reason(&replay, claim) {
        let score = wire::json_of(&replay.state.score());
        return Err(Refusal::Rejected(Box::new(Rejection { reason, score })));
    }
    Ok(AcceptedRun::of(run, &replay))
}

/// A mode whose games at tables may end with a run.
pub(crate) trait Acceptance<G: Game>: Mode<G> {
    /// Accepts the run of a game that was played here. Returns none unless it is a complete solitaire that may rank.
    ///
    /// The replay is the game as it was played. Playing the run again would repeat the same calls of the rules on the same deal.
    fn accept_played(run: Self::Run, replay: &Replay<G, Self>) -> Option<AcceptedRun>;
}

impl<G: Solitaire> Acceptance<G> for SolitaireMode {
    fn accept_played(run: Run<G>, replay: &Replay<G>) -> Option<AcceptedRun> {
        let claim = run.score?;
        rejection_reason(replay, claim).is_none().then(|| AcceptedRun::of(run, replay))
    }
}

impl<G: Seated> Acceptance<G> for SeatedMode {
    fn accept_played(_: SeatedRun<G>, _: &Replay<G, Self>) -> Option<AcceptedRun> {
        None
    }
}

impl AcceptedRun {
    /// Creates the accepted run from a run and its replay.
    fn of<G: Solitaire>(run: Run<G>, replay: &Replay<G>) -> Self {
        // Serialization fails only for maps with non-string keys, which moves and options do not contain.
        let moves = to_raw_value(&run.moves).unwrap_or_default();
        Self {
            options: canonical(&run.options),
            default_options: run.options == G::Options::default(),
            fingerprint: hash(&run, moves.get().as_bytes()),
            equivalence: hash(&run, replay::canonical(&run).as_bytes()),
            result: RunResult::of(replay, run.moves.len()),
            moves,
            seed: run.seed,
        }
    }
}

/// Returns the reason for rejecting a run, if there is one.
fn rejection_reason<G: Solitaire>(replay: &Replay<G>, claim: u64) -> Option<RejectionReason> {
    let total = replay.state.score().total();
    match &replay.illegal_move {
        Some(bad) => Some(RejectionReason::Illegal(bad.index, bad.illegal.clone())),
        None if !replay.complete() => Some(RejectionReason::Incomplete),
        None if !replay.state.eligible() => Some(RejectionReason::NotRanked),
        None if total != claim => Some(RejectionReason::ScoreDiffers(total)),
        None => None,
    }
}

/// Serializes options as canonical JSON (RFC 8785).
pub(crate) fn canonical(options: &impl Serialize) -> String {
    serde_json_canonicalizer::to_string(options).unwrap_or_default()
}

/// Computes the first 16 bytes of the SHA-256 of game, rules version, options, seed and moves in some form.
fn hash<G: Solitaire>(run: &Run<G>, moves: &[u8]) -> [u8; 16] {
    let options = serde_json::to_string(&run.options).unwrap_or_default();
    let mut hash = Sha256::new();
    hash.update(format!("{}\n{}\n{options}\n{}\n", G::ID, G::RULES, run.seed));
    hash.update(moves);
    let mut first = [0; 16];
    first.iter_mut().zip(hash.finalize()).for_each(|(byte, of_hash)| *byte = of_hash);
    first
}

impl RunResult {
    fn of<G: Solitaire>(replay: &Replay<G>, moves: usize) -> Self {
        let score = replay.state.score();
        // A run has at most 10,000 moves.
        let whole = ScoreAndMoves { score: score.total(), moves: u32::try_from(moves).unwrap_or(u32::MAX) };
        let rooms = score.rooms().iter().zip(&replay.moves_in_rooms);
        let rooms = rooms.map(|(score, moves)| ScoreAndMoves { score: *score, moves: *moves });
        Self {
            whole,
            rooms: rooms.collect(),
            digest: digest_bytes(&replay.state),
            score_card: serde_json::to_string(&score).unwrap_or_default(),
        }
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

/// A message that says which part of a stored run cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl RunRecord<'_> {
    /// Deserializes the run.
    pub(crate) fn typed<G: Solitaire>(&self) -> Result<Run<G>, Unreadable> {
        let unreadable = |what: &str, why: serde_json::Error| Unreadable(format!("the {what} cannot be read: {why}"));
        Ok(Run {
            game: Id::new(),
            rules: Version::new(),
            seed: self.seed.clone(),
            options: wire::from_json(self.options.as_bytes()).map_err(|why| unreadable("options", why))?,
            moves: wire::from_json(self.moves).map_err(|why| unreadable("moves", why))?,
            score: None,
        })
    }
}

/// Replays a stored run and compares the result with the stored one.
pub(crate) fn verify<G: Solitaire>(record: RunRecord<'_>, result: &RunResult) -> Result<Verification, Unreadable> {
    let run = record.typed::<G>()?;
    let replay = replay::replay_moves(State::<G>::deal(run.seed, run.options), &run.moves, false);
    let found = RunResult::of(&replay, run.moves.len());
    let (legal, complete) = (replay.legal(), replay.complete());
    let scores_hold = (found.whole, &found.rooms) == (result.whole, &result.rooms);
    let score_holds = found.score_card == result.score_card && scores_hold;
    let digest_holds = found.digest == result.digest;
    Ok(Verification {
        holds: legal && complete && score_holds && digest_holds,
        legal,
        complete,
        score_holds,
        digest_holds,
        score: RawValue::from_string(found.score_card).map_err(|why| Unreadable(why.to_string()))?,
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
