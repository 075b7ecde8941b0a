//! Laws of every game whose mean total is estimated.

use std::cell::Cell;

use funhouse_analysis::{
    Analysis, Bounds, Canceled, Effort, Estimated, Method, Question, Visitor, estimate, is_analyzed, play_to_end,
    visit_all,
};
use funhouse_rules::chance::Chance;
use funhouse_rules::game::{Log, ScoreCard as _, ScoreOrder, Seat, State, StateForm, Viewer};
use funhouse_rules::games::epic_funhouse::catwalk::{Catwalk, CatwalkOptions, Dexterity};
use funhouse_rules::games::epic_funhouse::trampo_land::TrampoLand;
use funhouse_rules::games::epic_funhouse::{EpicFunhouse, Open};
use funhouse_rules::robot::Robot;

use crate::support::{analyzed, dealt, estimated, position, seed};

/// Checks a law on positions of every game.
macro_rules! law {
    ($name:ident, $count:literal, $check:ident) => {
        #[test]
        fn $name() {
            struct Law;
            impl Visitor for Law {
                fn visit_estimated<G: Estimated>(&mut self) {
                    for number in 0..$count {
                        $check(&position::<G>(&format!("mean-{number}")));
                    }
                }
            }
            visit_all(&mut Law);
        }
    };
}

law!(answer_depends_only_on_what_the_player_sees, 12, independent);

fn independent<G: Estimated>(state: &State<G>) {
    let mut draws = Chance::new(state.seed()).event("analysis/redealt");
    let known = estimated(state, Effort::Quick, true);
    for _ in 0..2 {
        let other = state.redealt(Viewer::Seat(Seat::FIRST), &mut draws);
        assert_ne!(other.seed(), state.seed());
        assert_eq!(estimated(&other, Effort::Quick, true), known, "{state:?}");
    }
}

law!(mean_is_that_of_the_hint, 12, mean_of_hint);

fn mean_of_hint<G: Estimated>(state: &State<G>) {
    let found = estimated(state, Effort::Quick, true);
    let moves = found.moves.expect("they were requested");
    let Some(hint) = found.hint else { return assert!(state.finished()) };
    let legal = state.legal_moves();
    assert!(state.clone().play(&hint.mv, &mut Log::discard()).is_ok());
    assert!(hint.text.ends_with('.') && !hint.text.contains('\n'));
    if found.method != Method::Simulation {
        return;
    }
    if !legal.moves.is_empty() {
        assert_eq!(moves.iter().map(|value| value.mv.clone()).collect::<Vec<_>>(), legal.moves);
    }
    let valued = moves.iter().find(|value| value.mv == hint.mv).expect("it is among the moves");
    assert_eq!(valued.expected, found.expected);
    let futures = moves.iter().filter_map(|value| value.expected).map(|expected| expected.futures);
    assert!(futures.clone().min() == futures.max() && found.line.is_empty(), "all moves have the same futures");
}

law!(mean_lies_within_the_bounds, 12, within_bounds);

fn within_bounds<G: Estimated>(state: &State<G>) {
    let found = estimated(state, Effort::Quick, false);
    let Bounds { at_least, at_most } = found.bounds;
    assert!(at_least <= at_most, "{at_least} to {at_most} of {state:?}");
    if let Some(expected) = found.expected {
        // No play is better than one of the bounds; the other is certain for good play.
        assert!((1000 * at_least..=1000 * at_most).contains(&expected.mean), "{expected:?}, {at_least} to {at_most}");
    }
}

law!(no_play_is_better_than_the_bounds, 20, bounds_hold);

fn bounds_hold<G: Estimated>(state: &State<G>) {
    let Bounds { at_least, at_most } = G::bounds(state);
    for robot in [Robot::Random, Robot::Greedy] {
        let mut after = state.clone();
        robot.play_out(&mut after, 600, |_, _| {});
        let total = after.score().total();
        if after.finished() {
            match G::SCORE_ORDER {
                ScoreOrder::LowerIsBetter => assert!(total >= at_least, "{robot:?}: {total} from {state:?}"),
                ScoreOrder::HigherIsBetter => assert!(total <= at_most, "{robot:?}: {total} from {state:?}"),
            }
        }
    }
}

#[test]
fn more_effort_adds_futures_to_the_same_ones() {
    let state = dealt::<Catwalk>("futures");
    let [quick, normal] = [Effort::Quick, Effort::Normal].map(|effort| estimated(&state, effort, false));
    let [quick, normal] = [quick, normal].map(|found| found.expected.expect("chance is to come"));
    assert!(normal.futures > 10 * quick.futures, "{quick:?}, {normal:?}");
    assert!(normal.standard_error < normal.mean, "{normal:?}");
}

#[test]
fn canceled_estimate_ends_early() {
    struct Law;
    impl Visitor for Law {
        fn visit_estimated<G: Estimated>(&mut self) {
            let asked = Cell::new(0);
            let proceed = |_| {
                asked.set(asked.get() + 1);
                asked.get() < 3
            };
            let question = Question { effort: Effort::Deep, with_moves: false };
            let canceled = estimate(&dealt::<G>("funhouse-1"), question, &proceed);
            assert_eq!((canceled, asked.get()), (Err(Canceled), 3), "{}", G::ID);
        }
    }
    visit_all(&mut Law);
}

/// One move may be valued beyond the budget, in two futures.
#[test]
fn estimate_stays_near_the_budget() {
    struct Law;
    impl Visitor for Law {
        fn visit_estimated<G: Estimated>(&mut self) {
            for number in 0..12 {
                let found = estimated(&position::<G>(&format!("budget-{number}")), Effort::Quick, true);
                assert!(found.nodes <= 4 * G::NODES.quick + 60_000, "{}: {} nodes", G::ID, found.nodes);
            }
        }
    }
    visit_all(&mut Law);
}

/// A person can report that all coins crossed, so no chance is left.
#[test]
fn reported_catwalk_has_a_certain_total() {
    let options = CatwalkOptions { dexterity: Dexterity::Reported, ..CatwalkOptions::default() };
    let mut state = State::<Catwalk>::deal(seed("reported"), options);
    Robot::Greedy.play_out(&mut state, 6, |_, _| {});
    let found = estimated(&state, Effort::Quick, false);
    let expected = found.expected.expect("it is estimated");
    assert_eq!((expected.mean, expected.standard_error, found.bounds), (0, 0, Bounds::exactly(0)));
}

/// From the middle of the last tile, the weakest flick crosses wherever it strays.
#[test]
fn certain_crossing_has_no_standard_error() {
    let mut state = dealt::<Catwalk>("certain");
    Robot::Greedy.play_out(&mut state, 600, |_, _| {});
    let mut json = serde_json::to_value(&state).expect("a state is JSON");
    let table = &mut json["table"];
    let outcomes = table["outcomes"].as_array().expect("all coins have ended").clone();
    let crossed = |coin: u64| serde_json::json!({ "type": "crossed", "coin": coin });
    let fell: Vec<u64> = outcomes.iter().map(|outcome| outcome["coin"].as_u64().expect("a value")).collect();
    assert_eq!(fell.len(), 6);
    table["outcomes"] = (0..5).map(crossed).collect::<Vec<_>>().into();
    table["under_way"] = serde_json::json!({ "coin": 5, "tile": 24, "ox": 0, "oy": 0 });
    let suit = table["suit"].as_str().expect("a suit").to_owned();
    let coins = ["S", "M", "C", "A"].into_iter().flat_map(|other| (0..6).map(move |value| format!("{other}{value}")));
    table["pool"] = coins.filter(|coin| *coin != format!("{suit}5")).collect::<Vec<_>>().into();
    table["scoreboard"] = serde_json::json!([]);
    let form = StateForm::<Catwalk>::from_value(json).expect("a state");
    let found = estimated(&form.admit().expect("it is possible"), Effort::Quick, false);
    let expected = found.expected.expect("it is estimated");
    assert_eq!((expected.mean, expected.standard_error), (0, 0));
    assert!(found.hint.expect("a hint").text.starts_with("Leads to a mean total of 0.0 in "));
}

/// In the last room of the Funhouse, everything is open and no chance is left.
#[test]
fn last_room_of_the_funhouse_is_solved() {
    for number in 0..4 {
        let mut state = dealt::<EpicFunhouse>(&format!("last-{number}"));
        while !matches!(state.table().open, Open::TrampoLand(_)) {
            for mv in state.plan() {
                state.play(&mv, &mut Log::discard()).expect("a plan is legal");
            }
        }
        let Open::TrampoLand(table) = state.table().open else { unreachable!("the loop ended") };
        let form = StateForm::<TrampoLand> {
            seed: seed("room"),
            seats: state.seats(),
            options: state.options().into(),
            table,
        };
        let room = analyzed(&form.admit().expect("it is possible"), Effort::Normal);
        let found = estimated(&state, Effort::Normal, true);
        let ended: u64 = state.table().ended.iter().sum();
        assert_eq!((found.bounds.at_most - ended, found.method), (room.bounds.at_most, Method::BestFirst));
        assert_eq!((found.expected, found.line.is_empty()), (None, state.finished()));
        let moves = found.moves.expect("they were requested");
        assert!(moves.iter().all(|value| value.bounds.is_some() && value.expected.is_none()));
    }
}

law!(strong_player_plays_to_the_end, 12, plays_to_the_end);

/// The line is legal, ends the game, and reaches the better one of the bounds.
fn plays_to_the_end<G: Estimated>(state: &State<G>) {
    let found = played(state);
    let mut after = state.clone();
    for mv in &found.line {
        after.play(mv, &mut Log::discard()).expect("the line is legal");
    }
    assert!(after.finished() && (after.eligible() || found.line.is_empty()), "{state:?}");
    let Bounds { at_least, at_most } = found.bounds;
    let reached = match G::SCORE_ORDER {
        ScoreOrder::LowerIsBetter => at_most,
        ScoreOrder::HigherIsBetter => at_least,
    };
    assert_eq!(after.score().total(), reached, "{state:?}");
    assert!(at_least <= at_most, "{state:?}");
    if !state.finished() {
        assert_eq!(found.bounds, G::bounds(state).reached::<G>(reached), "nothing else is proven");
    }
}

law!(strong_player_does_not_see_what_is_hidden, 12, begins_the_same);

/// Games that differ in what is hidden begin with the same move.
fn begins_the_same<G: Estimated>(state: &State<G>) {
    let mut draws = Chance::new(state.seed()).event("analysis/redealt");
    let other = state.redealt(Viewer::Seat(Seat::FIRST), &mut draws);
    assert_eq!(played(state).line.first(), played(&other).line.first(), "{state:?}");
}

fn played<G: Estimated>(state: &State<G>) -> Analysis<G> {
    play_to_end(state, Question { effort: Effort::Quick, with_moves: false }, &|_| true).expect("it is not canceled")
}

#[test]
fn only_games_of_the_list_are_analyzed() {
    assert!(is_analyzed("slide-jam", 1) && is_analyzed("magic-bag", 1));
    assert_eq!([is_analyzed("magic-bag", 2), is_analyzed("queensland", 1)], [false, false]);
}
