//! `GET /v1/moderation/apps/{app}`: shows an app to the moderator.

use actix_web::web;
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::describe;
use crate::api::apps::{self, AppInfo};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::rules::wire::ToSchema;
use crate::store::PlayerId;

/// An app as the moderator sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ModeratedApp {
    app: AppInfo,
    /// The player who asked for it. Absent if an operator created it, or the player is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::PlayerNumber>)]
    owner: Option<PlayerId>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ModeratedApp> {
    let id = "The id of an app, such as that in `app` of a run.";
    describe(
        "show_moderated_app",
        "Show an app to the moderator",
        "Returns the app through which a run was submitted, or a table created, and who asked for it.",
    )
    .path_parameter("app", id, wire::text("^[1-9][0-9]{0,18}$", id, "1"))
    .ok::<ModeratedApp>(&ModeratedApp { app: apps::example_app(), owner: Some(PlayerId(1)) })
    .no_store()
    .errors(&["404", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ModeratedApp>, Problem> {
    let number = id.parse().map_err(|()| apps::unknown(&id))?;
    let app = shared.store.app(number).await?.ok_or_else(|| apps::unknown(&id))?;
    Ok(JsonResponse::no_store(&ModeratedApp { owner: app.owner, app: app.into() }))
}
