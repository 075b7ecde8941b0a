//! `DELETE /v1/players/{id}`: deletes a player.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "delete_player",
        "Delete a player",
        "Deletes name, tokens and recovery code. The runs stay on their boards without a name. The name cannot be \
         used again.",
    );
    id_in_path(doc).empty_response("204", "The player was deleted.").no_store().errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &id)?.player;
    // Of two requests that delete at the same time, both succeed.
    shared.store.delete_player(player.id).await?;
    Ok(HttpResponse::NoContent().finish())
}
