//! `play` and `view` of every game for several seats on any bytes. What is admitted plays, and no view has the seed.

use funhouse_engine::answer::{Extras, Position, ViewPosition};
use funhouse_engine::read::read;
use funhouse_engine::request::{PlayRequest, ViewRequest};
use funhouse_rules::game::{Game, Log, Seated, State, Viewer};
use funhouse_rules::mode::{Mode, SeatedMode};
use funhouse_rules::registry::{SeatedVisitor, visit_seated};

use crate::moves::{play_all, try_listed};

struct Sit<'a>(&'a [u8]);

impl SeatedVisitor for Sit<'_> {
    fn visit<G: Seated>(&mut self) {
        if let Ok(request) = read::<PlayRequest<G, SeatedMode>>(self.0)
            && let Ok(mut state) = request.state.clone().admit()
        {
            play_all(&mut state, &request.moves, shown::<G>);
            answers(state);
        }
        if let Ok(request) = read::<ViewRequest<G, SeatedMode>>(self.0)
            && let Ok(state) = request.state.admit()
        {
            try_listed(&state);
            answers(state);
        }
    }
}

/// The events of a move, as each viewer receives them.
fn shown<G: Game>(log: Log<G::Event>) {
    for event in log.events() {
        let _ = (G::visible_event(&event, Viewer::Onlooker), G::visible_event(&event, Viewer::Host));
    }
}

/// All that answers are made of.
fn answers<G: Seated>(state: State<G>) {
    for seat in state.seats().iter().map(Some).chain([None]) {
        let _ = SeatedMode::scene(&state, seat.map_or(Viewer::Onlooker, Viewer::Seat)).to_string();
        let seen =
            serde_json::to_value(ViewPosition::<G, SeatedMode>::of(&state, seat, true)).expect("a view can be written");
        assert!(seen["view"].get("seed").is_none(), "a view has no seed");
        if let Some(seat) = seat.filter(|seat| state.to_act().contains(*seat)) {
            let plan = state.plan_for(seat);
            let mut next = state.clone();
            assert!(
                plan.first().is_some_and(|mv| next.play(mv, &mut Log::discard()).is_ok()),
                "the built-in player plays"
            );
        }
    }
    let answer =
        Position::<G, SeatedMode>::for_seat(state, None, Extras { legal_moves: true, ..Extras::default() }, None);
    assert!(serde_json::to_vec(&answer).is_ok(), "an answer can be written");
}

/// Passes bytes to `play` and `view` of every game for several seats.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn seats(bytes: &[u8]) {
    visit_seated(&mut Sit(bytes));
}
