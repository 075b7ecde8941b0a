//! Games with open information: a position and a move lead to the same position with every seed, and everyone sees all
//! of it.

use std::collections::BTreeMap;

use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::game::{Game, Log, State, StateForm};
use funhouse_rules::mode::Mode;
use serde_json::json;

use crate::walks::{Law, all_games, check_all, random_move, viewers};

/// The number of moves to compare in a position.
const COMPARED: u32 = 8;

/// Returns the same position with another seed; none if the position determines its seed.
fn reseeded<G: Game>(state: &State<G>, draws: &mut Draws) -> Option<State<G>> {
    let seed: Seed = format!("other-{}", draws.word()).parse().expect("a seed");
    let table = state.table().clone();
    StateForm { seed, seats: state.seats(), options: state.options(), table }.admit().ok()
}

/// Returns whether some move has another result with another seed.
fn draws_chance<G: Game>(state: &State<G>, draws: &mut Draws) -> bool {
    let Some(other) = reseeded(state, draws) else { return true };
    let after = |mut state: State<G>, mv: &G::Move| {
        state.play(mv, &mut Log::discard()).expect("it is legal");
        state.table().clone()
    };
    let moves: Vec<G::Move> = (0..COMPARED).filter_map(|_| random_move(state, draws)).collect();
    moves.iter().any(|mv| after(state.clone(), mv) != after(other.clone(), mv))
}

fn hides<G: Game>(state: &State<G>) -> bool {
    let table = json!(state.table());
    viewers(state.seats()).any(|viewer| json!(state.view(viewer)) != table)
}

#[test]
fn open_information_has_no_chance_and_no_hidden_parts() {
    /// By game and by whether the game claims open information with some options: whether that was always observed.
    #[derive(Default)]
    struct Open(BTreeMap<(&'static str, bool), bool>);
    impl Law for Open {
        // Some games rarely draw chance.
        const CHECKS_OFTEN: bool = true;

        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let said = G::OPEN_INFORMATION.with(&json!(state.options()));
            let found = self.0.entry((G::ID, said)).or_insert(true);
            *found = *found && !hides(state) && !draws_chance(state, draws);
        }
    }
    let Open(games) = check_all(Open::default());
    for ((id, said), found) in &games {
        assert_eq!(said, found, "{id} says whether it is a game of open information");
    }
    let open = games.keys().filter(|(_, said)| *said).count();
    assert!(!all_games() || open >= 5 && games.len() - open >= 5, "{games:?}");
}
