//! `GET /v1/players/{id}/apps`: lists the apps that a player lets play.

use actix_web::{HttpRequest, web};
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::{describe, example_app};
use super::info::PublicApp;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;

/// The apps that a player lets play for them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayersApps {
    apps: Vec<PublicApp>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PlayersApps> {
    let doc =
        describe("list_players_apps", "List the apps that play for you", "Returns the apps that you let play for you.");
    players::id_in_path(doc)
        .ok::<PlayersApps>(&PlayersApps { apps: vec![example_app()] })
        .no_store()
        .errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<PlayersApps>, Problem> {
    let player = players::oneself(&request, &id)?.player;
    let apps = shared.store.apps_of_player(player.id).await?.into_iter().map(PublicApp::from).collect();
    Ok(JsonResponse::no_store(&PlayersApps { apps }))
}
