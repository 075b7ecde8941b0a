//! `POST /v1/app_links`: shows what a link is for.

use actix_web::web;
#[cfg(feature = "schemas")]
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, describe, example_app};
#[cfg(feature = "schemas")]
use super::info::PurposeInfo;
use super::info::{LinkCode, LinkInfo, unknown};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
#[cfg(feature = "schemas")]
use crate::api::players::document::example_info;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<LinkCode, LinkInfo> {
    let link = LinkInfo { purpose: PurposeInfo::TakeOver, app: example_app(), player: example_info() };
    describe(
        "show_app_link",
        "Show what a link of an app is for",
        "Returns the app and the player of a link, which is not used by this.",
    )
    .request_body::<LinkCode>(&json!({ "code": EXAMPLE_CODE }))
    .ok::<LinkInfo>(&link)
    .no_store()
    .errors(&["404", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    Body(code, _): Body<LinkCode>,
) -> Result<JsonResponse<LinkInfo>, Problem> {
    let link = shared.store.app_link(code.hash()?, shared.clock.now()).await?.ok_or_else(unknown)?;
    Ok(JsonResponse::no_store(&link.into()))
}
