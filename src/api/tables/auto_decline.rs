//! `POST` and `DELETE /v1/tables/{id}/auto_decline`: whether the service declines windows for a player.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table, id_in_path};
use super::errors::{id_of, problem};
use super::info::AnyTable;
use super::respond::{ResponseOptions, answer, load_if_long};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::tables::step::DECLINE_DELAY;

// What the description says.
const _: () = assert!(DECLINE_DELAY == 3_000);

#[cfg(feature = "schemas")]
pub(super) fn enable_doc() -> OperationDoc<(), AnyTable> {
    document(
        "enable_auto_decline",
        "Switch auto-decline on",
        "Lets the service answer windows for you: phases that ask your seat for a reaction whether or not you have one. \
         It declines each window 3 seconds after it opens, whatever you hold. You can still answer before that. No one \
         else sees the switch, and the answer is recorded as your move. It is off when a game begins.",
    )
}

#[cfg(feature = "schemas")]
pub(super) fn disable_doc() -> OperationDoc<(), AnyTable> {
    document("disable_auto_decline", "Switch auto-decline off", "Lets you answer every window yourself again.")
}

#[cfg(feature = "schemas")]
fn document(id: &str, summary: &str, description: &'static str) -> OperationDoc<(), AnyTable> {
    let doc = id_in_path(describe(id, summary, description));
    doc.ok::<AnyTable>(&example_table()).no_store().errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn enable(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    set(&request, &shared, &id, true).await
}

pub(super) async fn disable(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    set(&request, &shared, &id, false).await
}

async fn set(request: &HttpRequest, shared: &Shared, id: &str, on: bool) -> Result<JsonResponse<AnyTable>, Problem> {
    let id = id_of(id)?;
    let by = Client::of(request).requester()?;
    load_if_long(shared, request, id).await?;
    let update = shared.tables.set_auto_decline(id, &by, on).await.map_err(|why| problem(why, id))?;
    answer(shared, &by.player, update, ResponseOptions::default()).await
}
