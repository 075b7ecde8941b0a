//! `GET /v1/tables/{id}`: shows a table, at once or when there is news.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde::Deserialize;

#[cfg(feature = "schemas")]
use super::document::{WITH_TEXT, describe, example_table, id_in_path};
use super::errors::{id_of, problem};
use super::info::{AnyTable, TableInfo, ViewOptions};
use super::respond::{closed_days, count_news, load_if_long, view_options};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::request::query::{self, Query};
use crate::api::response::event_stream::too_many_listeners;
use crate::api::response::{JSON, Representation, json};
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::engine::schema::NamedSchema;
use crate::rules::wire;
use crate::store::TableId;
use crate::tables::table::Table;
use crate::tables::{Failure, Listener};

/// Maximum number of seconds that a request waits for news.
const MAX_WAIT: usize = 30;

/// The query of a table.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct TableQuery {
    #[serde(default, deserialize_with = "query::up_to::<_, { wire::MAX_MOVES_OF_ANY }>")]
    after: Option<usize>,
    #[serde(default, deserialize_with = "query::up_to::<_, MAX_WAIT>")]
    wait: Option<usize>,
    #[serde(default)]
    with_legal_moves: bool,
    #[serde(default)]
    with_text: bool,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "get_table",
        "Get a table",
        "Returns the table as you can see it: as the player of a seat if you send a token, otherwise as an onlooker. \
         With `wait`, the response is sent when the number of moves is not `after`, when the entity tag differs from \
         `If-None-Match`, when anything else changes, or after that number of seconds. The entity tag is \
         different for each viewer. If the moves were removed, the response has no `position`, and `after` is refused.",
    );
    let after = "The number of moves that you know. Later ones are in `news`.";
    let wait = "The maximum number of seconds to wait for a change, at most 30.";
    let moves = "Whether to list your legal moves.";
    let tag = "The entity tag of the table that you have. The response is 304 if the table still has it.";
    id_in_path(doc)
        .query("after", after, wire::integer_schema(after, 0, wire::MAX_MOVES_OF_ANY as u64))
        .query("wait", wait, wire::integer_schema(wait, 0, MAX_WAIT as u64))
        .query_flag("with_legal_moves", moves)
        .query_flag("with_text", WITH_TEXT)
        .header("If-None-Match", tag, wire::any_text())
        .may_use_token()
        .response_one_of("200", "Done.", &[NamedSchema::of::<AnyTable>()], example_table())
        .errors(&["404", "410", "429", "503"])
}

/// Why a table is not shown.
enum NotShown {
    Loading(Failure),
    Other(Problem),
}

impl From<Failure> for NotShown {
    fn from(why: Failure) -> Self {
        Self::Loading(why)
    }
}

impl From<Problem> for NotShown {
    fn from(why: Problem) -> Self {
        Self::Other(why)
    }
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(query): Query<TableQuery>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    match show(&request, &shared, id, query).await {
        Ok(shown) => Ok(shown),
        Err(NotShown::Loading(Failure::MovesRemoved(stored))) if query.after.is_none() => {
            let player = Client::of(&request).known_player()?.map(|player| player.id);
            let closed = shared.closed_days(stored.terms.day().is_some()).await?;
            let shown = TableInfo::without_moves(&stored, player, closed);
            Ok(Representation::new(json(&shown).into()).respond(&request, JSON))
        }
        Err(NotShown::Loading(why)) => Err(problem(why, id)),
        Err(NotShown::Other(problem)) => Err(problem),
    }
}

/// Shows a table with its moves.
async fn show(
    request: &HttpRequest,
    shared: &Shared,
    id: TableId,
    TableQuery { after, wait, with_legal_moves, with_text }: TableQuery,
) -> Result<HttpResponse, NotShown> {
    let client = Client::of(request);
    let player = client.clone().known_player()?;
    load_if_long(shared, request, id).await?;
    let mut table = shared.tables.load(id).await?;
    if let Some(player) = &player {
        shared.tables.note_player(&table, player.id, client.party());
    }
    if let Some(after) = after {
        count_news(shared, &table, after, request)?;
    }
    let represent = async |table: &Table| {
        let closed = closed_days(shared, table).await?;
        let options =
            ViewOptions { with_legal_moves, after, with_text, ..view_options(player.as_ref(), table, closed) };
        Ok::<_, Problem>(Representation::new(json(&TableInfo::of(table, options)).into()))
    };
    let mut shown = represent(&table).await?;
    if let Some(wait) = wait.filter(|wait| *wait > 0) {
        let has_news = match after {
            Some(after) => table.move_count() != after,
            None => request.headers().contains_key(header::IF_NONE_MATCH) && !shown.is_known(request),
        };
        if !has_news {
            let mut news =
                shared.tables.listen(&table, client.listener(), Listener::Wait).ok_or_else(too_many_listeners)?;
            let player = player.as_ref().map(|player| player.id);
            let tag = |table: &Table| table.tag(table.viewer(player));
            let first = tag(&table);
            let unchanged = |table: Arc<Table>| tag(&table) == first;
            let waiting = async { while news.table().is_none_or(unchanged) && news.changed().await {} };
            // When time is up, the current table is shown.
            let _ = rt::time::timeout(Duration::from_secs(wait as u64), waiting).await;
            drop(news);
            if let Some(refusal) =
                client.refusal_by_now(&shared.store, shared.clock.now()).await.map_err(Problem::from)?
            {
                return Err(NotShown::Other(refusal));
            }
            table = shared.tables.load(id).await?;
            shown = represent(&table).await?;
        }
    }
    Ok(shown.respond(request, JSON))
}
