//! The current result of any game.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::value::RawValue;

use crate::mode::SeatedStanding;

/// The current result of a game.
#[derive(Clone, Debug)]
pub enum Standing {
    /// Of a solitaire.
    Score(ScoreStanding),
    /// Of a game for several seats.
    Points(SeatedStanding),
}

/// The score of a solitaire.
#[derive(Clone, Debug)]
pub struct ScoreStanding {
    /// The score card, as JSON.
    pub card: Box<RawValue>,
    /// The score as one number.
    pub total: u64,
    /// The score of each room up to the current one; empty for a game without rooms.
    pub rooms: Vec<u64>,
}

impl Standing {
    /// Returns the total of a solitaire; none for several seats.
    #[must_use]
    pub const fn total(&self) -> Option<u64> {
        match self {
            Self::Score(score) => Some(score.total),
            Self::Points(_) => None,
        }
    }

    /// Returns the place of each seat, from seat 1; none for a solitaire or before the end of the game.
    #[must_use]
    pub fn places(&self) -> Option<&[u8]> {
        match self {
            Self::Score(_) => None,
            Self::Points(standing) => standing.places.as_deref(),
        }
    }

    /// Serializes the fields of a position: `score`, or `points`, `to_act` and `places`.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_fields<S: SerializeStruct>(&self, into: &mut S) -> Result<(), S::Error> {
        match self {
            Self::Score(score) => into.serialize_field("score", &score.card),
            Self::Points(standing) => standing.serialize_fields(into),
        }
    }

    /// Serializes the field of a trace entry: `score` or `points`.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_result<S: SerializeStruct>(&self, into: &mut S) -> Result<(), S::Error> {
        match self {
            Self::Score(score) => into.serialize_field("score", &score.card),
            Self::Points(standing) => into.serialize_field("points", &standing.points),
        }
    }
}

/// A standing is written as the call `score` returns it.
impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Score(score) => score.card.serialize(serializer),
            Self::Points(standing) => standing.serialize(serializer),
        }
    }
}
