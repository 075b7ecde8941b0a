//! Laws of replays.

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Bounds as _, Log, ScoreCard as _, Solitaire, State};
use funhouse::rules::registry::{self, Visitor};
use funhouse::rules::replay::{Run, digest, replay, replay_tracing};
use proptest::strategy::Strategy as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;

use super::{Law, in_bounds, is_admitted, is_playable, reversed, times, uphold};
use crate::support::walks::{all_options, draws, wander};

#[test]
fn replay_reproduces_scores_and_digests() {
    struct Replayed;
    impl Law for Replayed {
        const SEEDS: u64 = 60;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("replayed", 0);
            let (mut moves, mut steps) = (Vec::new(), Vec::new());
            let mut last = State::<G>::deal(seed.clone(), options);
            wander(last.clone(), &mut draws, |state, mv| {
                steps.push((state.score(), digest(state)));
                moves.extend(mv.cloned());
                last = state.clone();
            });
            let run = json!({
                "game": G::ID, "rules": G::RULES, "seed": seed, "options": options, "moves": moves,
                "score": last.score().total(),
            });
            let run: Run<G> = serde_json::from_str(&reversed(&run)).expect("it is a run");
            let replayed = replay(&run, true);
            assert!(replayed.legal() && replayed.complete() && replayed.gives(&last.score().total()));
            let trace =
                replayed.trace.expect("a trace was wanted").into_iter().map(|step| (step.standing, step.digest));
            assert_eq!(trace.collect::<Vec<_>>(), steps, "{} on {seed}", G::ID);
            let (from, to) = (steps.len() / 3, steps.len() / 2);
            let part = replay_tracing(&run, Some(from..to));
            let part = part.trace.expect("a trace was wanted").into_iter().map(|step| (step.standing, step.digest));
            assert_eq!(part.collect::<Vec<_>>(), steps[from..to], "a part of the trace of {} on {seed}", G::ID);
            assert_eq!(replayed.state, last);
        }
    }
    uphold(Replayed);
}

/// A game described by numbers, so that a failure shrinks to the fewest and smallest.
fn game_by_numbers<G: Solitaire>(text: &str, options: usize, choices: &[u32]) {
    let combinations = all_options::<G>();
    let options = combinations[options % combinations.len()];
    let mut state = State::<G>::deal(text.parse().expect("a seed"), options);
    let mut moves = Vec::new();
    for choice in choices {
        let legal = state.legal_moves();
        assert_eq!(state.finished(), legal.moves.is_empty() && legal.bounds.is_none());
        is_admitted(&state);
        in_bounds(&state);
        let mv = match (&legal.moves[..], &legal.bounds) {
            ([], None) => break,
            ([], Some(bounds)) => bounds.any(&mut draws("choice", (*choice).into())),
            (moves, _) => moves[*choice as usize % moves.len()].clone(),
        };
        is_playable(&state, &mv);
        let played = state.play(&mv, &mut Log::discard());
        assert_eq!(played, Ok(()));
        moves.push(mv);
    }
    let run = json!({ "game": G::ID, "rules": G::RULES, "seed": text, "options": options, "moves": moves });
    let replayed = replay::<G>(&serde_json::from_value(run).expect("a run"), false);
    assert_eq!(digest(&replayed.state), digest(&state));
}

#[test]
fn any_seed_options_and_choices_are_lawful() {
    struct Shrinking;
    impl Visitor for Shrinking {
        fn visit<G: Solitaire>(&mut self) {
            let config = Config { cases: 60 * times(), failure_persistence: None, ..Config::default() };
            let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
            let choices = proptest::collection::vec(proptest::num::u32::ANY, 0..40);
            let games = ("[A-Za-z0-9._-]{1,64}", proptest::num::usize::ANY, choices);
            let lawful = games.prop_map(|(seed, options, choices)| (seed, options, choices));
            let result = runner.run(&lawful, |(seed, options, choices)| {
                game_by_numbers::<G>(&seed, options, &choices);
                Ok(())
            });
            result.unwrap_or_else(|e| panic!("{}: {e}", G::ID));
        }
    }
    registry::visit_all(&mut Shrinking);
}
