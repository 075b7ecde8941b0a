//! Laws of robots and of the end of a game.

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Log, Solitaire, State};
use funhouse::rules::robot::Robot;

use super::{Law, in_bounds, uphold};
use crate::support::walks::MAX_MOVES;

#[test]
fn random_player_finishes_with_scores_in_bounds() {
    struct Ends;
    impl Law for Ends {
        const SEEDS: u64 = 300;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut state = State::<G>::deal(seed, options);
            in_bounds(&state);
            Robot::Random.play_out(&mut state, MAX_MOVES, |_, state| in_bounds(state));
            assert!(state.finished(), "{} on {}", G::ID, state.seed());
        }
    }
    uphold(Ends);
}

#[test]
fn greedy_player_finishes_with_legal_moves_only() {
    struct Ends;
    impl Law for Ends {
        const SEEDS: u64 = 2;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut state = State::<G>::deal(seed, options);
            while !state.finished() {
                let plan = state.plan();
                assert!(!plan.is_empty(), "{} has a plan on {}", G::ID, state.seed());
                for mv in plan {
                    let created = state.play(&mv, &mut Log::discard());
                    created.unwrap_or_else(|e| panic!("{} on {}: {mv:?}: {e}", G::ID, state.seed()));
                    in_bounds(&state);
                }
            }
        }
    }
    uphold(Ends);
}
