//! A request for opponents as JSON, and what its operations share.

use serde::Serialize;
use serde_json::value::RawValue;

#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::response::raw;
use crate::api::schemas;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
#[cfg(feature = "schemas")]
use crate::engine::game;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::Timestamp;
use crate::store::{Pairing, PairingId, PairingTerms, TableId};

/// Maximum number of seconds until robots take seats.
pub(super) const MAX_ROBOTS_AFTER: u32 = 3600;

/// A request for opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Pairing)]
pub(super) struct PairingInfo {
    /// The id of the request.
    #[schema(value_type = schemas::PairingNumber)]
    id: PairingId,
    /// The game.
    #[schema(value_type = schemas::GameId)]
    game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    rules: u32,
    /// The options, in the schema of the game.
    #[schema(value_type = schemas::AnyOptions)]
    options: Box<RawValue>,
    /// The number of seats.
    #[schema(minimum = 2, maximum = 8)]
    seats: u8,
    /// The seconds for each move.
    #[schema(minimum = 2, maximum = 604800)]
    pace: u32,
    /// Whether the result counts for ratings.
    rated: bool,
    /// Whether opponents may be bots.
    bots: bool,
    /// The seconds after which robots take the seats that are left. Absent if they never do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, maximum = 3600)]
    robots_after: Option<u32>,
    /// When you asked.
    #[schema(value_type = schemas::Moment)]
    since: Timestamp,
    /// The table, at which you have a seat. Absent while you wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TableNumber>)]
    table: Option<TableId>,
}

// What the schemas say.
const _: () = assert!(MAX_ROBOTS_AFTER == 3600);

impl From<Pairing> for PairingInfo {
    fn from(Pairing { id, terms, since, table, .. }: Pairing) -> Self {
        let PairingTerms { game, rules, options, seats, pace, rated, bots, robots_after } = terms;
        Self { id, game, rules, options: raw(&options), seats, pace, rated, bots, robots_after, since, table }
    }
}

#[cfg(feature = "schemas")]
pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Tables", summary: summary.to_owned(), description })
}

#[cfg(feature = "schemas")]
pub(super) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("id", "The id of the request.", wire::reference_to::<schemas::PairingNumber>())
}

#[cfg(feature = "schemas")]
pub(super) fn example(table: Option<TableId>) -> PairingInfo {
    let options = game("queensland").and_then(|game| game.newest().options(serde_json::Map::new()).ok());
    PairingInfo {
        id: PairingId(0x1d0c_5b7a_92e4_6f38),
        game: "queensland".to_owned(),
        rules: 1,
        options: raw(&options.unwrap_or_default()),
        seats: 2,
        pace: 60,
        rated: true,
        bots: false,
        robots_after: Some(45),
        since: examples::time(),
        table,
    }
}

/// Parses the id of a request in a path.
pub(super) fn id_of(text: &str) -> Result<PairingId, Problem> {
    let unknown = || format!("you have no request for opponents with the id {text}");
    text.parse().map_err(|()| Problem::new(Code::UnknownPairing, unknown()))
}
