//! `DELETE /v1/pairings/{id}`: cancels a request for opponents.

use actix_web::{HttpRequest, HttpResponse, web};

use super::info::id_of;
#[cfg(feature = "schemas")]
use super::info::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "cancel_pairing",
        "Cancel a request for opponents",
        "Ends your request. If it has led to a table, the response is 409 `paired` with the id of the `table`, at which you have a seat.",
    );
    id_in_path(doc).empty_response("204", "You do not wait any more.").no_store().errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (id, player) = (id_of(&id)?, Client::of(&request).player()?.id);
    match shared.tables.cancel_pairing(player, id).await? {
        None => Ok(HttpResponse::NoContent().finish()),
        Some(table) => Err(Problem::of(Code::Paired).with_table(table)),
    }
}
