//! The schemas of values that many responses have. Each has a name, so that a client gets one type for it.

use funhouse_rules::wire;
#[cfg(feature = "schemas")]
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

/// The schema of a score card of any game.
#[derive(Clone, Copy, Debug)]
pub struct AnyScore;

wire::named_schema!(
    impl[] AnyScore,
    "AnyScore",
    wire::open_object(
        "A score card of any game: the total, and the other fields of the game's own schema.",
        [wire::required("total", wire::reference_to::<wire::Points>())],
    ),
    gather [wire::Points]
);

/// The schema of the id of a game in responses: open, so that clients of today can read games added tomorrow.
#[derive(Clone, Copy, Debug)]
pub struct GameId;

wire::named_schema!(
    impl[] GameId,
    "GameId",
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The id of a game. Later versions of the service can add ids."))
        .examples(["slide-jam"])
        .into(),
    gather []
);
