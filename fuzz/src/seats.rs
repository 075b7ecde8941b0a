//! `play` and `view` of every game for several seats on any bytes. What is admitted plays, and no view has the seed.

use std::sync::Arc;

use funhouse_engine::answer::{Extras, Position, SeenPosition};
use funhouse_rules::erased::{AnyEvents, AnyState, games};
use funhouse_rules::game::{Level, Seat, Viewer};

use crate::moves::{play_all, request, try_random};

/// The events of a move, as each viewer receives them.
fn shown(events: Arc<dyn AnyEvents>) {
    for viewer in [Viewer::Onlooker, Viewer::Seat(Seat::FIRST)] {
        assert!(!events.json(viewer, true).get().is_empty(), "events can be written");
    }
}

/// All that answers are made of.
fn answers(game: &'static str, state: &dyn AnyState) {
    for seat in state.seats().iter().map(Some).chain([None]) {
        let _ = state.scene(seat.map_or(Viewer::Onlooker, Viewer::Seat)).to_string();
        let seen = serde_json::to_value(SeenPosition::of(game, state, seat, true)).expect("a view can be written");
        assert!(seen["view"].get("seed").is_none(), "a view has no seed");
        if let Some(seat) = seat.filter(|seat| state.to_act().contains(*seat)) {
            let plan = state.plan(seat, Level::DEFAULT, state.seed(), &|_| true).unwrap_or_default();
            assert!(plan.first().is_some_and(|mv| state.copy().advance(&**mv).is_ok()), "the built-in player plays");
        }
    }
    let answer = Position::of(game, state, None, Extras { legal_moves: true, ..Extras::default() }, None);
    assert!(serde_json::to_vec(&answer).is_ok(), "an answer can be written");
}

/// Passes bytes to `play` and `view` of every game for several seats.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn seats(bytes: &[u8]) {
    for rules in games().iter().filter(|rules| rules.facts().is_seated()) {
        let Some((mut state, moves)) = request(*rules, bytes) else { continue };
        try_random(&*state);
        play_all(&mut *state, &moves, shown);
        answers(rules.facts().id, &*state);
    }
}
