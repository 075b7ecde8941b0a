//! `PATCH /v1/players/{id}`: changes what a player says of themselves.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
#[cfg(feature = "schemas")]
use serde_json::json;

use super::common::{oneself, unknown};
#[cfg(feature = "schemas")]
use super::document::{describe, example_info, id_in_path};
use super::info::PlayerInfo;
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::Player;

/// What a player says of themselves.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerChange {
    /// Whether you are a program.
    bot: bool,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<PlayerChange, PlayerInfo> {
    let doc = describe(
        "change_player",
        "Change your player",
        "Sets whether you are a program. Wherever others see your name, they then see `bot`, and you are paired only with players who accept \
         bots.",
    );
    id_in_path(doc)
        .request_body::<PlayerChange>(&json!({ "bot": true }))
        .ok::<PlayerInfo>(&PlayerInfo { bot: true, ..example_info() })
        .no_store()
        .errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(PlayerChange { bot }, ..): Body<PlayerChange>,
) -> Result<JsonResponse<PlayerInfo>, Problem> {
    let player = oneself(&request, &id)?.player;
    if !shared.store.set_bot(player.id, bot).await? {
        return Err(unknown(&id));
    }
    Ok(JsonResponse::no_store(&PlayerInfo::from(Player { bot, ..player })))
}
