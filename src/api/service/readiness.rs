//! `GET /readyz`: whether the service can take requests.

use actix_web::web;

use super::document::describe;
use super::health::{HEALTHY, Health};
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

pub(super) fn doc() -> OperationDoc<(), Health> {
    describe(
        "get_readiness",
        "Check that the service is ready",
        "Responds with 200 if the database can be \
        read and the last commit succeeded. If there was none within a second, it commits one itself.",
    )
    .ok(&HEALTHY)
    .no_store()
    .errors(&["503"])
}

pub(super) async fn handle(shared: web::Data<Shared>) -> Result<JsonResponse<Health>, Problem> {
    shared.store.ready().await?;
    Ok(JsonResponse::no_store(&HEALTHY))
}
