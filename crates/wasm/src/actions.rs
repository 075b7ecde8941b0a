//! Actions: a number for each legal move, for agents that choose among a fixed number of actions.
//!
//! The number of a move is the CRC-32 of its JSON, modulo the number of actions. It depends on nothing but the move, so an agent that was
//! trained with one release plays with the next. If two legal moves of a position have the same number, the later one gets the next free one.
//! The Python package has the same numbers for games of a service.

use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use crate::crc::Crc;

/// The number of values that represent a range.
const POINTS: usize = 5;

/// The actions that are legal in a position.
pub(crate) struct Actions {
    /// The text that has all moves as JSON: one allocation for all of them.
    text: String,
    /// The number of each action, and where its move is in the text.
    moves: Vec<(usize, Range<usize>)>,
}

impl Actions {
    /// Returns the number and the move of each action.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        self.moves.iter().map(|(number, range)| (*number, &self.text[range.clone()]))
    }

    /// Returns the move of an action, if it is legal.
    pub(crate) fn find(&self, number: usize) -> Option<&str> {
        self.iter().find(|(each, _)| *each == number).map(|(_, mv)| mv)
    }
}

/// Legal moves, as the engine writes them.
#[derive(Default, Deserialize)]
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
pub(crate) fn actions(legal: String, size: usize) -> Actions {
    let Legal { moves, bounds } = serde_json::from_str(&legal).unwrap_or_default();
    // Each move is a part of the text that lists them.
    let place = |mv: &RawValue| mv.get().as_ptr() as usize - legal.as_ptr() as usize;
    let mut ranges: Vec<_> = moves.iter().map(|mv| place(mv)..place(mv) + mv.get().len()).collect();
    let mut text = String::new();
    for mv in bounds.iter().flat_map(Bounds::spread) {
        let start = legal.len() + text.len();
        ranges.push(start..start + mv.len());
        text += &mv;
    }
    let text = legal + &text;
    let mut taken = vec![false; size];
    let numbered = |range: Range<usize>| (free(&text[range.clone()], &mut taken), range);
    let moves = ranges.into_iter().take(size).map(numbered).collect();
    Actions { text, moves }
}

/// Takes the first free number for a move.
fn free(mv: &str, taken: &mut [bool]) -> usize {
    let size = taken.len();
    let first = Crc::default().and(mv.as_bytes()).value() as usize % size;
    let number = (first..first + size).map(|number| number % size).find(|number| !taken[*number]).unwrap_or(first);
    taken[number] = true;
    number
}

impl Bounds {
    /// Returns moves whose fields are evenly spread. The last field varies fastest.
    fn spread(&self) -> Vec<String> {
        let mut moves = vec![format!(r#"{{"type":{}"#, self.kind)];
        if let Some(seat) = &self.seat {
            moves[0] += &format!(r#","seat":{seat}"#);
        }
        for (name, bounds) in &self.fields {
            let values: Vec<String> = values(bounds).iter().map(|value| format!(r#","{name}":{value}"#)).collect();
            moves = moves.iter().flat_map(|head| values.iter().map(move |value| format!("{head}{value}"))).collect();
        }
        moves.into_iter().map(|mv| mv + "}").collect()
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
        let legal = r#"{"moves":[{"type":"a"},{"type":"b"},{"type":"c"}]}"#;
        let numbers =
            |size| -> Vec<usize> { actions(legal.to_owned(), size).iter().map(|(number, _)| number).collect() };
        assert_eq!(numbers(1).len(), 1);
        let mut three = numbers(3);
        three.sort_unstable();
        assert_eq!(three, [0, 1, 2]);
    }

    #[test]
    fn moves_within_bounds_are_evenly_spread() {
        let legal = r#"{"moves":[],"bounds":[{"type":"x","seat":2,"fields":{
            "a":{"one_of":["p","q"]},"b":{"min":-4,"max":4},"c":{"subset_of":[1,2,3],"min_items":1,"max_items":2}}}]}"#;
        let actions = actions(legal.to_owned(), 4096);
        let moves: Vec<&str> = actions.iter().map(|(_, mv)| mv).collect();
        assert_eq!(moves.len(), 2 * 5 * 5);
        assert_eq!(moves[0], r#"{"type":"x","seat":2,"a":"p","b":-4,"c":[1]}"#);
        assert_eq!(moves[49], r#"{"type":"x","seat":2,"a":"q","b":4,"c":[2,3]}"#);
    }

    #[test]
    fn range_of_few_values_has_each_once() {
        assert_eq!(evenly(3, 3), [3]);
        assert_eq!(evenly(0, 2), [0, 1, 2]);
        assert_eq!(evenly(-100, 100), [-100, -50, 0, 50, 100]);
    }
}
