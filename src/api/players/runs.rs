//! `GET /v1/players/{id}/runs`: lists the runs of a player.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::common::named;
use super::document::{describe, id_in_path};
use super::info::RunSummary;
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

/// A page of a player's runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayersRuns {
    /// The runs, the newest first.
    runs: Vec<RunSummary>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of a player's runs.
#[derive(Debug, Deserialize)]
pub(super) struct RunsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

pub(super) fn doc() -> OperationDoc<(), PlayersRuns> {
    let doc = describe("list_players_runs", "List a player's runs", "A player's runs, the newest first.");
    let next = "The cursor of a page, as the page before gave it in `next`.";
    id_in_path(query::limit(doc))
        .query("cursor", next, cursor::schema())
        .may_use_token()
        .ok::<PlayersRuns>(&PlayersRuns { runs: Vec::new(), next: None })
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(RunsQuery { cursor, limit }): Query<RunsQuery>,
) -> Result<JsonResponse<PlayersRuns>, Problem> {
    let player = named(&request, &shared, &id).await?;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_runs(player.id);
    let before = match &cursor {
        None => None,
        Some(text) => Some(Cursor::read(text, list)?.run()?),
    };
    let mut runs = shared.store.runs_of(player.id, before, limit + 1).await?;
    let more = runs.len() > limit as usize;
    runs.truncate(limit as usize);
    let next = runs.last().filter(|_| more).map(|last| Cursor::Run(last.id).write(list));
    let closed = shared.days.closed().await?;
    let page = PlayersRuns { runs: runs.into_iter().map(|run| RunSummary::of(run, closed)).collect(), next };
    Ok(JsonResponse::with_entity_tag(&page, &request))
}
