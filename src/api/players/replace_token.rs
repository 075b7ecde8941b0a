//! `POST /v1/players/{id}/token`: replaces the token that is sent.

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::common::{no_random, oneself, unknown};
#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_TOKEN, describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::secrets::token::Token;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;

/// A token that replaces another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ReplacementToken {
    /// The token, shown only once. The token that it replaces no longer works.
    #[schema(value_type = schemas::PlayerToken)]
    token: String,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ReplacementToken> {
    let doc = describe(
        "replace_token",
        "Replace a token",
        "Returns a new token that replaces the one that is sent, which no longer works. Its id and label stay, and \
         the player's other tokens stay valid.",
    );
    id_in_path(doc)
        .ok::<ReplacementToken>(&ReplacementToken { token: EXAMPLE_TOKEN.to_owned() })
        .no_store()
        .errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ReplacementToken>, Problem> {
    let known = oneself(&request, &id)?;
    let token = Token::random().map_err(no_random)?;
    if !shared.store.replace_token(known.player.id, known.id, token.hash(), shared.clock.now()).await? {
        return Err(unknown(&id));
    }
    Ok(JsonResponse::no_store(&ReplacementToken { token: token.to_string() }))
}
