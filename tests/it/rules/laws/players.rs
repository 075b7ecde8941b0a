//! Laws of robots and of the end of a game.

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Log, Solitaire, State};
use funhouse::rules::robot::Robot;

use super::{Law, in_bounds, uphold};
use crate::support::walks::MAX_MOVES;

#[test]
fn the_random_player_ends_every_game_and_every_score_on_the_way_is_within_the_bounds() {
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
fn the_greedy_player_plays_only_legal_moves_and_ends_every_game() {
    struct Ends;
    impl Law for Ends {
        const SEEDS: u64 = 2;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut state = State::<G>::deal(seed, options);
            while !state.finished() {
                let plan = state.plan();
                assert!(!plan.is_empty(), "{} has a plan on {}", G::ID, state.seed());
                for mv in plan {
                    let made = state.play(&mv, &mut Log::discard());
                    made.unwrap_or_else(|e| panic!("{} on {}: {mv:?}: {e}", G::ID, state.seed()));
                    in_bounds(&state);
                }
            }
        }
    }
    uphold(Ends);
}
