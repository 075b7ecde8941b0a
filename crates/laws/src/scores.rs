//! Scores of solitaires. Games for several seats have points instead, without bounds.

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{ScoreCard as _, Solitaire, State};
use funhouse_rules::registry::{self, Visitor};
use funhouse_rules::robot::Robot;

use crate::walks::{all_options, number};

/// More moves than any game needs.
const MAX_MOVES: usize = 20_000;

fn assert_in_bounds<G: Solitaire>(state: &State<G>) {
    let total = state.score().total();
    assert!(total >= G::MIN_SCORE, "{total} in {} on {}", G::ID, state.seed());
    assert!(G::MAX_SCORE.is_none_or(|max| total <= max), "{total} in {} on {}", G::ID, state.seed());
}

/// Plays games to their end on this many seeds, which use all options in turn.
struct Ends(Robot, u64);

impl Visitor for Ends {
    fn visit<G: Solitaire>(&mut self) {
        let Self(robot, seeds) = *self;
        let seeds = number("FUNHOUSE_LAWS").unwrap_or(seeds);
        for (n, options) in (0..seeds).zip(all_options::<G>().into_iter().cycle()) {
            let seed: Seed = format!("law-{n}").parse().expect("a seed");
            let mut state = State::<G>::deal(seed, options);
            assert_in_bounds(&state);
            robot.play_out(&mut state, MAX_MOVES, |_, state| assert_in_bounds(state));
            assert!(state.finished(), "{} on {}", G::ID, state.seed());
        }
    }
}

#[test]
fn random_players_end_every_solitaire_within_score_bounds() {
    registry::visit_all(&mut Ends(Robot::Random, 300));
}

#[test]
fn built_in_players_end_every_solitaire_within_score_bounds() {
    registry::visit_all(&mut Ends(Robot::Greedy, 2));
}
