//! `GET /v1/players/{id}/blocks`, and `PUT` and `DELETE /v1/players/{id}/blocks/{other}`: whom a player blocks.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::common::{oneself, unknown};
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::rules::wire::ToSchema;
use crate::store::{Blocked, MAX_BLOCKS, PlayerId};

/// The players whom you block.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Blocks {
    /// The players, in order of id.
    #[schema(max_items = 1000)]
    blocks: Vec<PlayerName>,
}

// What the schema says.
const _: () = assert!(MAX_BLOCKS == 1000);

#[cfg(feature = "schemas")]
pub(super) fn list_doc() -> OperationDoc<(), Blocks> {
    let doc = describe("list_blocks", "List the players whom you block", "Returns the players whom you block.");
    id_in_path(doc).ok::<Blocks>(&Blocks { blocks: vec![examples::player()] }).no_store().errors(&["403", "503"])
}

pub(super) async fn list(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<Blocks>, Problem> {
    let player = oneself(&request, &id)?.player.id;
    let blocks = shared.store.blocks_of(player).await?.into_iter().map(PlayerName::from).collect();
    Ok(JsonResponse::no_store(&Blocks { blocks }))
}

#[cfg(feature = "schemas")]
fn other_in_path(doc: OperationDoc) -> OperationDoc {
    id_in_path(doc).path_parameter(
        "other",
        "The id of the other player.",
        wire::reference_to::<crate::api::schemas::PlayerNumber>(),
    )
}

#[cfg(feature = "schemas")]
pub(super) fn add_doc() -> OperationDoc {
    let doc = describe(
        "block_player",
        "Block a player",
        "Blocks a player: from then on, neither of you can take a seat at a table of the other, invite the other, or be paired with the other. \
         Games that you share go on. The player does not learn of it. You can block at most 1,000 players.",
    );
    other_in_path(doc).empty_response("204", "The player is blocked.").no_store().errors(&["403", "404", "409", "503"])
}

pub(super) async fn add(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &path.0)?.player.id;
    let other = other_of(&path.1)?;
    if other == player {
        return Err(Problem::new(Code::Inconsistent, "you cannot block yourself"));
    }
    match shared.store.block(player, other, shared.days.time().await?.now).await? {
        Blocked::Done => Ok(HttpResponse::NoContent().finish()),
        Blocked::NoPlayer => Err(unknown(&path.1)),
        Blocked::TooMany => Err(Problem::of(Code::TooManyBlocks)),
    }
}

#[cfg(feature = "schemas")]
pub(super) fn remove_doc() -> OperationDoc {
    let doc = describe("unblock_player", "Unblock a player", "Ends a block. Does nothing if there is none.");
    other_in_path(doc).empty_response("204", "The player is not blocked.").no_store().errors(&["403", "404", "503"])
}

pub(super) async fn remove(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &path.0)?.player.id;
    shared.store.unblock(player, other_of(&path.1)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn other_of(text: &str) -> Result<PlayerId, Problem> {
    text.parse().map_err(|()| unknown(text))
}
