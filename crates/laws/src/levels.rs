//! The levels of the built-in player that search: legality of their moves, repeatability, and that they see only the view.

use funhouse_rules::chance::{Chance, Seed};
use funhouse_rules::game::{Level, Log, Search, Seat, Seated, Seats, State, ViewForm, Viewer};
use funhouse_rules::mode::{Mode as _, SeatedMode};
use funhouse_rules::registry::SeatedVisitor;
use funhouse_rules::search;

use crate::walks::{random_move, visit_seated};

/// One in this many positions is checked.
const SAMPLE_RATE: usize = 6;

/// Maximum number of positions to check in a game.
const MAX_POSITIONS: usize = 8;

const SECOND: Level = Level::new(2).unwrap();

/// Returns a small search, so that the law is quick. A game with one level obeys the law too: any game may get levels.
fn small<G: Seated>() -> Search {
    let settings = if G::SEARCH.nodes.is_empty() {
        Search { planned: 8, horizon: 20, lead: 3, exploration: 1000, ..Search::NONE }
    } else {
        G::SEARCH
    };
    Search { nodes: &[120], ..settings }
}

/// Plays random games, and calls a law with some of their positions, for each seat that may act.
fn walk<G: Seated>(check: impl Fn(&State<G>, Seat, &State<G>)) {
    if std::env::var("FUNHOUSE_LAWS_GAME").is_ok_and(|id| id != G::ID) {
        return;
    }
    for seats in [*G::SEATS.start(), *G::SEATS.end()] {
        let seed: Seed = format!("levels-{seats}").parse().expect("a seed");
        let mut draws = Chance::new(&seed).event("laws");
        let seats = Seats::new(seats).expect("a number of seats");
        let mut state = State::<G>::deal_for(seats, seed.clone(), G::Options::default());
        for count in 0..SAMPLE_RATE * MAX_POSITIONS {
            for seat in state.to_act().iter().filter(|_| count % SAMPLE_RATE == 0) {
                check(&state, seat, &state.redealt(Viewer::Seat(seat), &mut draws));
            }
            let Some(mv) = random_move(&state, &mut draws) else { break };
            state.play(&mv, &mut Log::discard()).expect("a legal move");
        }
    }
}

fn assert_legal<G: Seated>(state: &State<G>, seat: Seat, plan: &[G::Move]) {
    assert!(!plan.is_empty(), "{}: seat {seat} may act", G::ID);
    let mut after = state.clone();
    for mv in plan {
        after.play(mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{}: {mv:?}: {e}", G::ID));
    }
}

#[test]
fn searches_are_legal_repeatable_and_see_only_the_view() {
    struct Searches;
    impl SeatedVisitor for Searches {
        fn visit<G: Seated>(&mut self) {
            walk::<G>(|state, seat, other| {
                let plan = |state: &State<G>| {
                    let view = ViewForm::of(state, Viewer::Seat(seat));
                    search::plan(&view, seat, small::<G>(), SECOND, &|_| true).expect("it is not canceled")
                };
                let here = plan(state);
                assert_legal(state, seat, &here);
                assert_eq!(here, plan(state), "{}: seat {seat} plans the same again", G::ID);
                assert_eq!(here, plan(other), "{}: seat {seat} cannot distinguish these states", G::ID);
            });
        }
    }
    visit_seated(&mut Searches);
}

#[test]
fn levels_have_growing_budgets_and_the_first_is_the_plan() {
    struct Levels(usize);
    impl SeatedVisitor for Levels {
        fn visit<G: Seated>(&mut self) {
            let Search { nodes, planned, horizon, lead, exploration, method: _, own: _ } = G::SEARCH;
            assert!(nodes.is_sorted_by(|low, high| low < high), "{}: {nodes:?}", G::ID);
            assert!(nodes.is_empty() || planned <= 16 && horizon > 0 && lead > 0 && exploration > 0, "{}", G::ID);
            self.0 += nodes.len();
            let seats = Seats::new(*G::SEATS.start()).expect("a number of seats");
            let state = State::<G>::deal_for(seats, "levels".parse().expect("a seed"), G::Options::default());
            for seat in state.in_step().iter().take(1) {
                let seed: Seed = "robot".parse().expect("a seed");
                let plan = SeatedMode::plan_at(&state, seat, Level::DEFAULT, &seed, &|_| true);
                assert_eq!(plan, Some(state.plan_drawn(seat, &seed)), "{}", G::ID);
            }
        }
    }
    let mut levels = Levels(0);
    visit_seated(&mut levels);
    assert!(levels.0 > 0, "some games have several levels");
}

#[test]
fn canceled_search_returns_no_plan() {
    struct Canceled;
    impl SeatedVisitor for Canceled {
        fn visit<G: Seated>(&mut self) {
            let seats = Seats::new(*G::SEATS.start()).expect("a number of seats");
            let state = State::<G>::deal_for(seats, "levels".parse().expect("a seed"), G::Options::default());
            let seed: Seed = "robot".parse().expect("a seed");
            for seat in state.in_step().iter().take(1).filter(|_| G::SEARCH.nodes_of(SECOND) > 512) {
                assert_eq!(SeatedMode::plan_at(&state, seat, SECOND, &seed, &|_| false), None, "{}", G::ID);
            }
        }
    }
    visit_seated(&mut Canceled);
}
