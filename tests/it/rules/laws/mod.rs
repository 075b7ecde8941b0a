//! The laws: what holds for every registered game, on hundreds of seeds, under all options.
//!
//! No game is named here. A game that is added to the registry is put under the laws by being there.

mod corrupted;
mod moves;
mod options;
mod players;
mod replay;
mod states;

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::game::{Log, ScoreCard as _, Solitaire, State, StateForm};
use funhouse::rules::registry::{self, Visitor};
use serde_json::Value as Json;

pub(crate) use self::corrupted::corrupt;
use crate::support::walks::{all_options, seed};

fn to_json<T: serde::Serialize>(value: &T) -> Json {
    serde_json::to_value(value).expect("it is JSON")
}

/// The state read back from its JSON, as a client would post it.
fn posted<G: Solitaire>(json: Json) -> Result<State<G>, String> {
    let form: StateForm<G> = serde_json::from_value(json).map_err(|e| e.to_string())?;
    form.admit().map_err(|refused| format!("{refused:?}"))
}

/// The JSON with the keys of every object in reverse order, as text.
fn reversed(json: &Json) -> String {
    match json {
        Json::Object(fields) => {
            let fields =
                fields.iter().rev().map(|(key, value)| format!("{}:{}", Json::from(key.as_str()), reversed(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// An object's text with one key last.
fn with_last(json: &Json, last: &str) -> String {
    let mut fields = json.as_object().expect("an object").clone();
    let value = fields.remove(last).expect("the key is there");
    let mut parts: Vec<String> =
        fields.iter().map(|(key, value)| format!("{}:{value}", Json::from(key.as_str()))).collect();
    parts.push(format!("{}:{value}", Json::from(last)));
    format!("{{{}}}", parts.join(","))
}

/// What holds for every game, on a number of seeds, which take turns with the combinations of its options.
pub(crate) trait Law {
    const SEEDS: u64;
    fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options);
}

/// How many times as many seeds as usual: `FUNHOUSE_LAWS=25 cargo test --test it laws` searches on.
#[allow(clippy::disallowed_methods, reason = "a test may ask how thorough to be")]
fn times() -> u32 {
    std::env::var("FUNHOUSE_LAWS").map_or(1, |times| times.parse().expect("FUNHOUSE_LAWS is a number"))
}

struct EachGame<L>(L);

impl<L: Law> Visitor for EachGame<L> {
    fn visit<G: Solitaire>(&mut self) {
        for (n, options) in (0..L::SEEDS * u64::from(times())).zip(all_options::<G>().into_iter().cycle()) {
            self.0.holds::<G>(seed("law", n), options);
        }
    }
}

pub(crate) fn uphold<L: Law>(law: L) -> L {
    let mut each = EachGame(law);
    registry::visit_all(&mut each);
    each.0
}

fn in_bounds<G: Solitaire>(state: &State<G>) {
    let total = state.score().total();
    assert!(total >= G::MIN_SCORE, "{total} in {} on {}", G::ID, state.seed());
    assert!(G::MAX_SCORE.is_none_or(|most| total <= most), "{total} in {} on {}", G::ID, state.seed());
}

fn is_admitted<G: Solitaire>(state: &State<G>) {
    let text = serde_json::to_string(state).expect("it is JSON");
    let place = || format!("{} on {}: {text}", G::ID, state.seed());
    let form: StateForm<G> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {}", place()));
    let again = form.admit().unwrap_or_else(|e| panic!("{e:?}: {}", place()));
    assert_eq!(again, *state, "{}", place());
    assert_eq!(serde_json::to_string(&again).ok().as_ref(), Some(&text));
    let backward: StateForm<G> = serde_json::from_str(&reversed(&to_json(state))).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(backward.admit().as_ref(), Ok(state), "the order of keys is nothing: {}", place());
}

fn is_playable<G: Solitaire>(state: &State<G>, mv: &G::Move) {
    let (mut shown, mut silent) = (state.clone(), state.clone());
    let mut log = Log::keep();
    shown.play(mv, &mut log).unwrap_or_else(|e| panic!("{}: {mv:?} is listed, but {e}", G::ID));
    assert_eq!(silent.play(mv, &mut Log::discard()), Ok(()));
    assert_eq!(shown, silent, "a log changes nothing");
    let events = log.events();
    assert!(!events.is_empty(), "{}: {mv:?} has no events", G::ID);
    for event in events {
        assert!(to_json(&event)["type"].is_string(), "{event:?}");
    }
    let json = to_json(mv);
    for text in [json.to_string(), reversed(&json), with_last(&json, "type")] {
        let read: G::Move = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(read, *mv, "{text}");
    }
}

fn any<T: Clone>(list: &[T], draws: &mut Draws) -> T {
    list[draws.below(list.len() as u64) as usize].clone()
}
