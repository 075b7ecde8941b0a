//! `POST /v1/app_links/consent`: lets an app play.

use actix_web::{HttpRequest, HttpResponse, web};
#[cfg(feature = "schemas")]
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, describe};
use super::info::{LinkCode, unknown};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::store::Consented;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<LinkCode> {
    describe(
        "consent_to_app",
        "Let an app play for you",
        "Lets the app of a link get tokens with which it plays and reads for you, until you withdraw that. The link must be for your player.",
    )
    .request_body::<LinkCode>(&json!({ "code": EXAMPLE_CODE }))
    .empty_response("204", "The app may play for you.")
    .no_store()
    .errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(code, _): Body<LinkCode>,
) -> Result<HttpResponse, Problem> {
    let player = Client::of(&request).player_alone()?.id;
    match shared.store.consent(code.hash()?, player, shared.clock.now()).await? {
        Consented::Allowed => Ok(HttpResponse::NoContent().finish()),
        Consented::OtherPlayer => Err(Problem::new(Code::Forbidden, "the link is for another player")),
        Consented::Unknown => Err(unknown()),
    }
}
