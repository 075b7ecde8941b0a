//! Schemas that many responses share. Each has a name, so that generated clients have one type for it.

pub(super) mod contest_round;
pub mod decimal;
pub(super) mod examples;
#[cfg(feature = "schemas")]
pub(super) mod of_game;
pub mod player_name;
#[cfg(feature = "schemas")]
pub(super) mod union;

#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

pub use crate::engine::shape::GameId;
use crate::rules::wire;

/// Replaces the macro for unions over games.
#[cfg(not(feature = "schemas"))]
pub(super) mod union {
    macro_rules! union_schema {
        ($($tokens:tt)*) => {};
    }
    pub(in crate::api) use union_schema;
}

/// The schema of the number of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunNumber;

wire::named_schema!(
    impl[] RunNumber,
    "RunNumber",
    number("The id of a run. Runs are numbered in the order in which they were stored."),
    gather []
);

/// The schema of how many moves were taken back.
#[derive(Clone, Copy, Debug)]
pub struct TakenBack;

wire::named_schema!(
    impl[] TakenBack,
    "TakenBack",
    wire::integer_schema(
        "The number of moves that were undone while playing, as the player reports it. It is not verified.",
        0,
        u32::MAX.into(),
    ),
    gather []
);

/// The schema of whether hints were used.
#[derive(Clone, Copy, Debug)]
pub struct Assisted;

wire::named_schema!(
    impl[] Assisted,
    "Assisted",
    ObjectBuilder::new()
        .schema_type(Type::Boolean)
        .description(Some(
            "Whether hints or an analysis were used while playing, as the player reports it. It is not verified. Absent if not reported.",
        ))
        .into(),
    gather []
);

/// The schema of the number of a player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerNumber;

wire::named_schema!(impl[] PlayerNumber, "PlayerNumber", number("The id of a player."), gather []);

#[cfg(feature = "schemas")]
fn number(description: &str) -> wire::AnySchema {
    wire::text("^[1-9][0-9]{0,18}$", description, "1")
}

/// The schema of the number of an app.
#[derive(Clone, Copy, Debug)]
pub struct AppNumber;

wire::named_schema!(impl[] AppNumber, "AppNumber", number("The id of an app."), gather []);

/// The schema of the key of an app.
#[derive(Clone, Copy, Debug)]
pub struct AppKeyText;

wire::named_schema!(
    impl[] AppKeyText,
    "AppKey",
    wire::text(
        "^fhk_[A-Za-z0-9_-]{43}$",
        "The key of an app, shown only once. Send it as `Authorization: Bearer <key>`, from a server only.",
        "fhk_dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE",
    ),
    gather []
);

/// The schema of the number of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableNumber;

wire::named_schema!(
    impl[] TableNumber,
    "TableNumber",
    wire::text(
        "^[0-7][0-9a-f]{15}$",
        "The id of a table, in hexadecimal. It is random, so only people with its link can find an unlisted table.",
        "4f1c9a2b7d3e8f60",
    ),
    gather []
);

/// The schema of the number of a request for opponents.
#[derive(Clone, Copy, Debug)]
pub struct PairingNumber;

wire::named_schema!(
    impl[] PairingNumber,
    "PairingNumber",
    wire::text("^[0-7][0-9a-f]{15}$", "The id of a request for opponents, in hexadecimal.", "1d0c5b7a92e46f38"),
    gather []
);

/// The schema of the number of a contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestNumber;

wire::named_schema!(
    impl[] ContestNumber,
    "ContestNumber",
    wire::text(
        "^[0-7][0-9a-f]{15}$",
        "The id of a contest, in hexadecimal. It is random, so only people with its link can find an unlisted contest.",
        "2b7d3e8f604f1c9a",
    ),
    gather []
);

/// The schema of a time (RFC 3339, UTC, milliseconds).
#[derive(Clone, Copy, Debug)]
pub struct Moment;

wire::named_schema!(
    impl[] Moment,
    "Moment",
    ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
        .description(Some("A moment as RFC 3339 writes it, in UTC and to the millisecond."))
        .examples(["2026-11-20T09:30:00.000Z"])
        .into(),
    gather []
);

/// The schema of a player's token.
#[derive(Clone, Copy, Debug)]
pub struct PlayerToken;

wire::named_schema!(
    impl[] PlayerToken,
    "PlayerToken",
    wire::text(
        "^[A-Za-z0-9_-]{43}$",
        "A player's token, shown only once. Send it as `Authorization: Bearer <token>`.",
        "dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE",
    ),
    gather []
);

/// The schema of the number of a season.
#[derive(Clone, Copy, Debug)]
pub struct SeasonNumber;

wire::named_schema!(impl[] SeasonNumber, "SeasonNumber", number("The id of a season of an app."), gather []);

/// The schema of the code in a link of an app.
#[derive(Clone, Copy, Debug)]
pub struct LinkCodeText;

wire::named_schema!(
    impl[] LinkCodeText,
    "LinkCodeText",
    wire::text("^[A-Za-z0-9_-]{43}$", "The code in a link of an app.", "bm8gcmVhbCBjb2RlLCBidXQgaXQgaGFzIDMyIGJ5dGU"),
    gather []
);

/// The schema of the number of a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenNumber;

wire::named_schema!(
    impl[] TokenNumber,
    "TokenNumber",
    number("The id of a token, which is not secret."),
    gather []
);

/// The schema of the number of an action of a moderator.
#[derive(Clone, Copy, Debug)]
pub struct ActionNumber;

wire::named_schema!(
    impl[] ActionNumber,
    "ActionNumber",
    number("The id of a moderator's action."),
    gather []
);

/// The schema of a recovery code.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryCodeText;

wire::named_schema!(
    impl[] RecoveryCodeText,
    "RecoveryCode",
    wire::text(
        "^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){6}$",
        "A recovery code, shown only once: write it down. It creates a new token if all others are lost.",
        "7K2M-9QXA-0RDF-4TVB-H1JC-6NYE-8WPG",
    ),
    gather []
);

/// The schema of a recovery code's id.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryCodeId;

wire::named_schema!(
    impl[] RecoveryCodeId,
    "RecoveryCodeId",
    wire::text(
        "^[0-9a-f]{8}$",
        "The id of a recovery code. Each code has a different id, so a client can check whether a code that it stores still works.",
        "0b9c2f41",
    ),
    gather []
);

/// The schema of options where any game's may stand.
#[derive(Clone, Copy, Debug)]
pub struct AnyOptions;

wire::named_schema!(
    impl[] AnyOptions,
    "AnyOptions",
    wire::any_options("The options of any game: each value by its name, in the schema of the game."),
    gather []
);
