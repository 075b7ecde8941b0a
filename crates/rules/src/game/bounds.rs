//! Bounds of moves that are too many to list.
//!
//! They have the same form in every game, so that a program can build moves without knowing the game.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use crate::chance::Draws;
use crate::seat::Seat;
use crate::wire::{self, ToSchema};

/// Maximum length of a list in a move, as the schema has it. No game comes near it.
const MAX_ITEMS: u64 = 100;
/// Maximum absolute value of an integer in a move, as the schema has it.
const MAX_NUMBER: i64 = 1_000_000_000;

/// Moves of one type that are too many to list. Every combination of values within the bounds of the fields is legal: send it as an
/// object with `type`, `seat` if there is one, and all of the `fields`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveBounds {
    /// The type of the moves.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The seat of the moves; absent in a solitaire.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seat: Option<Seat>,
    /// The bounds of each other field, by its name. No field is optional.
    #[schema(value_type = BTreeMap<String, FieldBounds>)]
    fields: BTreeMap<&'static str, FieldBounds>,
}

/// The bounds of a field of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FieldBounds {
    /// A listed value.
    OneOf(OneOfBounds),
    /// An integer in a range.
    Integer(IntegerBounds),
    /// A subset of the listed values.
    Subset(SubsetBounds),
}

/// The field has one of these values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OneOfBounds {
    one_of: Vec<Json>,
}

/// The field is an integer from `min` to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct IntegerBounds {
    min: i64,
    max: i64,
}

/// The field is a list of different values, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubsetBounds {
    subset_of: Vec<Json>,
    min_items: usize,
    max_items: usize,
}

impl MoveBounds {
    /// Creates bounds of moves of a type, without fields.
    #[must_use]
    pub fn of(kind: &'static str) -> Self {
        Self { kind, seat: None, fields: BTreeMap::new() }
    }

    /// Adds the seat that makes the moves.
    #[must_use]
    pub fn seat(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Adds a field with one of several values, of which there is at least one.
    #[must_use]
    pub fn one_of<T: Serialize>(self, field: &'static str, values: &[T]) -> Self {
        self.field(field, FieldBounds::OneOf(OneOfBounds { one_of: json_of(values) }))
    }

    /// Adds a field with an integer.
    #[must_use]
    pub fn integer(self, field: &'static str, range: RangeInclusive<i64>) -> Self {
        self.field(field, FieldBounds::Integer(IntegerBounds { min: *range.start(), max: *range.end() }))
    }

    /// Adds a field with some of several different values. `count` is how many, at most as many as there are.
    #[must_use]
    pub fn subset<T: Serialize>(self, field: &'static str, values: &[T], count: RangeInclusive<usize>) -> Self {
        let (min_items, max_items) = count.into_inner();
        self.field(field, FieldBounds::Subset(SubsetBounds { subset_of: json_of(values), min_items, max_items }))
    }

    fn field(mut self, name: &'static str, bounds: FieldBounds) -> Self {
        self.fields.insert(name, bounds);
        self
    }

    /// Returns whether the moves are of a seat.
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        self.seat == Some(seat)
    }

    /// Draws a move: each field independently and uniformly. A subset has its values in the listed order.
    ///
    /// Returns none if the game has no such move, which the laws rule out.
    pub fn draw<M: DeserializeOwned>(&self, draws: &mut Draws) -> Option<M> {
        let mut mv = Map::new();
        mv.insert("type".to_owned(), self.kind.into());
        mv.extend(self.seat.map(|seat| ("seat".to_owned(), json!(seat))));
        mv.extend(self.fields.iter().map(|(name, bounds)| ((*name).to_owned(), bounds.draw(draws))));
        crate::wire::from_value(mv.into()).ok()
    }
}

impl FieldBounds {
    fn draw(&self, draws: &mut Draws) -> Json {
        match self {
            Self::OneOf(OneOfBounds { one_of }) => one_of[draws.below(one_of.len() as u64) as usize].clone(),
            Self::Integer(IntegerBounds { min, max }) => (min + draws.below(min.abs_diff(*max) + 1) as i64).into(),
            Self::Subset(SubsetBounds { subset_of, min_items, max_items }) => {
                let mut chosen: Vec<usize> = (0..subset_of.len()).collect();
                draws.shuffle(&mut chosen);
                chosen.truncate(min_items + draws.below((max_items - min_items) as u64 + 1) as usize);
                chosen.sort_unstable();
                chosen.into_iter().map(|index| subset_of[index].clone()).collect()
            }
        }
    }
}

/// Returns values of a field as JSON. Serializing them cannot fail.
fn json_of<T: Serialize>(values: &[T]) -> Vec<Json> {
    values.iter().map(|value| serde_json::to_value(value).unwrap_or_default()).collect()
}

/// A union of three shapes would not do: responses may gain fields, so that no shape excludes another.
#[cfg(feature = "schemas")]
fn field_schema() -> wire::AnySchema {
    let values = |description| wire::list(description, wire::anything("A value, as in the schema of the move."));
    wire::object(
        "The bounds of a field: it has either `one_of`, or `min` and `max`, or `subset_of`, `min_items` and `max_items`.",
        [
            wire::optional("one_of", values("The field has one of these values.")),
            wire::optional("min", number("The field is an integer, at least this.")),
            wire::optional("max", number("The field is an integer, at most this.")),
            wire::optional("subset_of", values("The field is a list of different values of these, in any order.")),
            wire::optional("min_items", wire::integer_schema("The minimum length of that list.", 0, MAX_ITEMS)),
            wire::optional("max_items", wire::integer_schema("The maximum length of that list.", 1, MAX_ITEMS)),
        ],
    )
}

#[cfg(feature = "schemas")]
fn number(description: &str) -> wire::AnySchema {
    wire::signed_schema(description, -MAX_NUMBER, MAX_NUMBER)
}

wire::named_schema!(impl[] FieldBounds, "FieldBounds", field_schema(), gather []);
