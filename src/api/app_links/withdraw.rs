//! `DELETE /v1/players/{id}/apps/{app}`: ends that an app may play.

use actix_web::{HttpRequest, HttpResponse, web};

#[cfg(feature = "schemas")]
use super::document::describe;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::shared::Shared;
use crate::api::{apps, players};
#[cfg(feature = "schemas")]
use crate::rules::wire;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let app = "The id of the app.";
    let doc = describe(
        "withdraw_consent",
        "Stop an app from playing for you",
        "Ends the app's tokens for you at once, and its streams within 5 seconds. Succeeds also if the app could not play for you.",
    );
    players::id_in_path(doc)
        .path_parameter("app", app, wire::text("^[1-9][0-9]{0,18}$", app, "1"))
        .empty_response("204", "The app cannot play for you.")
        .no_store()
        .errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, app) = path.into_inner();
    let player = players::oneself(&request, &id)?.player;
    let app = app.parse().map_err(|()| apps::unknown(&app))?;
    shared.store.withdraw_consent(player.id, app).await?;
    Ok(HttpResponse::NoContent().finish())
}
