//! `GET /v1/players/{id}/tables`: lists the tables of a player.

use std::sync::Arc;
use std::time::Duration;
use std::borrow::Cow;

use actix_web::http::{Method, header};
use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use serde_json::{Value as Json, json};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::api::endpoint::Endpoint;
use crate::api::games::MAX_INLINE_BYTES;
use crate::api::http::body::Unparsed;
use crate::api::players::{idempotency_key, oneself};
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::request::{cursor, query};
use crate::api::request::cursor::Cursor;
use crate::api::response::picture::PictureFormat;
use crate::api::response::{JSON, JsonRepresentation, JsonResponse, Representation, add_vary, json, picture, raw};
use crate::api::{runs, schemas};
use crate::api::runs::{no_game, Receipt};
use crate::api::shared::{MAX_CHEAP_MOVES, Shared};
use crate::caller::Caller;
use crate::engine::order::{PostedMoves, SeatOrder, TableOrder, pace_schema};
use crate::engine::read::RulesetKey;
use crate::engine::table_game::MoveError;
use crate::engine::{Ruleset, game};
use crate::limits::Limit;
use crate::pool;
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{Occupant, Player, RepeatableTable, RunOfTable, Sealing, StoreError, StoredTable, TableId, TablePlace, TableTerms, MovedBy, StoredMove, TableSeat, TableState, TableStatus, Ending, SeedClass};
use crate::tables::step::NotDone;
use crate::tables::table::{Table, commitment};
use crate::tables::{Done, Failure, FinishedRun, Listener, TableToMake};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::examples;
use crate::engine::schema::{NamedSchema, RulesetSchemas};
use crate::rules::game::{Seat, Viewer};
use crate::rules::wire;
use crate::api::schemas::player_name::PlayerName;
use crate::api::schemas::union::{Games, Union};
use crate::engine::answer::BadMove;
use crate::rules::chance::Seed;
use super::info::{AnyTable, Look, MOST_NEWS, MoveInfo, SeatInfo, TableInfo};
use super::document::{id_in_path, describe, example, example_table, pages, seat_in_path};
use super::schema::{TableNumber, commitment_schema, moment, of_any_game};
use super::errors::{embargoed, id_of, not_done, problem, seat_of, too_many_listeners};
use super::respond::{answer, closed_days, count_news, look, created};
use super::list::{TableList, page};

/// The query of a player's tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

fn example_list() -> Json {
    let tables: Vec<AnyTable> = example().iter().map(|table| AnyTable(TableInfo::listed(&table.stored))).collect();
    serde_json::to_value(TableList { tables, next: None }).unwrap_or_default()
}

pub(super) fn doc() -> OperationDoc<(), TableList> {
    let doc = describe("list_own_tables", "List your tables", "The tables at which you sit or sat, the newest first.");
    let description = "The player's number, or `me` for the player whose token is sent.";
    let doc = doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"));
    pages(doc).ok::<TableList>(&example_list()).errors(&["400", "403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    web::Query(OwnQuery { cursor, limit }): web::Query<OwnQuery>,
) -> Result<JsonResponse<TableList>, Problem> {
    let player = oneself(&request, &id)?.player;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_players_tables(player.id);
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.tables_of(player.id, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}
