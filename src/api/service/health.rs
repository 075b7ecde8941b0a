//! `GET /healthz`: whether the process lives.

use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::describe;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::response::JsonResponse;
use crate::rules::wire::ToSchema;

/// The health of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    pub status: &'static str,
}

pub(super) const HEALTHY: Health = Health { status: "ok" };

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Health> {
    describe("get_health", "Check that the service is alive", "Responds with 200 while the process is running.")
        .ok(&HEALTHY)
        .no_store()
}

pub(super) async fn handle() -> JsonResponse<Health> {
    JsonResponse::no_store(&HEALTHY)
}
