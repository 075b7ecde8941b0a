//! Whatever cannot be read is refused in JSON's words, at its place.

use std::collections::BTreeSet;

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, State, StateForm, ViewForm, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::wire::find_mismatch;
use serde_json::{Value as Json, json};

use crate::walks::{Law, all_games, one_of, pointers, random_move, uphold, viewers};

/// How many places of a position are spoilt.
const PLACES: usize = 2;

/// One position in so many is looked at.
const SELDOM: u64 = 40;

/// Words of Rust's types and of serde's, which say nothing to a client.
const NO_WORDS_OF_JSON: &[&str] = &[
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
    "integer",
    "floating",
    "string",
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

/// Something of every kind, put where something else is.
fn every_kind() -> [Json; 9] {
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
struct Misfits {
    told: BTreeSet<String>,
    count: u64,
}

impl Misfits {
    /// Puts other things in places of what can be read as a `T`.
    fn spoil<T: serde::de::DeserializeOwned>(&mut self, of: &str, json: &Json, draws: &mut Draws) {
        let mut all = Vec::new();
        pointers(json, "", &mut all);
        for _ in 0..PLACES {
            let at = one_of(&all, draws).expect("there is the whole at least");
            for other in every_kind() {
                let mut spoilt = json.clone();
                *spoilt.pointer_mut(at).expect("it is there") = other;
                let Some(misfit) = find_mismatch::<T>(spoilt.to_string().as_bytes()) else { continue };
                let place = format!("{of}: {} at {:?}: {spoilt}", misfit.message, misfit.pointer);
                // What was found is told in the client's own words.
                let words = misfit.message.split(", found the text").next().unwrap_or_default();
                let bad = words.split(|c: char| !c.is_alphanumeric()).find(|word| NO_WORDS_OF_JSON.contains(word));
                assert_eq!(bad, None, "{place}");
                assert!(words != "expected value" && !words.contains("invalid type"), "{place}");
                let parent = misfit.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
                assert!(spoilt.pointer(parent).is_some(), "{place}");
                self.count += 1;
                self.told.insert(misfit.message);
            }
        }
    }
}

impl Law for Misfits {
    fn look<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        if draws.below(SELDOM) > 0 {
            return;
        }
        self.spoil::<StateForm<G>>(G::ID, &json!(state), draws);
        let everybody: Vec<Viewer> = viewers(state.seats()).collect();
        let viewer = *one_of(&everybody, draws).expect("an onlooker at least");
        self.spoil::<ViewForm<G>>(G::ID, &json!(ViewForm::of(state, viewer)), draws);
        if let Some(mv) = random_move(state, draws) {
            self.spoil::<G::Move>(G::ID, &json!(mv), draws);
        }
    }
}

#[test]
fn what_cannot_be_read_is_told_in_words_of_json_and_where_it_is() {
    let Misfits { told, count } = uphold(Misfits::default());
    assert!(count > 2_000 || !all_games(), "{count} misfits");
    for words in [
        "expected a whole number from 1 to 6, found ",
        "expected a list of ",
        "expected an object, found ",
        "expected a card, or `??` for a hidden one, found ",
    ] {
        assert!(told.iter().any(|message| message.starts_with(words)) || !all_games(), "{words}");
    }
}
