//! `GET /readyz`: whether the service can take requests.

use actix_web::web;

use super::document::describe;
use super::health::{HEALTHY, Health};
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

pub(super) fn doc() -> OperationDoc<(), Health> {
    describe("get_readiness", "Whether the service can take requests", "Answers 200 when it can read its store and its last commit succeeded. When none was made for a second, it makes one of its own.")
        .ok(&HEALTHY)
        .no_store()
        .errors(&["503"])
}

pub(super) async fn handle(shared: web::Data<Shared>) -> Result<JsonResponse<Health>, Problem> {
    shared.store.ready().await?;
    Ok(JsonResponse::no_store(&HEALTHY))
}
