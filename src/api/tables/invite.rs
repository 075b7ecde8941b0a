//! `POST` and `DELETE /v1/tables/{id}/invitations`: invites a player, and declines or withdraws an invitation.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
#[cfg(feature = "schemas")]
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
use super::errors::{id_of, problem};
use super::respond::load_if_long;
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::unknown;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::schemas::PlayerNumber;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};
use crate::store::PlayerId;

/// Whom to invite.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InvitationRequest {
    /// The id of the player.
    #[schema(value_type = PlayerNumber)]
    player: String,
}

#[cfg(feature = "schemas")]
pub(super) fn invite_doc() -> OperationDoc<InvitationRequest> {
    let doc = describe(
        "invite_player",
        "Invite a player",
        "Invites a player to a table that waits for players, at which you have a seat. With `approval`, only the maker can invite, and who is \
         invited takes a seat without asking. The player gets the event `invited`, once for each table. An invitation reserves no seat. The response \
         does not show whether the player accepts invitations of yours.",
    );
    id_in_path(doc)
        .request_body::<InvitationRequest>(&json!({ "player": "15" }))
        .empty_response("204", "Done, now or before.")
        .no_store()
        .errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn invite(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(InvitationRequest { player }, ..): Body<InvitationRequest>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let not_an_id = || Problem::of_field(Code::InvalidBody, "/player", "must be the id of a player");
    let player: PlayerId = player.parse().map_err(|()| not_an_id())?;
    let by = Client::of(&request).requester()?;
    load_if_long(&shared, &request, id).await?;
    shared.tables.invite(id, &by, player).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}

#[cfg(feature = "schemas")]
pub(super) fn decline_doc() -> OperationDoc {
    let doc = describe(
        "decline_invitation",
        "Decline an invitation",
        "Declines your invitation to a table: `player` is your id or `me`. The player who invited you gets the event `invitation_declined`, and no \
         one can invite you there again. With the id of a player whom you invited, withdraws your invitation.",
    );
    id_in_path(doc)
        .path_parameter(
            "player",
            "The id of the invited player, or `me`.",
            wire::text("^([1-9][0-9]{0,18}|me)$", "The id of the invited player, or `me`.", "15"),
        )
        .empty_response("204", "No such invitation waits for an answer.")
        .no_store()
        .errors(&["404", "503"])
}

pub(super) async fn decline(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, by) = (id_of(&path.0)?, Client::of(&request).requester()?);
    let player = if path.1 == "me" { by.player.id } else { path.1.parse().map_err(|()| unknown(&path.1))? };
    shared.tables.decline_invitation(id, &by, player).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}
