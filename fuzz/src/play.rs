//! `admit` and `play` of every solitaire on any bytes. What is admitted plays, and a rejected move changes nothing.

use funhouse_engine::answer::{Extras, Position};
use funhouse_rules::erased::games;
use funhouse_rules::game::Viewer;

use crate::moves::{play_all, request, try_random};

/// Passes bytes to `admit` and `play` of every solitaire.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn play(bytes: &[u8]) {
    for rules in games().iter().filter(|rules| !rules.facts().is_seated()) {
        let Some((mut state, moves)) = request(*rules, bytes) else { continue };
        try_random(&*state);
        play_all(&mut *state, &moves, drop);
        let _ = state.scene(Viewer::Host).to_string();
        let answer =
            Position::of(rules.facts().id, &*state, None, Extras { legal_moves: true, ..Extras::default() }, None);
        assert!(serde_json::to_vec(&answer).is_ok(), "an answer can be written");
    }
}
