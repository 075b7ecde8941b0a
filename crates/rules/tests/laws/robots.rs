//! The built-in players: what they may do, and what their random choices come from.

use std::collections::BTreeMap;

use funhouse_rules::chance::{Chance, Draws, Seed};
use funhouse_rules::game::{Game, Log, Seat, Sight, State, ViewForm, Viewer};
use funhouse_rules::games::chief_herman::darwinian_poker::DarwinianPoker;
use funhouse_rules::hex;
use funhouse_rules::kind::Kind;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::walks::{Law, all_games, uphold};

/// Some seeds for random choices.
fn seeds() -> impl Iterator<Item = Seed> {
    (0..4).map(|n| format!("robot-{n}").parse().expect("a seed"))
}

/// The seats that may act in a game for several seats. In solitaires the built-in player has no opponents and draws nothing.
fn to_act<G: Game, K: Kind<G>>(state: &State<G>) -> impl Iterator<Item = Seat> + use<G, K> {
    K::to_act(state).iter().filter(|_| G::SEATED)
}

/// The draws of a decision, as docs/api.md describes them.
fn draws_of<G: Game>(view: &ViewForm<G>, seat: Seat, seed: &Seed) -> Draws {
    let canonical = serde_json_canonicalizer::to_vec(view).expect("JSON");
    let digest = hex::encode(&Sha256::digest(canonical));
    Chance::new(seed).event(&format!("robot/{seat}/{digest}"))
}

#[test]
fn plans_are_legal_whatever_is_drawn() {
    struct Legal;
    impl Law for Legal {
        fn look<G: Game, K: Kind<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for (seat, seed) in to_act::<G, K>(state).flat_map(|seat| seeds().map(move |seed| (seat, seed))) {
                let plan = state.plan_drawn(seat, &seed);
                assert!(!plan.is_empty(), "{}: seat {seat} may act", G::ID);
                let mut after = state.clone();
                for mv in &plan {
                    assert_eq!(K::mover(mv), seat, "{}: {mv:?}", G::ID);
                    after.play(mv, &mut Log::discard()).unwrap_or_else(|e| panic!("{}: {mv:?}: {e}", G::ID));
                }
            }
        }
    }
    uphold(Legal);
}

#[test]
fn plans_come_from_the_view_and_the_event_named_after_seat_and_view() {
    struct Named;
    impl Law for Named {
        fn look<G: Game, K: Kind<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for seat in to_act::<G, K>(state) {
                let viewer = Viewer::Seat(seat);
                let view = ViewForm::of(state, viewer);
                for seed in seeds().take(1).chain([state.seed().clone()]) {
                    let (seats, options) = (state.seats(), state.options());
                    let sight = Sight { seats, viewer, options, table: &view.table };
                    let plan = G::plan(sight, &mut draws_of(&view, seat, &seed));
                    assert_eq!(state.plan_drawn(seat, &seed), plan, "{}", G::ID);
                }
                assert_eq!(state.plan_for(seat), state.plan_drawn(seat, state.seed()), "{}", G::ID);
            }
        }
    }
    uphold(Named);
}

#[test]
fn secret_choices_are_mixed() {
    /// Positions of each game, and those in which different seeds choose differently.
    #[derive(Default)]
    struct Mixed(BTreeMap<&'static str, (u32, u32)>);
    impl Law for Mixed {
        fn look<G: Game, K: Kind<G>>(&mut self, state: &State<G>, _: &mut Draws) {
            for seat in to_act::<G, K>(state) {
                let plans: Vec<_> = seeds().map(|seed| state.plan_drawn(seat, &seed)).collect();
                let (all, mixed) = self.0.entry(G::ID).or_default();
                *all += 1;
                *mixed += u32::from(plans.iter().any(|plan| *plan != plans[0]));
            }
        }
    }
    let Mixed(counts) = uphold(Mixed::default());
    for game in ["penniless-and-insane", "darwinian-poker", "caribbean-star", "seven-handed-poker"] {
        let Some((all, mixed)) = counts.get(game) else { continue };
        assert!(mixed * 5 > *all, "{game}: {mixed} of {all} choices are mixed");
    }
    assert!(!all_games() || counts.len() >= 16);
}

#[test]
fn random_choices_keep_their_known_answers() {
    let state = State::<DarwinianPoker>::deal_for(
        funhouse_rules::game::Seats::new(2).expect("seats"),
        "funhouse-1".parse().expect("a seed"),
        Default::default(),
    );
    let view = ViewForm::of(&state, Viewer::Seat(Seat::FIRST));
    let words: Vec<String> =
        seeds().map(|seed| format!("{:016x}", draws_of(&view, Seat::FIRST, &seed).word())).collect();
    assert_eq!(words, [""; 4]);
    let cards: Vec<String> =
        seeds().map(|seed| json!(state.plan_drawn(Seat::FIRST, &seed))[0]["card"].to_string()).collect();
    assert_eq!(cards, [""; 4]);
}
