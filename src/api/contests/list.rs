//! `GET /v1/contests` and `GET /v1/players/{id}/contests`: list contests.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schemas")]
use super::document::{describe, example_contest};
use super::info::{ContestInfo, YouInfo};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::oneself;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};

/// A page of contests.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ContestList {
    /// The contests.
    contests: Vec<ContestInfo>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of the list.
#[derive(Debug, Deserialize)]
pub(super) struct ContestsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
fn paged(doc: OperationDoc) -> OperationDoc<(), ContestList> {
    let next = "The cursor of a page, from `next` of the page before.";
    query::limit(doc.query("cursor", next, cursor::schema()))
        .ok::<ContestList>(&ContestList { contests: vec![example_contest()], next: None })
        .errors(&["503"])
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ContestList> {
    let description =
        "Returns the contests that anyone may enter and whose last round is not over, the first to close first.";
    paged(describe("list_contests", "List contests", description))
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Query(ContestsQuery { cursor, limit }): Query<ContestsQuery>,
) -> Result<JsonResponse<ContestList>, Problem> {
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_contests();
    let after = cursor.map(|text| Cursor::read(&text, list)?.contest()).transpose()?;
    let now = shared.days.time().await?.now;
    let mut contests = shared.store.open_contests(now, after, limit + 1).await?;
    let more = contests.len() > limit as usize;
    contests.truncate(limit as usize);
    let next = contests.last().filter(|_| more).map(|last| Cursor::Contest(last.place()).write(list));
    let contests = contests.into_iter().map(|contest| ContestInfo::of(contest, None)).collect();
    Ok(JsonResponse::with_entity_tag(&ContestList { contests, next }, &request))
}

#[cfg(feature = "schemas")]
pub(super) fn own_doc() -> OperationDoc<(), ContestList> {
    let description =
        "Returns the contests that you created, entered or asked to enter, the last first, without your games.";
    let doc = describe("list_players_contests", "List your contests", description);
    let id = "The player's id, or `me` for the player whose token is sent.";
    paged(doc.path_parameter("id", id, wire::text("^([1-9][0-9]{0,18}|me)$", id, "1"))).no_store()
}

pub(super) async fn own(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(ContestsQuery { cursor, limit }): Query<ContestsQuery>,
) -> Result<JsonResponse<ContestList>, Problem> {
    let player = oneself(&request, &id)?.player.id;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_players_contests(player);
    let after = cursor.map(|text| Cursor::read(&text, list)?.contest()).transpose()?;
    let mut contests = shared.store.contests_of(player, after, limit + 1).await?;
    let more = contests.len() > limit as usize;
    contests.truncate(limit as usize);
    let next = contests.last().filter(|_| more).map(|(_, place, _)| Cursor::Contest(*place).write(list));
    let info = |(contest, _, state): (_, _, crate::store::EntrantState)| {
        ContestInfo::of(contest, Some(YouInfo { status: state.into(), games: Vec::new() }))
    };
    Ok(JsonResponse::no_store(&ContestList { contests: contests.into_iter().map(info).collect(), next }))
}
