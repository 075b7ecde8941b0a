//! `GET /v1/tables`: lists the tables that wait for players.

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


/// The query of a list of tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    game: Option<String>,
    cursor: Option<String>,
    limit: Option<String>,
}

/// A page of tables.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableList {
    /// The tables, the newest first, without their games.
    pub(super) tables: Vec<AnyTable>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) next: Option<String>,
}

/// A page of tables, of which one more was read than it has room for.
pub(super) fn page(mut tables: Vec<StoredTable>, limit: u32, list: cursor::ListId) -> TableList {
    let more = tables.len() > limit as usize;
    tables.truncate(limit as usize);
    let last = tables.last().filter(|_| more);
    let place = |table: &StoredTable| TablePlace { made_at: table.terms.made_at, id: table.id };
    let next = last.map(|last| Cursor::Table(place(last)).write(list));
    TableList { tables: tables.iter().map(|table| AnyTable(TableInfo::listed(table))).collect(), next }
}

pub(super) fn doc() -> OperationDoc<(), TableList> {
    let doc = describe(
        "list_tables",
        "List tables that wait for players",
        "Tables with open seats that were listed, the newest first.",
    );
    pages(doc.query("game", "Only tables of this game.", wire::any_text()))
        .ok::<TableList>(&TableList { tables: Vec::new(), next: None })
        .errors(&["400", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    web::Query(ListQuery { game: id, cursor, limit }): web::Query<ListQuery>,
) -> Result<JsonResponse<TableList>, Problem> {
    if let Some(id) = id.as_deref().filter(|id| game(id).is_none()) {
        return Err(query::invalid("game", format_args!("there is no game {id:?}")));
    }
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_waiting_tables(id.as_deref());
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.waiting_tables(id, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}
