//! `admit` and `play` of every solitaire on any bytes. What is admitted plays, and a rejected move changes nothing.

use funhouse_engine::answer::{Extras, Position};
use funhouse_engine::read::read;
use funhouse_engine::request::{PlayRequest, StateRequest};
use funhouse_rules::game::{Solitaire, State};
use funhouse_rules::registry::{Visitor, visit_all};

use crate::moves::{play_all, try_listed};

struct Play<'a>(&'a [u8]);

impl Visitor for Play<'_> {
    fn visit<G: Solitaire>(&mut self) {
        if let Ok(request) = read::<PlayRequest<G>>(self.0)
            && let Ok(mut state) = request.state.clone().admit()
        {
            play_all(&mut state, &request.moves, drop);
            answers(state);
        }
        if let Ok(request) = read::<StateRequest<G>>(self.0)
            && let Ok(state) = request.state.admit()
        {
            try_listed(&state);
            answers(state);
        }
    }
}

/// All that an answer is made of.
fn answers<G: Solitaire>(state: State<G>) {
    let _ = state.scene().to_string();
    let answer = Position::of(state, None, Extras { legal_moves: true, ..Extras::default() });
    assert!(serde_json::to_vec(&answer).is_ok(), "an answer can be written");
}

/// Passes bytes to `admit` and `play` of every solitaire.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn play(bytes: &[u8]) {
    visit_all(&mut Play(bytes));
}
