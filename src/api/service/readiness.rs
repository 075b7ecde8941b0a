//! `GET /readyz`: whether the service can take requests.

use std::borrow::Cow;

use actix_web::web;
use serde::Deserialize;

#[cfg(feature = "schemas")]
use super::document::describe;
use super::health::{HEALTHY, Health};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::{OneOf, Query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

/// What the service must be ready for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Purpose {
    #[default]
    Read,
    Write,
    Play,
}

/// The parameter `for`.
const PURPOSE: OneOf<Purpose> = OneOf {
    name: "for",
    description: "What the service must be ready for: calls that read the database, calls that write to it, or calls that do not need it, \
                  such as `play`.",
    values: Cow::Borrowed(&[("read", Purpose::Read), ("write", Purpose::Write), ("play", Purpose::Play)]),
    default: Some("read"),
};

/// The query.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct ReadinessQuery {
    #[serde(default, rename = "for")]
    purpose: Purpose,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Health> {
    let doc = describe(
        "get_readiness",
        "Check that the service is ready",
        "Responds with 200 if the database can be read. With `for=write`, the last commit must also have succeeded; if there was none \
        within a second, the service commits one. With `for=play`, the database is not checked. While the service is stopping, every form \
        responds with 503, `stopping`.",
    );
    PURPOSE.documented(doc).ok(&HEALTHY).no_store().errors(&["503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    Query(ReadinessQuery { purpose }): Query<ReadinessQuery>,
) -> Result<JsonResponse<Health>, Problem> {
    if shared.drain.has_begun() {
        return Err(Problem::of(Code::Stopping));
    }
    match purpose {
        Purpose::Read => shared.store.ready_to_read().await?,
        Purpose::Write => shared.store.ready_to_write().await?,
        Purpose::Play => {}
    }
    Ok(JsonResponse::no_store(&HEALTHY))
}
