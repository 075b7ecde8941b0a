//! `GET /v1/tables`: lists the tables that wait for players.

use actix_web::{HttpRequest, web};
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::{describe, pages};
use super::info::{AnyTable, TableInfo};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::{Parameters, Parsed, Query};
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::engine::game;
use crate::rules::wire::{self, ToSchema};
use crate::store::{AppId, StoredTable, TablePlace, WaitingTables};

const APP: Parsed<AppId> = query::app(
    "Only tables that were created through this app. Those of players for whom it acts are in no other list.",
);

/// A page of tables.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableList {
    /// The tables, newest first, without their games.
    pub(super) tables: Vec<AnyTable>,
    /// The cursor of the next page; absent on the last.
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

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), TableList> {
    let doc = describe("list_tables", "List open tables", "Returns listed tables with open seats, newest first.");
    pages(APP.documented(doc.query("game", "Only tables of this game.", wire::any_text())))
        .ok::<TableList>(&TableList { tables: Vec::new(), next: None })
        .errors(&["503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<JsonResponse<TableList>, Problem> {
    let mut query = Parameters::new(query);
    let (of, cursor) = (filter(&mut query)?, query.take_text("cursor")?);
    let limit = query::limit_of(query.take_text("limit")?.as_deref())?;
    query.none_left()?;
    let list = cursor::of_waiting_tables(&of);
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.waiting_tables(of, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}

/// Reads the filters of a query.
fn filter(query: &mut Parameters) -> Result<WaitingTables, Problem> {
    let (id, app) = (query.take_text("game")?, query.take(&APP)?);
    if let Some(id) = id.as_deref().filter(|id| game(id).is_none()) {
        return Err(query::invalid("game", format_args!("must be the id of a game (got {id:?})")));
    }
    Ok(WaitingTables { game: id, app })
}
