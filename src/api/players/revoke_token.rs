//! `DELETE /v1/players/{id}/tokens/{token}`: revokes a token.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::Revoked;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "revoke_token",
        "Revoke a token",
        "Revokes a token, which can be the one that is sent. The last token can be revoked only if there is a \
         recovery code.",
    );
    let description = "The id of the token, from the list of tokens.";
    id_in_path(doc)
        .path_parameter("token", description, wire::text("^[1-9][0-9]{0,18}$", description, "1"))
        .empty_response("204", "The token was revoked.")
        .no_store()
        .errors(&["403", "404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, token) = path.into_inner();
    let player = oneself(&request, &id)?.player;
    let nothing = || Problem::new(Code::UnknownToken, format_args!("you have no token with the id {token:?}"));
    match shared.store.revoke_token(player.id, token.parse().map_err(|()| nothing())?).await? {
        Revoked::Removed => Ok(HttpResponse::NoContent().finish()),
        Revoked::LastOne => {
            let detail = "this is your last token, and you have no recovery code to create another";
            Err(Problem::new(Code::LastToken, detail))
        }
        Revoked::Unknown => Err(nothing()),
    }
}
