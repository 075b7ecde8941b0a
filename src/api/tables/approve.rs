//! `POST` and `DELETE /v1/tables/{id}/requests/{player}`: approves or refuses a player with a request for a seat.

use actix_web::{HttpRequest, HttpResponse, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table, id_in_path};
use super::errors::{id_of, problem, step_error};
use super::info::AnyTable;
use super::respond::{ResponseOptions, answer, load_if_long};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::schemas::PlayerNumber;
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::PlayerId;
use crate::tables::step::StepError;

#[cfg(feature = "schemas")]
fn with_player(doc: OperationDoc) -> OperationDoc {
    id_in_path(doc).path_parameter(
        "player",
        "The id of the player with the request.",
        wire::reference_to::<PlayerNumber>(),
    )
}

fn player_of(text: &str) -> Result<PlayerId, Problem> {
    text.parse().map_err(|()| step_error(StepError::NoRequest))
}

#[cfg(feature = "schemas")]
pub(super) fn approve_doc() -> OperationDoc<(), AnyTable> {
    let doc = describe(
        "approve_seat_request",
        "Approve a player",
        "Gives the first open seat to a player with a request, at a table with `approval` that you created. The game \
         begins when the last seat is taken. Approving again changes nothing.",
    );
    with_player(doc).ok::<AnyTable>(&example_table()).no_store().errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn approve(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let (id, asking) = (id_of(&path.0)?, player_of(&path.1)?);
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    let update = shared.tables.approve(id, &by, asking).await.map_err(|why| problem(why, id))?;
    answer(&shared, &by.player, update, ResponseOptions::default()).await
}

#[cfg(feature = "schemas")]
pub(super) fn refuse_doc() -> OperationDoc {
    let doc = describe(
        "refuse_seat_request",
        "Refuse a player",
        "Refuses a player with a request at a table with `approval` that you created. The player cannot ask \
         there again. With your own id, withdraws your request, and you can ask again.",
    );
    with_player(doc)
        .empty_response("204", "The player no longer asks for a seat.")
        .no_store()
        .errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn refuse(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, asking) = (id_of(&path.0)?, player_of(&path.1)?);
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    shared.tables.refuse(id, &by, asking).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}
