//! Replay: plays a run up to its last move or its first illegal move.

use std::ops::Range;

use super::digest;
use super::fault::Illegal;
use super::game::{Context, Game, Log, Seats, Solitaire, State};
use super::mode::{Mode, SolitaireMode};

pub use super::run::{Run, SeatedRun};
pub use super::wire::MAX_MOVES;

/// The first illegal move of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The index of the move in the run, from 0.
    pub index: usize,
    /// The rule that refuses it, and why.
    pub illegal: Illegal,
}

/// An entry of a trace: the standing and the digest after the deal or after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry<S> {
    /// The standing at this point.
    pub standing: S,
    /// The [digest](digest()) of the state.
    pub digest: String,
}

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<G: Game, M: Mode<G> = SolitaireMode> {
    /// The state after the last legal move.
    pub state: State<G>,
    /// The first illegal move, if any.
    pub illegal_move: Option<IllegalMove>,
    /// The requested entries of the trace: one after the deal and one after each legal move. None if no trace was
    /// requested.
    pub trace: Option<Vec<TraceEntry<M::Standing>>>,
    /// The number of legal moves played.
    pub moves: usize,
    /// The number of legal moves played in each of the game's [rooms](Solitaire::ROOMS).
    pub moves_in_rooms: Vec<u32>,
}

impl<G: Game, M: Mode<G>> Replay<G, M> {
    /// Returns whether every move was legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.illegal_move.is_none()
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.state.finished()
    }

    /// Returns whether the final standing equals a claim.
    #[must_use]
    pub fn gives(&self, claim: &M::Claim) -> bool {
        M::matches_claim(&M::standing(&self.state), claim)
    }
}

/// Replays a solitaire's run from its deal, with a complete trace if `trace` is set.
pub fn replay<G: Solitaire>(run: &Run<G>, trace: bool) -> Replay<G> {
    replay_tracing(run, trace.then_some(0..usize::MAX))
}

/// Replays a solitaire's run from its deal, with the trace entries in a range, which may exceed the trace.
///
/// Entry 0 is after the deal, entry N after the N-th move.
pub fn replay_tracing<G: Solitaire>(run: &Run<G>, trace: Option<Range<usize>>) -> Replay<G> {
    replay_run(run, trace)
}

/// Replays a run of either mode, with the trace entries in a range as in [`replay_tracing`].
pub fn replay_run<G: Game, M: Mode<G>>(run: &M::Run, trace: Option<Range<usize>>) -> Replay<G, M> {
    replay_from(M::initial_state(run), M::moves(run), trace)
}

/// Returns the [canonical form](Solitaire::canonical) of a legal run.
#[must_use]
pub fn canonical<G: Solitaire>(run: &Run<G>) -> String {
    let context = Context::new(&run.seed, Seats::ONE, run.options);
    G::canonical(context, G::deal(context), &run.moves)
}

/// Plays moves of a solitaire from a state up to the first illegal one, with a complete trace if `trace` is set.
pub fn replay_moves<G: Solitaire>(state: State<G>, moves: &[G::Move], trace: bool) -> Replay<G> {
    replay_from(state, moves, trace.then_some(0..usize::MAX))
}

/// Plays moves from a state up to the first illegal one, with the trace entries in a range.
pub fn replay_from<G: Game, M: Mode<G>>(
    mut state: State<G>,
    moves: &[G::Move],
    wanted: Option<Range<usize>>,
) -> Replay<G, M> {
    let range = wanted.clone().unwrap_or(0..0);
    let entry = |state: &State<G>| TraceEntry { standing: M::standing(state), digest: digest(state) };
    let mut trace = Vec::new();
    if range.contains(&0) {
        trace.push(entry(&state));
    }
    let mut moves_in_rooms = vec![0; M::ROOMS.len()];
    let mut log = Log::discard();
    let (mut played, mut illegal_move) = (0, None);
    for (index, mv) in moves.iter().enumerate() {
        let room = M::room(&state);
        if let Err(illegal) = state.play(mv, &mut log) {
            illegal_move = Some(IllegalMove { index, illegal });
            break;
        }
        played += 1;
        if let Some(moves) = moves_in_rooms.get_mut(room) {
            *moves += 1;
        }
        if range.contains(&played) {
            trace.push(entry(&state));
        }
    }
    let trace = wanted.is_some().then_some(trace);
    Replay { state, illegal_move, trace, moves: played, moves_in_rooms }
}

/// Computes the digest of a state: the SHA-256 of its canonical JSON (RFC 8785).
#[must_use]
pub fn digest_bytes<G: Game>(state: &State<G>) -> [u8; 32] {
    digest::of(state)
}

/// Computes the [digest](digest_bytes) of a state as 64 lowercase hex digits.
#[must_use]
pub fn digest<G: Game>(state: &State<G>) -> String {
    hex::encode(digest_bytes(state))
}
