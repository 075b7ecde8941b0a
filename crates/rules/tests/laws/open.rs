//! Games of open information: whatever the seed, a position and a move lead to one position, and everyone sees all of it.

use std::collections::BTreeMap;

use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::game::{Game, Log, State, StateForm};
use funhouse_rules::mode::Mode;
use serde_json::json;

use crate::walks::{Law, all_games, random_move, uphold, viewers};

/// How many moves are compared in a position.
const COMPARED: u32 = 8;

/// The same position of a game with another seed; none if the position shows which seed it is.
fn reseeded<G: Game>(state: &State<G>, draws: &mut Draws) -> Option<State<G>> {
    let seed: Seed = format!("other-{}", draws.word()).parse().expect("a seed");
    let table = state.table().clone();
    StateForm { seed, seats: state.seats(), options: state.options(), table }.admit().ok()
}

/// Whether some move leads elsewhere with another seed.
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
fn open_information_means_no_chance_after_the_deal_and_nothing_hidden() {
    /// By game and by whether it says that it is open with some options: whether it was always found so with these.
    #[derive(Default)]
    struct Open(BTreeMap<(&'static str, bool), bool>);
    impl Law for Open {
        // Some games rarely draw chance.
        const LOOKS_OFTEN: bool = true;

        fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
            let said = G::OPEN_INFORMATION.with(&json!(state.options()));
            let found = self.0.entry((G::ID, said)).or_insert(true);
            *found = *found && !hides(state) && !draws_chance(state, draws);
        }
    }
    let Open(games) = uphold(Open::default());
    for ((id, said), found) in &games {
        assert_eq!(said, found, "{id} says whether it is a game of open information");
    }
    let open = games.keys().filter(|(_, said)| *said).count();
    assert!(!all_games() || open >= 5 && games.len() - open >= 5, "{games:?}");
}
