//! Checks of moves in any state.

use funhouse_engine::request::Moves;
use funhouse_rules::game::{Game, Log, State};

/// Maximum number of moves that are played or tried.
const MAX_MOVES: usize = 100;

/// Plays the moves of a request. Shows the events of each that is legal.
///
/// # Panics
///
/// If a rejected move changes the state.
pub(crate) fn play_all<G: Game>(state: &mut State<G>, moves: &Moves<G>, mut show: impl FnMut(Log<G::Event>)) {
    for (mv, _) in moves.each().take(MAX_MOVES) {
        let before = state.clone();
        let mut log = Log::keep();
        match state.play(mv, &mut log) {
            Err(_) => assert_eq!(*state, before, "a rejected move changes nothing"),
            Ok(()) => show(log),
        }
    }
}

/// Tries the listed moves.
///
/// # Panics
///
/// If a listed move is illegal.
pub(crate) fn try_listed<G: Game>(state: &State<G>) {
    for mv in state.legal_moves().moves.iter().take(MAX_MOVES) {
        assert!(state.clone().play(mv, &mut Log::keep()).is_ok(), "a listed move is legal");
    }
}
