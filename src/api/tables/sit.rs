//! `POST /v1/tables/{id}/seats/{seat}`: takes a seat.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table, seat_in_path};
use super::errors::{id_of, problem, seat_of};
use super::info::AnyTable;
use super::respond::{ResponseOptions, answer, load_if_long};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), AnyTable> {
    let doc = describe(
        "join_table",
        "Join a table",
        "Takes an open seat of a table that has not begun. The game begins when the last seat is taken; then the \
         seats are shuffled. Joining again changes nothing. At a table with `approval`, asks its maker for a seat instead: the response \
         has no `you`, and you are in `approval.requests` until the maker answers. Who left games early repeatedly, or takes many seats at once, \
         waits before they take a seat at a listed table (429 `must_wait`), as do others at the same address.",
    );
    seat_in_path(doc).ok::<AnyTable>(&example_table()).no_store().errors(&["403", "404", "409", "410", "429", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let (id, seat) = (id_of(&path.0)?, seat_of(&path.1)?);
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    let update = shared.tables.sit(id, &by, seat).await.map_err(|why| problem(why, id))?;
    answer(&shared, &by.player, update, ResponseOptions::default()).await
}
