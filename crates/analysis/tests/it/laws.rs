//! Laws of every analyzed game.

use std::cell::Cell;

use funhouse_analysis::{Analyzed, Bounds, Canceled, Effort, Question, Visitor, analyze, visit_all};
use funhouse_rules::game::{Log, ScoreCard as _, State, StateForm};
use funhouse_rules::robot::Robot;

use crate::support::{analyzed, dealt, position, with_moves};

/// Checks a law on positions of every game.
macro_rules! law {
    ($name:ident, $count:literal, $check:ident) => {
        #[test]
        fn $name() {
            struct Law;
            impl Visitor for Law {
                fn visit<G: Analyzed>(&mut self) {
                    for number in 0..$count {
                        let state = position::<G>(&format!("law-{number}"));
                        $check(&state);
                    }
                }
            }
            visit_all(&mut Law);
        }
    };
}

law!(line_reaches_at_most_by_the_rules, 20, line_reaches_at_most);

fn line_reaches_at_most<G: Analyzed>(state: &State<G>) {
    for effort in [Effort::Quick, Effort::Normal] {
        let found = analyzed(state, effort);
        let mut after = state.clone();
        for mv in &found.line {
            after.play(mv, &mut Log::discard()).expect("the line is legal");
        }
        assert!(after.finished() && (after.eligible() || found.line.is_empty()));
        assert_eq!(after.score().total(), found.bounds.at_most);
        assert!(found.bounds.at_least <= found.bounds.at_most);
        assert_eq!(found.hint.map(|hint| hint.mv), found.line.first().cloned());
    }
}

law!(bounds_bracket_random_and_greedy_play, 40, bounds_bracket_play);

fn bounds_bracket_play<G: Analyzed>(state: &State<G>) {
    let Bounds { at_least, .. } = analyzed(state, Effort::Quick).bounds;
    for robot in [Robot::Random, Robot::Greedy] {
        let mut after = state.clone();
        robot.play_out(&mut after, 600, |_, _| {});
        if after.finished() && after.eligible() {
            let total = after.score().total();
            assert!(at_least <= total, "{robot:?} reaches {total}, but at_least is {at_least}");
        }
    }
}

law!(more_effort_never_widens_the_bounds_of_a_proof, 12, more_effort);

fn more_effort<G: Analyzed>(state: &State<G>) {
    let (quick, normal) = (analyzed(state, Effort::Quick).bounds, analyzed(state, Effort::Normal).bounds);
    assert!(quick.at_least <= normal.at_most && normal.at_least <= quick.at_most, "{quick:?} and {normal:?}");
    assert!(!quick.proven() || quick == normal, "{quick:?} and {normal:?}");
}

law!(same_question_has_the_same_answer, 10, same_answer);

fn same_answer<G: Analyzed>(state: &State<G>) {
    let json = || serde_json::to_string(&with_moves(state, Effort::Quick)).expect("it is JSON");
    assert_eq!(json(), json());
}

law!(answer_does_not_depend_on_the_seed, 10, independent_of_seed);

/// No chance is left after the deal of these games, so only the table may matter.
fn independent_of_seed<G: Analyzed>(state: &State<G>) {
    let mut json = serde_json::to_value(state).expect("a state is JSON");
    json["seed"] = "another".into();
    let form = StateForm::<G>::from_value(json).expect("a state");
    let other = form.admit().expect("it is possible");
    assert_ne!(other.seed(), state.seed());
    assert_eq!(with_moves(state, Effort::Quick), with_moves(&other, Effort::Quick));
}

law!(values_of_moves_agree_with_the_bounds, 20, values_agree);

fn values_agree<G: Analyzed>(state: &State<G>) {
    let found = with_moves(state, Effort::Quick);
    let values = found.moves.expect("they were requested");
    assert_eq!(values.len(), state.legal_moves().moves.len());
    for value in &values {
        let Some(bounds) = value.bounds else { continue };
        assert!(bounds.at_least <= bounds.at_most && bounds.at_least >= found.bounds.at_least, "{bounds:?}");
        assert!(bounds.at_most >= found.bounds.at_most, "{bounds:?} is better than {:?}", found.bounds);
        let after_undo = G::UNDO_COST.map(|cost| found.bounds.at_most + cost);
        assert!(
            after_undo.is_none_or(|total| bounds.at_most <= total),
            "{bounds:?}, but undoing leads to {after_undo:?}"
        );
        if Some(&value.mv) == found.line.first() {
            assert_eq!(bounds.at_most, found.bounds.at_most);
        }
    }
}

law!(nodes_stay_near_the_budget, 20, nodes_stay);

fn nodes_stay<G: Analyzed>(state: &State<G>) {
    let found = analyzed(state, Effort::Quick);
    assert!(found.nodes <= 2 * G::NODES.quick + 2000, "{}: {} nodes", G::ID, found.nodes);
}

#[test]
fn canceled_search_ends_early() {
    struct Law;
    impl Visitor for Law {
        fn visit<G: Analyzed>(&mut self) {
            let asked = Cell::new(0);
            let proceed = |_| {
                asked.set(asked.get() + 1);
                false
            };
            let state = dealt::<G>("funhouse-1");
            let canceled = analyze(&state, Question { effort: Effort::Deep, with_moves: false }, &proceed);
            assert_eq!((canceled, asked.get()), (Err(Canceled), 1), "{}", G::ID);
        }
    }
    visit_all(&mut Law);
}
