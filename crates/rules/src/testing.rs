//! Shared test code: tables in their wire form, their faults and refusals.

use std::fmt::Display;

use serde_json::{Value as Json, json};

use crate::cards::PlayingCard;
use crate::chance::Seed;
use crate::fault::Rule;
use crate::game::{Log, Seated, Seats, State, StateForm};

/// Returns the faults of a state after a change of its table: pointers into the table, and codes, which the rules page must
/// list.
pub(crate) fn faults_of<G: Seated>(state: &State<G>, change: impl FnOnce(&mut Json)) -> Vec<String> {
    let mut form = serde_json::to_value(state).expect("JSON");
    change(&mut form["table"]);
    let posted = form.to_string();
    let form = StateForm::<G>::from_value(form).unwrap_or_else(|e| panic!("{e}: {posted}"));
    let faults = form.admit().err().unwrap_or_default();
    let listed = |code| G::PAGE.faults().iter().any(|entry| entry.id == code);
    faults.iter().for_each(|fault| assert!(listed(fault.code), "the rules page does not list {}", fault.code));
    faults.iter().map(|fault| format!("{} {}", fault.pointer.replacen("/table", "", 1), fault.code)).collect()
}

/// Returns the state of a table in its wire form, which must have no faults.
pub(crate) fn admitted<G: Seated>(seats: u8, options: &Json, table: &Json) -> State<G> {
    let form =
        json!({"game": G::ID, "rules": G::RULES, "seed": "a", "seats": seats, "options": options, "table": table});
    let form = StateForm::<G>::from_value(form).unwrap_or_else(|e| panic!("{e}: {table}"));
    form.admit().unwrap_or_else(|faults| panic!("{faults:?}: {table}"))
}

/// Returns the rule that refuses a move, which the rules page must list. The state must be unchanged.
pub(crate) fn refusal<G: Seated>(state: &State<G>, mv: &Json) -> Rule {
    let mv: G::Move = crate::wire::from_value(mv.clone()).unwrap_or_else(|e| panic!("{e}: {mv}"));
    let mut after = state.clone();
    let refused = after.play(&mv, &mut Log::discard()).expect_err("the move is refused");
    assert_eq!(&after, state, "a refused move changes nothing");
    let listed = G::PAGE.rules().iter().any(|entry| entry.id == refused.rule.0);
    assert!(listed, "the rules page does not list {}", refused.rule);
    refused.rule
}

/// Returns the state after `moves` moves of the built-in player, each for the first seat that may act and need
/// not wait for others.
pub(crate) fn played<G: Seated>(seats: u8, seed: &str, options: &Json, moves: usize) -> State<G> {
    let seed: Seed = seed.parse().expect("a seed");
    let options = crate::wire::from_value(options.clone()).expect("options");
    let mut state = State::deal_for(Seats::new(seats).expect("seats"), seed, options);
    for _ in 0..moves {
        let Some(seat) = state.in_step().iter().next() else { break };
        let mv = state.plan_for(seat).remove(0);
        state.play(&mv, &mut Log::discard()).expect("what the built-in player plays is legal");
    }
    state
}

/// Parses cards.
pub(crate) fn cards<C: PlayingCard>(names: &str) -> Vec<C> {
    names.split_whitespace().map(|name| crate::wire::from_value(name.into()).expect("a card")).collect()
}

/// Formats cards, for comparisons.
pub(crate) fn join_cards<C: Display>(cards: &[C]) -> String {
    cards.iter().map(C::to_string).collect::<Vec<_>>().join(" ")
}
