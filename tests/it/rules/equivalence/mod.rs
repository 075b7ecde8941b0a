//! Equivalent runs: their canonical forms are equal exactly if they differ only in what has no effect.

mod games;

use std::collections::BTreeMap;

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::fault::Illegal;
use funhouse::rules::game::{Context, Log, ScoreCard as _, Seats, Solitaire, State};
use funhouse::rules::robot::Robot;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::support::walks::{Law, MAX_MOVES, draws, uphold, wander};

/// A run of a solitaire.
#[derive(Clone, Debug)]
struct Run<G: Solitaire> {
    seed: Seed,
    options: G::Options,
    moves: Vec<G::Move>,
}

/// A run that was replayed up to its first illegal move.
struct Replayed<G: Solitaire> {
    state: State<G>,
    illegal: Option<Illegal>,
}

fn run_of<G: Solitaire>(seed: &Seed, options: G::Options, moves: Vec<G::Move>) -> Run<G> {
    Run { seed: seed.clone(), options, moves }
}

fn replay<G: Solitaire>(run: &Run<G>) -> Replayed<G> {
    let mut state = State::<G>::deal(run.seed.clone(), run.options);
    let illegal = run.moves.iter().find_map(|mv| state.play(mv, &mut Log::discard()).err());
    Replayed { state, illegal }
}

/// The canonical form of a legal run.
fn canonical<G: Solitaire>(run: &Run<G>) -> String {
    let context = Context::new(&run.seed, Seats::ONE, run.options);
    G::canonical(context, G::deal(context), &run.moves)
}

/// A run that wanders to its end.
fn wandered<G: Solitaire>(seed: &Seed, options: G::Options, n: u64) -> Run<G> {
    let mut moves = Vec::new();
    let start = State::<G>::deal(seed.clone(), options);
    wander(start, &mut draws("equivalence", n), |_, mv| moves.extend(mv.cloned()));
    run_of(seed, options, moves)
}

/// A run of a built-in player.
fn played<G: Solitaire>(robot: Robot, seed: &Seed, options: G::Options) -> Run<G> {
    let mut moves = Vec::new();
    robot.play_out(&mut State::<G>::deal(seed.clone(), options), MAX_MOVES, |mv, _| moves.push(mv.clone()));
    run_of(seed, options, moves)
}

/// The states of a run, the deal's first.
fn states<G: Solitaire>(run: &Run<G>) -> Vec<State<G>> {
    let mut state = State::<G>::deal(run.seed.clone(), run.options);
    let mut states = vec![state.clone()];
    for mv in &run.moves {
        state.play(mv, &mut Log::discard()).expect("a legal run");
        states.push(state.clone());
    }
    states
}

fn after<G: Solitaire>(state: &State<G>, moves: &[&G::Move]) -> Option<State<G>> {
    let mut state = state.clone();
    moves.iter().try_for_each(|mv| state.play(mv, &mut Log::discard())).ok()?;
    Some(state)
}

/// A run with other moves.
fn with<G: Solitaire>(run: &Run<G>, moves: Vec<G::Move>) -> Run<G> {
    Run { moves, ..run.clone() }
}

/// Fails unless both runs are legal, complete, score the same, and are equivalent although their moves differ.
fn assert_equivalent<G: Solitaire>(run: &Run<G>, variant: &Run<G>) {
    assert_ne!(run.moves, variant.moves, "{} on {}", G::ID, run.seed);
    let [one, other] = [run, variant].map(replay);
    assert!(other.illegal.is_none() && other.state.finished(), "{} on {}: {:?}", G::ID, run.seed, other.illegal);
    assert_eq!(one.state.score().total(), other.state.score().total(), "{} on {}", G::ID, run.seed);
    assert_eq!(canonical(run), canonical(variant), "{} on {}", G::ID, run.seed);
}

/// Other legal moves than one: all listed ones, and of those within bounds some, and those whose numbers differ by one.
fn other_moves<G: Solitaire>(state: &State<G>, mv: &G::Move, draws: &mut Draws) -> Vec<G::Move> {
    let legal = state.legal_moves();
    let unlisted: Vec<G::Move> = (0..4).filter_map(|_| legal.draw_unlisted(draws)).collect();
    let mut others = legal.moves;
    if !legal.bounds.is_empty() {
        others.extend(unlisted);
        others.extend(nudged(mv));
    }
    others.retain(|other| other != mv);
    others
}

/// A move with each of its numbers changed by one, up and down.
fn nudged<M: Serialize + DeserializeOwned>(mv: &M) -> Vec<M> {
    let Json::Object(fields) = json!(mv) else { panic!("a move is an object") };
    let numbers = fields.iter().filter_map(|(name, value)| Some((name, value.as_i64()?)));
    let nudges = numbers.flat_map(|(name, number)| [-1, 1].map(|by| (name, number + by)));
    let nudged = nudges.map(|(name, number)| {
        let mut fields = fields.clone();
        fields.insert(name.clone(), number.into());
        Json::Object(fields)
    });
    nudged.filter_map(|json| funhouse::rules::wire::from_value(json).ok()).collect()
}

/// How many changes of one move lead to the same end of the game, and how many of these make an equivalent run.
#[derive(Clone, Copy, Debug, Default)]
struct SameEnd {
    changes: u32,
    equivalent: u32,
}

/// Maximum number of moves of a run that are changed.
const MAX_CHANGED: usize = 40;

#[test]
fn changes_of_moves_without_effect_leave_runs_equivalent() {
    #[derive(Default)]
    struct Changes(BTreeMap<&'static str, SameEnd>);
    impl Changes {
        fn change<G: Solitaire>(&mut self, run: &Run<G>, draws: &mut Draws) {
            let states = states(run);
            let form = canonical(run);
            for i in (0..run.moves.len()).step_by(1 + run.moves.len() / MAX_CHANGED) {
                for other in other_moves(&states[i], &run.moves[i], draws) {
                    let Some(next) = after(&states[i], &[&other]) else { continue };
                    let rest: Vec<&G::Move> = run.moves[i + 1..].iter().collect();
                    let Some(end) = after(&next, &rest) else { continue };
                    let mut moves = run.moves.clone();
                    moves[i] = other;
                    let variant = with(run, moves);
                    let equivalent = canonical(&variant) == form;
                    let has_equal_states = next == states[i + 1];
                    assert!(
                        equivalent || !has_equal_states,
                        "{} on {}: move {i} {:?}",
                        G::ID,
                        run.seed,
                        variant.moves[i]
                    );
                    if Some(&end) == states.last() {
                        let seen = self.0.entry(G::ID).or_default();
                        seen.changes += 1;
                        seen.equivalent += u32::from(equivalent);
                    }
                }
            }
        }
    }
    impl Law for Changes {
        const SEEDS: u64 = 10;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let mut draws = draws("changes", 0);
            self.change(&wandered::<G>(&seed, options, 0), &mut draws);
            for robot in [Robot::Random, Robot::Greedy] {
                self.change(&played::<G>(robot, &seed, options), &mut draws);
            }
        }
    }
    let seen = uphold(Changes::default()).0;
    // There, only detours are changed that lead back to the same board.
    let by_rule = seen.iter().filter(|(game, _)| **game != "easy-slider");
    for (game, SameEnd { changes, equivalent }) in by_rule {
        assert!(equivalent * 10 >= changes * 9, "{game}: {equivalent} of {changes} changes to the same end");
    }
    for game in ["slide-jam", "whack-a-dummy", "catwalk", "roll-out-the-barrels", "magic-bag", "epic-funhouse"] {
        assert!(seen[game].changes > 20, "{game} has some: {seen:?}");
    }
}

#[test]
fn runs_with_reordered_moves_are_equivalent() {
    #[derive(Default)]
    struct Reordered(BTreeMap<&'static str, u32>);
    impl Law for Reordered {
        const SEEDS: u64 = 8;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let run = wandered::<G>(&seed, options, 0);
            let states = states(&run);
            let swapped = self.0.entry(G::ID).or_default();
            for (i, mv) in run.moves.iter().enumerate() {
                let Some(next) = run.moves.get(i + 1).filter(|next| *next != mv) else { continue };
                if after(&states[i], &[next, mv]).as_ref() == Some(&states[i + 2]) {
                    let mut moves = run.moves.clone();
                    moves.swap(i, i + 1);
                    assert_equivalent(&run, &with(&run, moves));
                    *swapped += 1;
                }
            }
        }
    }
    let seen = uphold(Reordered::default()).0;
    assert!(seen["trampo-land"] > 0 && seen["magic-mirror"] > 0, "some moves commute: {seen:?}");
}

#[test]
fn runs_with_different_scores_are_not_equivalent() {
    #[derive(Default)]
    struct Unlike(BTreeMap<&'static str, [u32; 2]>);
    impl Law for Unlike {
        const SEEDS: u64 = 12;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            let runs: Vec<Run<G>> = (0..3).map(|n| wandered::<G>(&seed, options, n)).collect();
            let form = |run: &Run<G>| (canonical(run), replay(run).state.score());
            let forms: Vec<_> = runs.iter().map(form).collect();
            for (i, one) in forms.iter().enumerate() {
                for (j, other) in forms.iter().enumerate().skip(i + 1) {
                    let equivalent = one.0 == other.0;
                    assert!(!equivalent || one.1 == other.1, "{} on {seed}: {}", G::ID, one.0);
                    let [pairs, of_like] = self.0.entry(G::ID).or_default();
                    *pairs += 1;
                    *of_like += u32::from(equivalent && runs[i].moves != runs[j].moves);
                }
            }
            // Whatever else might have been the last move.
            let run = &runs[0];
            let states = states(run);
            let Some(last) = run.moves.len().checked_sub(1) else { return };
            for other in states[last].legal_moves().moves {
                let end = after(&states[last], &[&other]).expect("a legal move");
                if end.finished() && end.score() != states[last + 1].score() {
                    let mut moves = run.moves.clone();
                    moves[last] = other;
                    assert_ne!(canonical(run), canonical(&with(run, moves)), "{} on {seed}", G::ID);
                }
            }
        }
    }
    let seen = uphold(Unlike::default()).0;
    // There, most random runs give up on the first coin.
    for (game, [pairs, equivalent]) in seen.into_iter().filter(|(game, _)| *game != "roll-out-the-barrels") {
        assert!(equivalent * 5 <= pairs, "{game}: {equivalent} of {pairs} pairs of random runs are equivalent");
    }
}
