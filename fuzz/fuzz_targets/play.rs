//! `admit` and `play` of every game on whatever bytes: nothing may panic, and what is admitted must play.

#![no_main]

use funhouse::api::answer::{PlayRequest, Position, StateRequest};
use funhouse::api::body::parse;
use funhouse::rules::game::{Game, Log};
use funhouse::rules::registry::{Visitor, visit_all};
use libfuzzer_sys::fuzz_target;

struct Play<'a>(&'a [u8]);

impl Visitor for Play<'_> {
    fn visit<G: Game>(&mut self) {
        if let Ok(request) = parse::<PlayRequest<G>>(self.0)
            && let Ok(mut state) = request.state.clone().admit()
        {
            for (mv, _) in request.moves.each().take(100) {
                let before = state.clone();
                if state.play(mv, &mut Log::kept()).is_err() {
                    assert_eq!(state, before, "a refused move changes nothing");
                }
            }
            answers(state);
        }
        if let Ok(request) = parse::<StateRequest<G>>(self.0)
            && let Ok(state) = request.state.admit()
        {
            let mut legal = state.legal_moves().moves;
            legal.truncate(50);
            for mv in &legal {
                let mut next = state.clone();
                assert!(next.play(mv, &mut Log::kept()).is_ok(), "a listed move is legal");
            }
            answers(state);
        }
    }
}

/// All that an answer is made of.
fn answers<G: Game>(state: funhouse::rules::game::State<G>) {
    let _ = state.scene().to_string();
    let answer = Position::of(state, None, true);
    assert!(serde_json::to_vec(&answer).is_ok(), "an answer can be written");
}

fuzz_target!(|bytes: &[u8]| visit_all(&mut Play(bytes)));
