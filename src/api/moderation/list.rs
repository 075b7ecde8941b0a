//! `GET /v1/moderation/actions`: lists what moderators did.

use actix_web::web;
use serde::{Deserialize, Serialize};

#[cfg(feature = "schemas")]
use super::document::{describe, example_action};
use super::info::LoggedActionInfo;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;

/// A page of the log of moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ActionList {
    /// The entries, the newest first.
    actions: Vec<LoggedActionInfo>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of the log.
#[derive(Debug, Deserialize)]
pub(super) struct LogQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ActionList> {
    let doc = describe(
        "list_moderation_actions",
        "List the actions of moderators",
        "Returns the log of all actions, newest first. The names of a deleted player are removed from it.",
    );
    let next = "The cursor of a page, from `next` of the page before.";
    query::limit(doc)
        .query("cursor", next, cursor::schema())
        .ok::<ActionList>(&ActionList { actions: vec![example_action()], next: None })
        .no_store()
        .errors(&["503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    Query(LogQuery { cursor, limit }): Query<LogQuery>,
) -> Result<JsonResponse<ActionList>, Problem> {
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_moderation();
    let before = cursor.map(|text| Cursor::read(&text, list)?.action()).transpose()?;
    let mut actions = shared.store.moderation_actions(before, limit + 1).await?;
    let more = actions.len() > limit as usize;
    actions.truncate(limit as usize);
    let next = actions.last().filter(|_| more).map(|last| Cursor::Action(last.id).write(list));
    let actions = actions.into_iter().map(LoggedActionInfo::of).collect();
    Ok(JsonResponse::no_store(&ActionList { actions, next }))
}
