//! `POST /v1/tables/{id}/resignation`: gives up.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table, id_in_path};
use super::errors::{id_of, problem};
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
        "resign",
        "Resign",
        "Ends a solitaire, which counts as abandoned in averages. At a table for several seats, a robot takes your \
         seat and you are placed behind all other players. The game ends when no player is left. Before a third of the game's median \
         length, you take a loss that no one gains from, and after several such games you wait before you take a seat at a listed table.",
    );
    id_in_path(doc).ok::<AnyTable>(&example_table()).no_store().errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let id = id_of(&id)?;
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    let update = shared.tables.resign(id, &by).await.map_err(|why| problem(why, id))?;
    answer(&shared, &by.player, update, ResponseOptions::default()).await
}
