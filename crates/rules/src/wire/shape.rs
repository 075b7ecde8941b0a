//! Schemas that are used in many places. Each has a name, so that a client gets one type for it.

use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "schemas")]
#[cfg(feature = "schemas")]
use utoipa::openapi::{RefOr, Schema};

#[cfg(feature = "schemas")]
use super::schema::{Schemas, ToSchema, gather, integer_schema, reference_to, text, with_tag};
use super::{MAX_COUNT, MAX_MOVES, MAX_MOVES_OF_ANY, named_schema};

/// The schema of a rules version.
#[derive(Clone, Copy, Debug)]
pub struct RulesVersion;

named_schema!(
    impl[] RulesVersion,
    "RulesVersion",
    integer_schema("A rules version of a game.", 1, u32::MAX.into()),
    gather []
);

/// The schema of a score as one number.
#[derive(Clone, Copy, Debug)]
pub struct Points;

named_schema!(
    impl[] Points,
    "Points",
    integer_schema("A score as one number: a total, or what a room scored.", 0, MAX_COUNT),
    gather []
);

/// The schema of a number of moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveCount;

named_schema!(
    impl[] MoveCount,
    "MoveCount",
    integer_schema("The number of moves of a run, or of a room in it.", 0, MAX_MOVES as u64),
    gather []
);

/// The schema of the index of a move in a run.
#[derive(Clone, Copy, Debug)]
pub struct MoveIndex;

named_schema!(
    impl[] MoveIndex,
    "MoveIndex",
    integer_schema("The index of a move in a run, from 0.", 0, MAX_MOVES_OF_ANY as u64 - 1),
    gather []
);

/// The schema of a digest.
#[derive(Clone, Copy, Debug)]
pub struct Digest;

named_schema!(
    impl[] Digest,
    "Digest",
    text(
        "^[0-9a-f]{64}$",
        "The digest of a state: lowercase hex of the SHA-256 of its canonical JSON (RFC 8785).",
        "fc5ca2a2849de2fadaa6837be66d686398830423ddc49b6d3e7a41192b1f8c4a",
    ),
    gather []
);

/// The schema of the sentence of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventText;

named_schema!(
    impl[] EventText,
    "EventText",
    text(
        r"^[A-Z].*\.$",
        "The event as one English sentence, if the request has `with_text`. A seat is always written `Seat 2` or `seat 2`, so that you can \
         replace it by a name.",
        "Seat 2 wins spot 7: two pair (kings and 4s) beats a pair of aces.",
    ),
    gather []
);

/// Adds the schema of a variant of an event: that of its struct, with its tag and the optional [`EventText`].
#[cfg(feature = "schemas")]
pub fn gather_event<T: ToSchema>(key: &str, tag: &str, schemas: &mut Schemas) {
    let mut schema = with_tag(T::schema(), key, tag);
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.properties.insert("text".to_owned(), reference_to::<EventText>());
    }
    schemas.push((T::name().into_owned(), schema));
    T::schemas(schemas);
    gather::<EventText>(schemas);
}

/// A count from 0 to [`MAX_COUNT`], for lists of counts. A field of a [`record!`](super::record!) needs only `Count`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Count(pub u64);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::count(deserializer).map(Self)
    }
}

named_schema!(impl[] Count, "Count", integer_schema("A count.", 0, MAX_COUNT), gather []);
