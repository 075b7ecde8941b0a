//! `GET /v1/players/{id}/tables`: lists the tables of a player.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::Value as Json;

#[cfg(feature = "schemas")]
use super::document::{describe, example, pages};
use super::info::{AnyTable, TableInfo};
use super::list::{TableList, page};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::oneself;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire;

/// The query of a player's tables.
#[derive(Debug, Deserialize)]
pub(super) struct OwnQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
fn example_list() -> Json {
    let tables: Vec<AnyTable> = example().iter().map(|table| AnyTable(TableInfo::listed(&table.stored))).collect();
    serde_json::to_value(TableList { tables, next: None }).unwrap_or_default()
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), TableList> {
    let doc = describe(
        "list_own_tables",
        "List your tables",
        "Returns the tables at which you have or had a seat, newest first.",
    );
    let description = "The player's id, or `me` for the player whose token is sent.";
    let doc = doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"));
    pages(doc).ok::<TableList>(&example_list()).errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(OwnQuery { cursor, limit }): Query<OwnQuery>,
) -> Result<JsonResponse<TableList>, Problem> {
    let player = oneself(&request, &id)?.player;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_players_tables(player.id);
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.tables_of(player.id, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}
