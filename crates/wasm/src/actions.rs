//! Actions: a number for each legal move, for agents that choose among a fixed number of actions.
//!
//! The number of a move is the CRC-32 of its JSON, modulo the number of actions. It depends on nothing but the move, so an agent that was
//! trained with one release plays with the next. If two legal moves of a position have the same number, the later one gets the next free one.
//! The Python package has the same numbers for games of a service.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use crate::crc::Crc;

/// The number of values that represent a range.
const POINTS: usize = 5;

/// A legal move with its action.
pub(crate) struct Action {
    /// Its number.
    pub(crate) number: usize,
    /// The move, as JSON.
    pub(crate) mv: Box<str>,
}

/// Legal moves, as the engine writes them.
#[derive(Deserialize)]
struct Legal<'a> {
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
    #[serde(default)]
    bounds: Vec<Bounds>,
}

/// Moves that are too many to list.
#[derive(Deserialize)]
struct Bounds {
    #[serde(rename = "type")]
    kind: Json,
    seat: Option<Json>,
    fields: Map<String, Json>,
}

/// Returns the actions of legal moves, at most `size`. Those that are too many to list are represented by some that are evenly spread.
pub(crate) fn actions(legal: &str, size: usize) -> Vec<Action> {
    let Ok(Legal { moves, bounds }) = serde_json::from_str(legal) else { return Vec::new() };
    let listed = moves.into_iter().map(|mv| mv.get().into());
    let mut taken = vec![false; size];
    listed.chain(bounds.iter().flat_map(Bounds::spread)).take(size).map(|mv| numbered(mv, &mut taken)).collect()
}

/// Gives a move the first free number.
fn numbered(mv: Box<str>, taken: &mut [bool]) -> Action {
    let size = taken.len();
    let first = Crc::default().and(mv.as_bytes()).value() as usize % size;
    let number = (first..first + size).map(|number| number % size).find(|number| !taken[*number]).unwrap_or(first);
    taken[number] = true;
    Action { number, mv }
}

impl Bounds {
    /// Returns moves whose fields are evenly spread. The last field varies fastest.
    fn spread(&self) -> Vec<Box<str>> {
        let mut moves = vec![format!(r#"{{"type":{}"#, self.kind)];
        if let Some(seat) = &self.seat {
            moves[0] += &format!(r#","seat":{seat}"#);
        }
        for (name, bounds) in &self.fields {
            let values: Vec<String> = values(bounds).iter().map(|value| format!(r#","{name}":{value}"#)).collect();
            moves = moves.iter().flat_map(|head| values.iter().map(move |value| format!("{head}{value}"))).collect();
        }
        moves.into_iter().map(|mv| (mv + "}").into()).collect()
    }
}

/// Returns values within the bounds of a field.
fn values(bounds: &Json) -> Vec<Json> {
    if let Json::Array(values) = &bounds["one_of"] {
        return values.clone();
    }
    if let Json::Array(values) = &bounds["subset_of"] {
        return subsets(values, integer(&bounds["min_items"]), integer(&bounds["max_items"]));
    }
    evenly(integer(&bounds["min"]), integer(&bounds["max"])).into_iter().map(Json::from).collect()
}

/// Returns lists of neighboring values, of evenly spread lengths and starts.
fn subsets(values: &[Json], min: i64, max: i64) -> Vec<Json> {
    let count = values.len() as i64;
    let of_length = |length: i64| {
        evenly(0, count - length)
            .into_iter()
            .filter_map(move |start| values.get(start as usize..(start + length) as usize).map(Json::from))
    };
    evenly(min, max).into_iter().flat_map(of_length).collect()
}

/// Returns evenly spread integers from one to another, each once.
fn evenly(min: i64, max: i64) -> Vec<i64> {
    let steps = POINTS as i64 - 1;
    let mut points: Vec<i64> = (0..=steps).map(|step| min + (max - min) * step / steps).collect();
    points.dedup();
    points
}

fn integer(value: &Json) -> i64 {
    value.as_i64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_of_two_moves_with_one_number_gets_the_next() {
        let numbers = |size| -> Vec<usize> {
            actions(r#"{"moves":[{"type":"a"},{"type":"b"},{"type":"c"}]}"#, size)
                .iter()
                .map(|each| each.number)
                .collect()
        };
        assert_eq!(numbers(1).len(), 1);
        let mut three = numbers(3);
        three.sort_unstable();
        assert_eq!(three, [0, 1, 2]);
    }

    #[test]
    fn moves_within_bounds_are_evenly_spread() {
        let legal = r#"{"moves":[],"bounds":[{"type":"x","seat":2,"fields":{
            "a":{"one_of":["p","q"]},"b":{"min":-4,"max":4},"c":{"subset_of":[1,2,3],"min_items":1,"max_items":2}}}]}"#;
        let moves: Vec<Box<str>> = actions(legal, 4096).into_iter().map(|action| action.mv).collect();
        assert_eq!(moves.len(), 2 * 5 * 5);
        assert_eq!(&*moves[0], r#"{"type":"x","seat":2,"a":"p","b":-4,"c":[1]}"#);
        assert_eq!(&*moves[49], r#"{"type":"x","seat":2,"a":"q","b":4,"c":[2,3]}"#);
    }

    #[test]
    fn range_of_few_values_has_each_once() {
        assert_eq!(evenly(3, 3), [3]);
        assert_eq!(evenly(0, 2), [0, 1, 2]);
        assert_eq!(evenly(-100, 100), [-100, -50, 0, 50, 100]);
    }
}
