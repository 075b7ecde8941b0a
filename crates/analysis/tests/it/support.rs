//! Positions to analyze.

use funhouse_analysis::{Analysis, Analyzed, Effort, Estimated, Question, analyze, estimate};
use funhouse_rules::chance::{Chance, Seed};
use funhouse_rules::game::{Log, Solitaire, State};
use funhouse_rules::robot::Robot;

pub(crate) fn seed(name: &str) -> Seed {
    name.parse().expect("a seed")
}

pub(crate) fn dealt<G: Solitaire>(name: &str) -> State<G> {
    State::deal(seed(name), G::Options::default())
}

pub(crate) fn analyzed<G: Analyzed>(state: &State<G>, effort: Effort) -> Analysis<G> {
    analyze(state, Question { effort, with_moves: false }, &|_| true).expect("it is not canceled")
}

pub(crate) fn with_moves<G: Analyzed>(state: &State<G>, effort: Effort) -> Analysis<G> {
    analyze(state, Question { effort, with_moves: true }, &|_| true).expect("it is not canceled")
}

pub(crate) fn estimated<G: Estimated>(state: &State<G>, effort: Effort, with_moves: bool) -> Analysis<G> {
    estimate(state, Question { effort, with_moves }, &|_| true).expect("it is not canceled")
}

/// The positions of a game that is played at random from a deal, the last one first. The game has ended in the first.
pub(crate) fn random_game<G: Solitaire>(name: &str) -> Vec<State<G>> {
    let mut states = vec![dealt::<G>(name)];
    Robot::Random.play_out(&mut dealt::<G>(name), 60, |_, state| states.push(state.clone()));
    states.reverse();
    states
}

/// A position that is reached by some moves of a good player and some random ones.
pub(crate) fn position<G: Solitaire>(name: &str) -> State<G> {
    let mut state = dealt::<G>(name);
    let seed = seed(name);
    let mut draws = Chance::new(&seed).event("analysis/position");
    let plan = state.plan();
    let planned = draws.below(plan.len() as u64 + 1) as usize;
    for mv in plan.iter().take(planned) {
        state.play(mv, &mut Log::discard()).expect("a plan is legal");
    }
    Robot::Random.play_out(&mut state, draws.below(4) as usize, |_, _| {});
    state
}
