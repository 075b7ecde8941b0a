//! Known answers and rulings of the rules pages, as far as they show from outside; the others are tested next to the
//! code that they are about. The golden words of chance were computed by another program, in another language.

mod catwalk;
mod chance;
mod magic_mirror;
mod roll_out_the_barrels;
mod slide_jam;
mod trampo_land;
mod whack_a_dummy;
mod whole_funhouse;

use funhouse::rules::game::{Log, Score, Solitaire, State, StateForm};
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use serde_json::{Value as Json, json};

use crate::support::grids::{grid, list};

// ---- States and moves in short form ----

fn options<O: serde::de::DeserializeOwned>(json: Json) -> O {
    funhouse::rules::wire::from_value(json).expect("they are options")
}

fn state_with<G: Solitaire>(options: Json, table: Json) -> State<G> {
    let json = json!({ "game": G::ID, "rules": G::RULES, "seed": "a", "options": options, "table": table });
    let form = StateForm::<G>::from_value(json).expect("it is a state");
    form.admit().unwrap_or_else(|e| panic!("{e:?}"))
}

fn state<G: Solitaire>(table: Json) -> State<G> {
    state_with(json!({}), table)
}

fn table<G: Solitaire>(state: &State<G>) -> Json {
    serde_json::to_value(state.table()).expect("it is JSON")
}

fn mv<G: Solitaire>(json: Json) -> G::Move {
    funhouse::rules::wire::from_value(json).expect("it is a move")
}

/// The state after a move.
fn after<G: Solitaire>(state: &State<G>, json: Json) -> State<G> {
    let mut after = state.clone();
    after.play(&mv::<G>(json.clone()), &mut Log::discard()).unwrap_or_else(|e| panic!("{json}: {e}"));
    after
}

/// The rule that refuses a move.
fn refusal<G: Solitaire>(state: &State<G>, json: Json) -> &'static str {
    let refused = state.clone().play(&mv::<G>(json.clone()), &mut Log::discard());
    refused.err().unwrap_or_else(|| panic!("{json} is legal")).rule.0
}

fn total<G: Solitaire<Score = Score>>(state: &State<G>) -> u64 {
    state.score().total
}

fn legal<G: Solitaire>(state: &State<G>) -> Vec<Json> {
    state.legal_moves().moves.iter().map(|mv| serde_json::to_value(mv).expect("it is JSON")).collect()
}

fn pop(cells: &str, stack: &str, slide: &str) -> Json {
    json!({ "type": "pop", "cells": list(cells), "stack": stack, "slide": slide })
}

fn slide(pieces: &str, left: &str, right: &str) -> State<SlideJam> {
    state(json!({ "grid": grid(pieces), "left": list(left), "right": list(right) }))
}

const SUNS_AND_MOONS: &str = "S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5";
