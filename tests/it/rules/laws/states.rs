//! Laws of states.

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Solitaire, State};

use super::{Law, is_admitted, uphold};
use crate::support::walks::{draws, wander};

#[test]
fn reachable_states_are_admitted_and_round_trip() {
    struct Admitted;
    impl Law for Admitted {
        const SEEDS: u64 = 120;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("admitted", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| is_admitted(state));
        }
    }
    uphold(Admitted);
}

#[test]
fn game_is_finished_exactly_when_no_move_remains() {
    struct Ended;
    impl Law for Ended {
        const SEEDS: u64 = 200;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("ended", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                let legal = state.legal_moves();
                let none = legal.moves.is_empty() && legal.bounds.is_none();
                assert_eq!(state.finished(), none, "{} on {}", G::ID, state.seed());
            });
        }
    }
    uphold(Ended);
}

#[test]
fn scene_of_every_state_has_caption_and_areas() {
    struct Seen;
    impl Law for Seen {
        const SEEDS: u64 = 40;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("seen", 0);
            wander(State::<G>::deal(seed, options), &mut draws, |state, _| {
                let scene = state.scene();
                assert!(!scene.caption.is_empty() && !scene.areas.is_empty(), "{} on {}", G::ID, state.seed());
                assert!(scene.to_string().lines().count() > scene.areas.len(), "{scene}");
            });
        }
    }
    uphold(Seen);
}
