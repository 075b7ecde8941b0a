//! `DELETE /v1/tables/{id}/seats/{seat}`: leaves a seat.

use actix_web::{HttpRequest, HttpResponse, web};

#[cfg(feature = "schemas")]
use super::document::{describe, seat_in_path};
use super::errors::{id_of, problem, seat_of};
use super::respond::load_if_long;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "leave_table",
        "Leave a table",
        "Leaves a table that has not begun. If no player is left, the table is deleted. If you created a table with `approval`, you can \
         also remove the player of another seat, who cannot ask again.",
    );
    seat_in_path(doc)
        .empty_response("204", "The seat is open again.")
        .no_store()
        .errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = (id_of(&path.0)?, seat_of(&path.1)?);
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    shared.tables.stand_up(id, &by, seat).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}
