//! `GET /v1/apps/{app}`: shows an app to itself.

use actix_web::{HttpRequest, web};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, example_info, id_in_path};
use super::info::AppInfo;
#[cfg(feature = "schemas")]
use super::info::AppStatus;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), AppInfo> {
    let doc = describe(
        "show_app",
        "Show your app",
        "Returns the app whose key is sent, and whether an operator approved it.",
    );
    id_in_path(doc).ok::<AppInfo>(&example_info(AppStatus::Approved)).no_store().errors(&["404", "503"])
}

pub(super) async fn handle(request: HttpRequest, id: web::Path<String>) -> Result<JsonResponse<AppInfo>, Problem> {
    Ok(JsonResponse::no_store(&oneself(&request, &id)?.into()))
}
