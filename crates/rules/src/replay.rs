//! Replay: from a run to its final position, or to its first illegal move and why.

use std::ops::Range;

use super::digest;
use super::fault::Illegal;
use super::game::{Context, Game, Log, Seats, Solitaire, State};
use super::hex;
use super::kind::{Alone, Kind};

pub use super::run::{Run, SeatedRun};
pub use super::wire::MAX_MOVES;

/// The first move of a run that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its place in the run, from 0.
    pub index: usize,
    /// Why it is refused.
    pub illegal: Illegal,
}

/// An entry of a trace: how the game stands and the digest, after the deal or after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry<S> {
    /// How the game stands there.
    pub standing: S,
    /// The [digest](digest()) of the state.
    pub digest: String,
}

/// What a replay finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<G: Game, K: Kind<G> = Alone> {
    /// The state after the last legal move.
    pub state: State<G>,
    /// The first illegal move, if there is one.
    pub illegal_move: Option<IllegalMove>,
    /// The entries asked for, of those after the deal and after each legal move; none if no trace was asked for.
    pub trace: Option<Vec<TraceEntry<K::Standing>>>,
    /// How many legal moves were made.
    pub moves: usize,
    /// How many legal moves were made in each of the game's [rooms](Solitaire::ROOMS).
    pub moves_in_rooms: Vec<u32>,
}

impl<G: Game, K: Kind<G>> Replay<G, K> {
    /// Whether every move was legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.illegal_move.is_none()
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.state.finished()
    }

    /// Whether the last state gives what is claimed.
    #[must_use]
    pub fn gives(&self, claim: &K::Claim) -> bool {
        K::is(&K::standing(&self.state), claim)
    }
}

/// Plays a solitaire's run from its deal to its end or its first illegal move, with a whole trace if one is wanted.
pub fn replay<G: Solitaire>(run: &Run<G>, trace: bool) -> Replay<G> {
    replay_tracing(run, trace.then_some(0..usize::MAX))
}

/// Plays a solitaire's run from its deal, with those entries of its trace that are in the range, which may pass the end.
/// Entry 0 is the deal's, entry N that after the N-th move.
pub fn replay_tracing<G: Solitaire>(run: &Run<G>, trace: Option<Range<usize>>) -> Replay<G> {
    replay_run(run, trace)
}

/// Plays a run of either kind, as [`replay_tracing`] does.
pub fn replay_run<G: Game, K: Kind<G>>(run: &K::Run, trace: Option<Range<usize>>) -> Replay<G, K> {
    replay_from(K::dealt(run), K::moves(run), trace)
}

/// The [canonical form](Solitaire::canonical) of a legal run.
#[must_use]
pub fn canonical<G: Solitaire>(run: &Run<G>) -> String {
    let context = Context::new(&run.seed, Seats::ONE, run.options);
    G::canonical(context, G::deal(context), &run.moves)
}

/// Plays moves of a solitaire from a state up to the first illegal one, with a whole trace if one is wanted.
pub fn replay_moves<G: Solitaire>(state: State<G>, moves: &[G::Move], trace: bool) -> Replay<G> {
    replay_from(state, moves, trace.then_some(0..usize::MAX))
}

/// Plays moves from a state up to the first illegal one, with those entries of the trace that are in the range.
pub fn replay_from<G: Game, K: Kind<G>>(
    mut state: State<G>,
    moves: &[G::Move],
    wanted: Option<Range<usize>>,
) -> Replay<G, K> {
    let range = wanted.clone().unwrap_or(0..0);
    let entry = |state: &State<G>| TraceEntry { standing: K::standing(state), digest: digest(state) };
    let mut trace = Vec::new();
    if range.contains(&0) {
        trace.push(entry(&state));
    }
    let mut moves_in_rooms = vec![0; K::ROOMS.len()];
    let mut log = Log::discard();
    let (mut made, mut illegal_move) = (0, None);
    for (index, mv) in moves.iter().enumerate() {
        let room = K::room(&state);
        if let Err(illegal) = state.play(mv, &mut log) {
            illegal_move = Some(IllegalMove { index, illegal });
            break;
        }
        made += 1;
        if let Some(moves) = moves_in_rooms.get_mut(room) {
            *moves += 1;
        }
        if range.contains(&made) {
            trace.push(entry(&state));
        }
    }
    let trace = wanted.is_some().then_some(trace);
    Replay { state, illegal_move, trace, moves: made, moves_in_rooms }
}

/// The digest of a state: the SHA-256 of its canonical JSON (RFC 8785).
#[must_use]
pub fn digest_bytes<G: Game>(state: &State<G>) -> [u8; 32] {
    digest::of(state)
}

/// The [digest](digest_bytes) of a state as it is written: 64 digits of lowercase hex.
#[must_use]
pub fn digest<G: Game>(state: &State<G>) -> String {
    hex::encode(&digest_bytes(state))
}
