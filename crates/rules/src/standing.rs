//! The current result of a game: a score, or the points of each seat.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::value::RawValue;

use crate::seat::{MAX_SEATS, SeatSet};
use crate::wire;

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

/// The standing of a game for several seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedStanding {
    /// The points of each seat so far, from seat 1.
    pub points: Vec<i64>,
    /// The seats that may act now; empty exactly when the game has ended.
    pub to_act: SeatSet,
    /// The place of each seat, from seat 1; none before the end of the game.
    pub places: Option<Vec<u8>>,
}

impl Serialize for SeatedStanding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut points = serializer.serialize_struct("SeatedStanding", 3)?;
        self.serialize_fields(&mut points)?;
        points.end()
    }
}

impl SeatedStanding {
    fn serialize_fields<S: SerializeStruct>(&self, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("points", &self.points)?;
        into.serialize_field("to_act", &self.to_act)?;
        match &self.places {
            Some(places) => into.serialize_field("places", places),
            None => into.skip_field("places"),
        }
    }

    #[cfg(feature = "schemas")]
    pub(crate) fn schema_fields() -> Vec<wire::Field> {
        let places = wire::integer_schema("A place: 1 is the best.", 1, MAX_SEATS.into());
        let places = wire::list_at_most(
            "The place of each seat, from seat 1, when the game is over. Tied seats share a place.",
            places,
            MAX_SEATS.into(),
        );
        vec![
            points_field(),
            wire::required(
                "to_act",
                wire::described(
                    "The seats that can act now. Empty when the game is over.",
                    wire::reference_to::<SeatSet>(),
                ),
            ),
            wire::optional("places", places),
        ]
    }
}

#[cfg(feature = "schemas")]
pub(crate) fn points_field() -> wire::Field {
    wire::required("points", wire::reference_to::<SeatPoints>())
}

wire::named_schema!(
    impl[] SeatedStanding,
    "Standing",
    wire::object("The standing of a game for several seats.", SeatedStanding::schema_fields()),
    gather [SeatPoints, SeatSet]
);

/// The schema of the points of each seat.
#[derive(Clone, Copy, Debug)]
pub struct SeatPoints;

wire::named_schema!(
    impl[] SeatPoints,
    "SeatPoints",
    wire::list_at_most("The points of each seat so far, from seat 1.", wire::signed_schema("The points of a seat.", -(wire::MAX_COUNT as i64), wire::MAX_COUNT as i64), MAX_SEATS.into()),
    gather []
);
