//! The built-in players of games for several seats: legality of their moves and source of their random choices.
//!
//! Those of solitaires have no opponents and choose nothing at random.

use std::collections::BTreeMap;

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{Game, Log, NoOptions, Seat, Seats, Sight, State, ViewForm, Viewer};
use funhouse_rules::games::chief_herman::darwinian_poker::DarwinianPoker;
use funhouse_rules::mode::Mode;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::walks::{Law, all_games, check_all_seated};

/// Returns some seeds for random choices.
fn seeds() -> impl Iterator<Item = Seed> {
    (0..4).map(|n| format!("robot-{n}").parse().expect("a seed"))
}

/// Returns the draws of a decision, as docs/chance.md describes them.
fn draws_of<G: Game>(view: &ViewForm<G>, seat: Seat, seed: &Seed) -> Draws {
    let canonical = serde_json_canonicalizer::to_vec(view).expect("JSON");
    let digest = hex::encode(Sha256::digest(canonical));
    Chance::new(seed).event(&format!("robot/{seat}/{digest}"))
}

/// Returns the built-in player's plan of a seat with each of the seeds.
fn plans<G: Game>(state: &State<G>, seat: Seat) -> Vec<Vec<G::Move>> {
    seeds().map(|seed| state.plan_drawn(seat, &seed)).collect()
}

fn assert_legal<G: Game, M: Mode<G>>(state: &State<G>, seat: Seat, plan: &[G::Move]) {
    assert!(!plan.is_empty(), "{}: seat {seat} may act", G::ID);
    let mut after = state.clone();
    for mv in plan {
        assert_eq!(M::acting_seat(mv), seat, "{}: {mv:?}", G::ID);
        after.play(mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{}: {mv:?}: {e}", G::ID));
    }
}

#[test]
fn plans_are_legal_and_secret_choices_are_mixed() {
    /// Counts by game: all positions, and those in which different seeds choose differently.
    #[derive(Default)]
    struct Mixed(BTreeMap<&'static str, (u32, u32)>);
    impl Law for Mixed {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for seat in M::to_act(state).iter() {
                let plans = plans(state, seat);
                plans.iter().for_each(|plan| assert_legal::<G, M>(state, seat, plan));
                // All other choices of this game are open.
                if G::ID == "dungeon-crawl" && json!(plans[0])[0]["type"] != "build" {
                    continue;
                }
                let (all, mixed) = self.0.entry(G::ID).or_default();
                *all += 1;
                *mixed += u32::from(plans.iter().any(|plan| *plan != plans[0]));
            }
        }
    }
    let Mixed(counts) = check_all_seated(Mixed::default());
    for game in ["penniless-and-insane", "darwinian-poker", "caribbean-star", "seven-handed-poker", "dungeon-crawl"] {
        let Some((all, mixed)) = counts.get(game) else { continue };
        assert!(mixed * 5 > *all, "{game}: {mixed} of {all} choices are mixed");
    }
    assert!(!all_games() || counts.len() >= 16);
}

#[test]
fn plans_depend_on_view_and_named_event() {
    struct Named;
    impl Law for Named {
        fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for (seat, seed) in M::to_act(state).iter().zip(seeds()) {
                let viewer = Viewer::Seat(seat);
                let view = ViewForm::of(state, viewer);
                let sight = Sight { seats: state.seats(), viewer, options: state.options(), table: &view.table };
                let plan = G::plan(sight, &mut draws_of(&view, seat, &seed));
                assert_eq!(state.plan_drawn(seat, &seed), plan, "{}", G::ID);
                assert_eq!(state.plan_for(seat), state.plan_drawn(seat, state.seed()), "{}", G::ID);
            }
        }
    }
    check_all_seated(Named);
}

#[test]
fn random_choices_match_known_answers() {
    let state = State::<DarwinianPoker>::deal_for(
        Seats::new(2).expect("seats"),
        "funhouse-1".parse().expect("a seed"),
        NoOptions {},
    );
    let view = ViewForm::of(&state, Viewer::Seat(Seat::FIRST));
    let words: Vec<String> =
        seeds().map(|seed| format!("{:016x}", draws_of(&view, Seat::FIRST, &seed).word())).collect();
    assert_eq!(words, ["65fbdd5a33010610", "7117c48e0b01733a", "e565a858efb97766", "4ca1c66538094c33"]);
    let cards: Vec<Json> = plans(&state, Seat::FIRST).iter().map(|plan| json!(plan)[0]["card"].clone()).collect();
    assert_eq!(cards, ["Td", "Qd", "Td", "Qd"]);
}
