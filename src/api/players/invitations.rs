//! `GET /v1/players/{id}/invitations`: the invitations of a player.

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Timestamp;
use crate::store::{Invitation, TableId};

/// Maximum number of listed invitations.
const MAX_LISTED: u32 = 100;

/// Your invitations.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Invitations {
    /// Those that wait for an answer, the newest first.
    #[schema(max_items = 100)]
    invitations: Vec<InvitationInfo>,
}

/// An invitation to a table that waits for players.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
struct InvitationInfo {
    /// The table.
    #[schema(value_type = schemas::TableNumber)]
    table: TableId,
    /// Its game.
    #[schema(value_type = schemas::GameId)]
    game: String,
    /// Who invites you.
    by: PlayerName,
    /// When you were invited.
    #[schema(value_type = schemas::Moment)]
    at: Timestamp,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Invitations> {
    let doc = describe(
        "list_invitations",
        "List your invitations",
        "Returns the tables to which other players invite you, until you decline or the table begins.",
    );
    let invitation = InvitationInfo {
        table: TableId(0x4f1c_9a2b_7d3e_8f60),
        game: "queensland".to_owned(),
        by: examples::player(),
        at: examples::time(),
    };
    id_in_path(doc).ok::<Invitations>(&Invitations { invitations: vec![invitation] }).no_store().errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<Invitations>, Problem> {
    let player = oneself(&request, &id)?.player.id;
    let invitations = shared.store.invitations_of(player, MAX_LISTED).await?;
    let info = |Invitation { table, game, by, at }| InvitationInfo { table, game, by: by.into(), at };
    Ok(JsonResponse::no_store(&Invitations { invitations: invitations.into_iter().map(info).collect() }))
}
