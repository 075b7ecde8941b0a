//! Verification: a run is replayed, and what it says of itself is compared with what the rules give.
//!
//! A run that is handed in is [judged](judge) before it is kept; one that is kept can be [verified](verify) at any time.

use serde::Serialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::answer::BadMove;
use crate::rules::fault::Illegal;
use crate::rules::game::{Game, Id, Refused, ScoreCard as _};
use crate::rules::registry::{self, Task};
use crate::rules::replay::{Replay, Run, digest_bytes, hex, replay};
use crate::store::{Mark, Merit, StoredRun};

/// What a run that may be kept comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The mark of the whole, then of each room.
    pub marks: Vec<Mark>,
    /// The score card, as JSON.
    pub score: String,
    /// The digest of the final state.
    pub digest: [u8; 32],
}

/// Why a run may not be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKept {
    /// Why.
    pub why: Why,
    /// The score card of the position where the replay stopped.
    pub score: Json,
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The rules refuse the move of this place.
    Illegal(usize, Illegal),
    /// The game has not ended.
    Incomplete,
    /// It ended in a way that no board ranks, such as being given up.
    NotRanked,
    /// It scores this, and not what it claims.
    Differs(u64),
}

/// Replays a run and compares what it comes to with its claim.
///
/// # Errors
/// [`Refused`] when its rules version is unknown; within, why it may not be kept.
pub fn judge<G: Game>(run: &Run<G>, claim: u64) -> Result<Result<Judged, NotKept>, Refused> {
    let mut replay = replay(run, false)?;
    let score = replay.state.score();
    let why = match replay.bad_move.take() {
        Some(bad) => Some(Why::Illegal(bad.index, bad.illegal)),
        None if !replay.complete() => Some(Why::Incomplete),
        None if !replay.state.ranked() => Some(Why::NotRanked),
        None if score.total() != claim => Some(Why::Differs(score.total())),
        None => None,
    };
    if let Some(why) = why {
        return Ok(Err(NotKept { why, score: serde_json::to_value(&score).unwrap_or_default() }));
    }
    let digest = digest_bytes(&replay.state);
    let marks = marks(&replay, run.moves.len());
    Ok(Ok(Judged { marks, score: serde_json::to_string(&score).unwrap_or_default(), digest }))
}

/// The mark of the whole, then of each room.
fn marks<G: Game>(replay: &Replay<G>, moves: usize) -> Vec<Mark> {
    let mark = |score: u64, moves: u32| Mark { merit: Merit::of(score, G::WINS), moves };
    let score = replay.state.score();
    let rooms = score.rooms().iter().zip(&replay.moves_in_rooms).map(|(score, moves)| mark(*score, *moves));
    // A run has at most 10,000 moves.
    std::iter::once(mark(score.total(), u32::try_from(moves).unwrap_or(u32::MAX))).chain(rooms).collect()
}

/// What the rules say of a stored run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Verification {
    /// Whether the run holds: it is legal and complete, and gives the score, the moves in each room and the digest that
    /// are stored.
    pub holds: bool,
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the game has ended.
    pub complete: bool,
    /// Whether it scores what is stored.
    pub score_holds: bool,
    /// Whether the digest of the final state is the one that is stored. A run whose score holds but whose digest does not
    /// was made when states were written in another way.
    pub digest_holds: bool,
    /// The score card that the replay gives: that of the position after the last legal move.
    #[schema(value_type = Object)]
    pub score: Box<RawValue>,
    /// The digest of the state after the last legal move.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The first bad move and why, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bad_move: Option<BadMove>,
}

/// Why a stored run cannot even be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// Replays a stored run.
///
/// # Errors
/// When its game or rules version is unknown, or what is stored cannot be read.
pub fn verify(run: &StoredRun) -> Result<Verification, Unreadable> {
    with_run(run, Verify(run))
}

/// Does something with a stored run, as a run of its game.
///
/// # Errors
/// When its game is unknown, or what is stored cannot be read.
pub fn with_run<T: RunTask>(run: &StoredRun, task: T) -> Result<T::Output, Unreadable> {
    struct Typed<'a, T>(&'a StoredRun, T);
    impl<T: RunTask> Task for Typed<'_, T> {
        type Output = Result<T::Output, Unreadable>;
        fn run<G: Game>(self) -> Self::Output {
            self.1.run(typed::<G>(self.0)?)
        }
    }
    let game = &run.summary.course.game;
    registry::with_game(game, Typed(run, task))
        .unwrap_or_else(|_| Err(Unreadable(format!("there is no game {game:?}"))))
}

/// What is done with a run of any game.
pub trait RunTask {
    /// The result.
    type Output;
    /// Does it.
    ///
    /// # Errors
    /// When the run cannot be replayed.
    fn run<G: Game>(self, run: Run<G>) -> Result<Self::Output, Unreadable>;
}

fn typed<G: Game>(run: &StoredRun) -> Result<Run<G>, Unreadable> {
    let unreadable = |what: &str, why: &dyn std::fmt::Display| Unreadable(format!("{what} cannot be read: {why}"));
    let moves = run.moves.unpack().map_err(|why| unreadable("the moves", &why))?;
    Ok(Run {
        game: Id::new(),
        rules: run.summary.course.rules,
        seed: run.summary.seed.clone(),
        options: serde_json::from_str(&run.summary.course.options).map_err(|why| unreadable("the options", &why))?,
        moves: serde_json::from_slice(&moves).map_err(|why| unreadable("the moves", &why))?,
        score: run.summary.marks.first().map(|mark| mark.merit.score()),
    })
}

struct Verify<'a>(&'a StoredRun);

impl RunTask for Verify<'_> {
    type Output = Verification;

    fn run<G: Game>(self, run: Run<G>) -> Result<Verification, Unreadable> {
        let stored = self.0;
        let replay = replay(&run, false)
            .map_err(|_| Unreadable(format!("the rules version {} is not known for {}", run.rules, G::ID)))?;
        let score = replay.state.score();
        let card = serde_json::to_string(&score).unwrap_or_default();
        let digest = digest_bytes(&replay.state);
        let (legal, complete) = (replay.legal(), replay.complete());
        let score_holds = card == stored.score && marks(&replay, run.moves.len()) == stored.summary.marks;
        let digest_holds = digest == stored.digest;
        Ok(Verification {
            holds: legal && complete && score_holds && digest_holds,
            legal,
            complete,
            score_holds,
            digest_holds,
            score: RawValue::from_string(card).map_err(|why| Unreadable(why.to_string()))?,
            digest: hex(&digest),
            bad_move: BadMove::of(&replay),
        })
    }
}
