//! JSON that does not match its type is refused with a message in JSON terms and its location.

use std::collections::BTreeSet;

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, State, StateForm, ViewForm, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::wire::{Mismatch, ReadError, find_mismatch};
use serde_json::{Value as Json, json};

use crate::walks::{Law, all_games, check_all, one_of, pointers, random_move, viewers};

/// The number of places of a position to change.
const CHANGES: usize = 2;

/// One in this many positions is checked.
const SAMPLE_RATE: u64 = 40;

/// Names of Rust and serde types, which mean nothing to a client.
const RUST_TERMS: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "isize",
    "f32",
    "f64",
    "floating",
    "str",
    "boolean",
    "bool",
    "sequence",
    "seq",
    "tuple",
    "struct",
    "map",
    "enum",
    "variant",
    "unit",
    "newtype",
    "identifier",
    "Option",
];

/// Returns values of every JSON type, to replace other values.
fn every_json_type() -> [Json; 9] {
    let long = json!("a text that is nothing's name");
    [
        json!(null),
        json!(true),
        json!(-7),
        json!(9_007_199_254_740_993_u64),
        json!(1.5),
        long,
        json!([]),
        json!({}),
        json!({"": 1}),
    ]
}

#[derive(Default)]
struct Mismatches {
    messages: BTreeSet<String>,
    count: u64,
}

/// Finds the mismatch of JSON with a type.
type Find = fn(&[u8]) -> Option<Mismatch>;

fn mismatch<T>(read: Result<T, ReadError>) -> Option<Mismatch> {
    match read {
        Err(ReadError::Mismatch(mismatch)) => Some(mismatch),
        Ok(_) | Err(ReadError::Syntax(_)) => None,
    }
}

impl Mismatches {
    /// Replaces values in JSON in which a function finds no mismatch.
    fn corrupt(&mut self, of: &str, json: &Json, find: Find, draws: &mut Draws) {
        let mut all = Vec::new();
        pointers(json, "", &mut all);
        for _ in 0..CHANGES {
            let at = one_of(&all, draws).expect("there is the whole at least");
            for other in every_json_type() {
                let mut corrupted = json.clone();
                *corrupted.pointer_mut(at).expect("it is there") = other;
                let Some(mismatch) = find(corrupted.to_string().as_bytes()) else { continue };
                let place = format!("{of}: {} at {:?}: {corrupted}", mismatch.message, mismatch.pointer);
                // Values that were found are quoted from the client's JSON.
                let words = mismatch.message.split(" (got \"").next().unwrap_or_default();
                let bad = words.split(|c: char| !c.is_alphanumeric()).find(|word| RUST_TERMS.contains(word));
                assert_eq!(bad, None, "{place}");
                assert!(["must ", "is "].iter().any(|verb| words.starts_with(verb)), "{place}");
                let parent = mismatch.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
                assert!(corrupted.pointer(parent).is_some(), "{place}");
                self.count += 1;
                self.messages.insert(mismatch.message);
            }
            self.remove(of, json, at, find);
        }
    }

    /// Removes a field. If it is required, the mismatch has its pointer and what it must be.
    fn remove(&mut self, of: &str, json: &Json, at: &str, find: Find) {
        let Some((parent, name)) = at.rsplit_once('/') else { return };
        let mut without = json.clone();
        let Some(object) = without.pointer_mut(parent).and_then(Json::as_object_mut) else { return };
        object.remove(name).expect("it is there");
        let Some(mismatch) = find(without.to_string().as_bytes()) else { return };
        let place = format!("{of}: {} at {:?}, without {at:?}", mismatch.message, mismatch.pointer);
        if mismatch.message.starts_with("is required") {
            assert_eq!(mismatch.pointer, at, "{place}");
            assert!(mismatch.message.starts_with("is required: "), "{place}");
            self.count += 1;
            self.messages.insert(mismatch.message);
        }
    }
}

impl Law for Mismatches {
    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        if draws.below(SAMPLE_RATE) > 0 {
            return;
        }
        self.corrupt(G::ID, &json!(state), |json| mismatch(StateForm::<G>::from_json(json)), draws);
        let everybody: Vec<Viewer> = viewers(state.seats()).collect();
        let viewer = *one_of(&everybody, draws).expect("an onlooker at least");
        let view = json!(ViewForm::of(state, viewer));
        self.corrupt(G::ID, &view, |json| mismatch(ViewForm::<G>::from_json(json)), draws);
        if let Some(mv) = random_move(state, draws) {
            self.corrupt(G::ID, &json!(mv), find_mismatch::<G::Move>, draws);
        }
    }
}

#[test]
fn mismatches_have_location_and_json_terms() {
    let Mismatches { messages, count } = check_all(Mismatches::default());
    assert!(count > 2_000 || !all_games(), "{count} misfits");
    for words in [
        "must be an integer from 1 to 6 (got ",
        "must be a list of ",
        "must be an object (got ",
        "must be a card, or `??` for a hidden one (got ",
        "is required: an integer from 1 to ",
        "is required: one of ",
    ] {
        assert!(messages.iter().any(|message| message.starts_with(words)) || !all_games(), "{words}");
    }
}
