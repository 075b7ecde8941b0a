//! Responses to a seat reveal nothing hidden.

use funhouse::rules::chance::Draws;
use funhouse::rules::game::{Game, Log, SeatMove as _, Seated, Solitaire, State, Viewer};
use funhouse::rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse::rules::registry::{self, SeatedVisitor, Visitor, visit_all, visit_seated};
use funhouse::rules::robot::Robot;
use funhouse::rules::wire;
use serde_json::json;

use super::{deal, moves, path, runs, shown, viewers};
use crate::support::harness::{get, post};
use crate::support::walks;

#[test]
fn moves_events_and_pictures_depend_on_seat() {
    for run in runs() {
        let dealt = deal(&run);
        let acting = dealt["to_act"].as_array().expect("a list");
        for seat in 1..=run["seats"].as_u64().expect("a number") {
            let request = json!({ "state": dealt["state"], "seat": seat });
            let own = post(&path(&run, "moves"), &request).ok();
            let own_moves = own["moves"].as_array().expect("a list");
            assert!(own_moves.iter().all(|mv| mv["seat"] == seat), "{own}");
            let may_act = acting.contains(&json!(seat));
            assert_eq!(may_act, !own_moves.is_empty() || own.get("bounds").is_some());
            let seen =
                post(&path(&run, "view"), &json!({ "state": dealt["state"], "seat": seat, "with_legal_moves": true }));
            assert_eq!(seen.ok()["legal_moves"], own);
            assert_eq!(post(&path(&run, "picture"), &request).status, 200);
            let play =
                json!({ "state": dealt["state"], "move": moves(&run)[0], "seat": seat, "with_legal_moves": true });
            let next = post(&path(&run, "play"), &play).ok();
            assert!(next["legal_moves"]["moves"].as_array().expect("a list").iter().all(|mv| mv["seat"] == seat));
        }
        assert!(acting.contains(&moves(&run)[0]["seat"]), "who may act begins");
    }
}

#[test]
fn rules_pages_state_what_each_seat_sees() {
    for id in registry::ids().into_iter().chain(registry::seated_ids()) {
        let rules = get(&format!("/v1/games/{id}/rules")).ok();
        assert!(rules["markdown"].as_str().is_some_and(|text| text.contains("Who sees what")), "{id}");
    }
}

/// Fails if a viewer can distinguish a state from one with everything hidden from them dealt again.
fn nothing_leaks<G: Game, M: Mode<G>>(state: &State<G>, draws: &mut Draws) -> bool {
    let mut hidden = false;
    for viewer in viewers(state) {
        let other = state.redealt(viewer, draws);
        hidden |= other.table() != state.table();
        let (of_one, of_other) = (shown::<G, M>(state, viewer), shown::<G, M>(&other, viewer));
        assert_eq!(of_one, of_other, "{}: {viewer:?} can distinguish {} from {}", G::ID, json!(state), json!(other));
        let seed = format!("\"{}\"", state.seed());
        assert!(
            !of_one.iter().any(|shown| String::from_utf8_lossy(shown).contains(&seed)),
            "{} reveals its seed",
            G::ID
        );
    }
    hidden
}

/// Walks of two players through a game. Returns whether anything was ever hidden.
fn walk<G: Game, M: Mode<G>>(mut deal: impl FnMut(u64) -> State<G>) -> bool {
    let mut hidden = false;
    for n in 0..2 {
        let mut draws = walks::draws("leaks", n);
        let mut state = deal(n);
        let player = [Robot::Random, Robot::Greedy][n as usize % 2];
        let mut position = 0_u32;
        let mut check = |state: &State<G>| {
            // Positions late in long games are many and similar.
            if position < 24 || position.is_multiple_of(16) {
                hidden |= nothing_leaks::<G, M>(state, &mut draws);
            }
            position += 1;
        };
        check(&state);
        player.play_all::<G, M>(&mut state, 160, |_, state| check(state));
    }
    hidden
}

#[test]
fn responses_to_a_seat_reveal_nothing_hidden() {
    struct Leaks;
    impl Visitor for Leaks {
        fn visit<G: Solitaire>(&mut self) {
            let hidden = walk::<G, SolitaireMode>(|n| State::deal(walks::seed("leaks", n), G::Options::default()));
            assert_eq!(hidden, G::HIDES, "{} says whether it hides something", G::ID);
        }
    }
    impl SeatedVisitor for Leaks {
        fn visit<G: Seated>(&mut self) {
            let range: Vec<u8> = G::SEATS.collect();
            let hidden = walk::<G, SeatedMode>(|n| {
                let seats = range[n as usize % range.len()];
                let seats = funhouse::rules::game::Seats::new(seats).expect("seats");
                // Where an option makes all seats move in ticks, it hides their boards.
                let options = G::TICKS.map(|(name, value)| json!({ name: value }).to_string());
                let options = options.map(|options| wire::from_json(options.as_bytes()).expect("options"));
                State::deal_for(seats, walks::seed("leaks", n), options.unwrap_or_default())
            });
            assert_eq!(hidden, G::HIDES, "{} says whether it hides something", G::ID);
        }
    }
    visit_all(&mut Leaks);
    visit_seated(&mut Leaks);
}

#[test]
fn refusal_does_not_depend_on_hidden_information() {
    struct Refusals(usize);
    impl SeatedVisitor for Refusals {
        fn visit<G: Seated>(&mut self) {
            let seats = funhouse::rules::game::Seats::new(*G::SEATS.start()).expect("seats");
            for n in 0..3 {
                let mut draws = walks::draws("refusals", n);
                let mut state = State::<G>::deal_for(seats, walks::seed("refusals", n), G::Options::default());
                // Moves that were legal somewhere: most are not in another position.
                let mut pool: Vec<G::Move> = Vec::new();
                let dealt = state.clone();
                Robot::Random.play_all::<G, SeatedMode>(&mut state, 80, |mv, _| pool.push(mv.clone()));
                let mut state = dealt;
                for mv in pool.clone() {
                    for other in pool.iter().take(12).chain(pool.iter().rev().take(12)) {
                        let shown = |state: &State<G>| state.clone().play(other, &mut Log::discard()).err();
                        let again = state.redealt(Viewer::Seat(other.seat()), &mut draws);
                        let refused = shown(&state);
                        assert_eq!(refused, shown(&again), "{}: {other:?}", G::ID);
                        self.0 += usize::from(refused.is_some());
                    }
                    state.play(&mv, &mut Log::discard()).expect("it was legal");
                }
            }
        }
    }
    let mut refusals = Refusals(0);
    visit_seated(&mut refusals);
    assert!(refusals.0 > 500, "{} refusals", refusals.0);
}
