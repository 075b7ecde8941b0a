//! Corruption of JSON. The tests of the service use this file, too.

use funhouse_rules::chance::Draws;
use serde_json::{Value as Json, json};

/// Returns a random element, unless the list is empty.
pub(crate) fn one_of<'a, T>(list: &'a [T], draws: &mut Draws) -> Option<&'a T> {
    let count = list.len() as u64;
    (count > 0).then(|| &list[usize::try_from(draws.below(count)).expect("an index")])
}

/// Collects the pointers to all parts of a JSON value.
pub(crate) fn pointers(json: &Json, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match json {
        Json::Array(items) => (0..).zip(items).for_each(|(i, item)| pointers(item, &format!("{at}/{i}"), all)),
        Json::Object(fields) => fields.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), all)),
        _ => {}
    }
}

/// Changes one value somewhere in a state.
pub(crate) fn corrupt(state: &mut Json, draws: &mut Draws) {
    let mut all = Vec::new();
    pointers(state, "", &mut all);
    let mut any = || one_of(&all[1..], draws).expect("a state has fields").clone();
    let (at, from) = (any(), any());
    let other = state.pointer(&from).cloned().expect("it exists");
    let (parent, key) = at.rsplit_once('/').expect("a pointer has a slash");
    let choice = draws.below(12);
    match (choice, state.pointer_mut(&at).expect("it exists")) {
        (0, value) => *value = other,
        (1, value) => {
            let any = [json!(null), json!(true), json!("x"), json!([]), json!({}), json!(-1), json!(0.5)];
            *value = one_of(&any, draws).expect("a value").clone();
        }
        (2..=5, Json::Number(number)) => {
            let was = number.as_i64().unwrap_or_default();
            let numbers = [
                was.saturating_sub(1),
                was.saturating_add(1),
                0,
                1,
                4,
                5,
                6,
                24,
                25,
                500,
                -500,
                1_000_000_000_000_000,
                i64::MAX,
                i64::MIN,
            ];
            *number = (*one_of(&numbers, draws).expect("a number")).into();
        }
        (2..=5, Json::String(text)) => {
            let words: Vec<&str> =
                "S0 M5 A3 C1 a1 d6 c4 left kid adult you S M twins north none ?? Td 2c Kh red".split(' ').collect();
            *text = (*one_of(&words, draws).expect("a word")).to_owned();
        }
        (2..=5, Json::Bool(flag)) => *flag = !*flag,
        (2..=3, Json::Array(items)) if !items.is_empty() => {
            let item = one_of(items, draws).expect("an item").clone();
            items.insert(usize::try_from(draws.below(items.len() as u64 + 1)).expect("an index"), item);
        }
        (4, Json::Array(items)) => items.reverse(),
        (5, Json::Array(items)) => items.clear(),
        (2..=5, Json::Object(fields)) => {
            let keys = ["unknown", "a1", "c3", "1", "7", "walked", "you", "die", "under_way"];
            fields.insert((*one_of(&keys, draws).expect("a key")).to_owned(), other);
        }
        _ => match state.pointer_mut(parent).expect("a parent exists") {
            // A value is removed, or moves elsewhere.
            Json::Object(fields) => {
                let moved = fields.remove(key).expect("it exists");
                let keys: Vec<String> = fields.keys().cloned().collect();
                if let Some(to) = one_of(&keys, draws).filter(|_| choice > 8) {
                    let replaced = fields.insert(to.clone(), moved).expect("it exists");
                    fields.insert(key.to_owned(), replaced);
                }
            }
            Json::Array(items) => {
                let moved = items.remove(key.parse().expect("an index"));
                if choice > 8 {
                    items.insert(usize::try_from(draws.below(items.len() as u64 + 1)).expect("an index"), moved);
                }
            }
            _ => unreachable!("a parent has children"),
        },
    }
}
