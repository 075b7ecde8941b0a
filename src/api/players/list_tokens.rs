//! `GET /v1/players/{id}/tokens`: lists the tokens of a player.

use actix_web::{HttpRequest, web};

use super::common::{oneself, tokens_of};
#[cfg(feature = "schemas")]
use super::document::{describe, example_tokens, id_in_path};
use super::token_info::PlayersTokens;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PlayersTokens> {
    let doc = describe(
        "list_tokens",
        "List your tokens",
        "Returns the player's tokens, each with the time of its creation and the day of its last use.",
    );
    id_in_path(doc).ok::<PlayersTokens>(&example_tokens()).no_store().errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<PlayersTokens>, Problem> {
    let known = oneself(&request, &id)?;
    Ok(JsonResponse::no_store(&tokens_of(&shared.store, known.player.id, Some(known.id)).await?))
}
