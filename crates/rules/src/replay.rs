//! Replay: plays a run up to its last move or its first illegal move.

use std::ops::Range;

use super::erased::{AnyState, Move, MoveError};
use super::fault::Illegal;
use super::standing::Standing;

pub use super::wire::{MAX_MOVES, MAX_MOVES_OF_ANY};

/// The first illegal move of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The index of the move in the run, from 0.
    pub index: usize,
    /// The rule that refuses it, and why.
    pub illegal: Illegal,
}

/// An entry of a trace: the standing and the digest after the deal or after a move.
#[derive(Clone, Debug)]
pub struct TraceEntry {
    /// The standing at this point.
    pub standing: Standing,
    /// The SHA-256 of the state as canonical JSON, as 64 lowercase hex digits.
    pub digest: String,
}

/// The result of a replay.
#[derive(Debug)]
pub struct Replay {
    /// The state after the last legal move.
    pub state: Box<dyn AnyState>,
    /// The first illegal move, if any.
    pub illegal_move: Option<IllegalMove>,
    /// The requested entries of the trace: one after the deal and one after each legal move. None if no trace was
    /// requested.
    pub trace: Option<Vec<TraceEntry>>,
    /// The number of legal moves played.
    pub moves: usize,
    /// The number of legal moves played in each of the game's rooms.
    pub moves_in_rooms: Vec<u32>,
}

impl Replay {
    /// Returns whether every move was legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.illegal_move.is_none()
    }
}

/// Plays moves from a state of a game with this number of rooms up to the first illegal one, with the trace entries in a range, which may exceed
/// the trace. Entry 0 is that of the state, entry N that after the N-th move.
///
/// # Errors
/// If a move is one of another game.
pub fn replay(
    mut state: Box<dyn AnyState>,
    moves: &[Move],
    rooms: usize,
    wanted: Option<Range<usize>>,
) -> Result<Replay, MoveError> {
    let range = wanted.clone().unwrap_or(0..0);
    let entry = |state: &dyn AnyState| TraceEntry { standing: state.standing(), digest: digest(state) };
    let mut trace = Vec::new();
    if range.contains(&0) {
        trace.push(entry(&*state));
    }
    let mut moves_in_rooms = vec![0; rooms];
    let (mut played, mut illegal_move) = (0, None);
    for (index, mv) in moves.iter().enumerate() {
        let room = state.room();
        match state.advance(&**mv) {
            Ok(()) => {}
            Err(MoveError::Illegal(illegal)) => {
                illegal_move = Some(IllegalMove { index, illegal });
                break;
            }
            Err(other) => return Err(other),
        }
        played += 1;
        if let Some(moves) = moves_in_rooms.get_mut(room) {
            *moves += 1;
        }
        if range.contains(&played) {
            trace.push(entry(&*state));
        }
    }
    Ok(Replay { state, illegal_move, trace: wanted.is_some().then_some(trace), moves: played, moves_in_rooms })
}

/// Computes the digest of a state: the SHA-256 of its canonical JSON (RFC 8785), as 64 lowercase hex digits.
#[must_use]
pub fn digest(state: &dyn AnyState) -> String {
    hex::encode(state.digest())
}
