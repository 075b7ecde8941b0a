//! Checks of moves in any state.

use std::sync::Arc;

use funhouse_rules::erased::{AnyEvents, AnyState, Move, Rules};
use funhouse_rules::wire::{self, Fault, Reader};

/// Maximum number of moves that are played.
const MAX_MOVES: usize = 100;

/// Reads the state and the moves of a request. Returns none unless the state is admitted.
pub(crate) fn request(rules: &dyn Rules, bytes: &[u8]) -> Option<(Box<dyn AnyState>, Vec<Move>)> {
    let read = |request: Reader<'_>| {
        let state = request.get("state").ok_or_else(|| Fault::missing("state", None))?;
        let (one, several) = (request.get("move"), request.get("moves"));
        let several = several.map(|moves| moves.items(0, usize::MAX, format_args!(""))).transpose()?;
        let moves = one.into_iter().chain(several.into_iter().flatten().map(|(_, mv)| mv));
        Ok((rules.read_state(state)?, moves.take(MAX_MOVES).filter_map(|mv| rules.read_move(mv).ok()).collect()))
    };
    let (state, moves): (_, Vec<Move>) = wire::read_with(bytes, &read).ok()?;
    Some((state.admit().ok()?, moves))
}

/// Plays moves. Shows the events of each that is legal.
///
/// # Panics
///
/// If a rejected move changes the state.
pub(crate) fn play_all(state: &mut dyn AnyState, moves: &[Move], mut show: impl FnMut(Arc<dyn AnyEvents>)) {
    for mv in moves {
        let before = state.json();
        match state.play(&**mv) {
            Err(_) => assert_eq!(state.json().get(), before.get(), "a rejected move changes nothing"),
            Ok(events) => show(events),
        }
    }
}

/// Tries a legal move.
///
/// # Panics
///
/// If a listed move is illegal.
pub(crate) fn try_random(state: &dyn AnyState) {
    for turn in 1..10 {
        let Some(mv) = state.random_move(turn) else { return };
        assert!(state.copy().play(&*mv).is_ok(), "a listed move is legal");
    }
}
