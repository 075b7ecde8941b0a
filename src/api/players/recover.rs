//! `POST /v1/recovery`: uses a recovery code.

use actix_web::web;
use serde::Deserialize;
use serde_json::json;

use super::common::{no_random, path_of_token, valid_label};
#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, describe, example_with_token};
use super::info::{PlayerInfo, PlayerWithToken};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::secrets::recovery_code::RecoveryCode;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};
use crate::store;
use crate::store::calendar::Timestamp;
use crate::store::{Recovered, Recovery};

/// The body of `POST /v1/recovery`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecoveryRequest {
    /// The recovery code. Case, hyphens and spaces do not matter; O is read as 0, and I and L as 1.
    recovery_code: String,
    /// The label of the new token, as in `POST /v1/players/{id}/tokens`.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false)]
    label: Option<String>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<RecoveryRequest, PlayerWithToken> {
    describe(
        "recover_player",
        "Use a recovery code",
        "Returns a new token and the next recovery code. A code works once. If the response is lost, the same code \
         returns it again, until the new token is used or another code is created. Other tokens stay valid; if there \
         are 20, the one that was not used for the longest time is revoked.",
    )
    .request_body::<RecoveryRequest>(&json!({ "recovery_code": EXAMPLE_CODE }))
    .response::<PlayerWithToken>("201", "The new token and the next recovery code.", &example_with_token())
    .with_location()
    .no_store()
    .errors(&["403", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    Body(RecoveryRequest { recovery_code, label }, _): Body<RecoveryRequest>,
) -> Result<JsonResponse<PlayerWithToken>, Problem> {
    let refused = |predicate| Problem::of_field(Code::InvalidRecoveryCode, "/recovery_code", predicate);
    let code = RecoveryCode::read(&recovery_code)
        .ok_or_else(|| refused("must be 28 letters and digits, in groups of four"))?;
    let label = label.map(|text| valid_label(&text)).transpose()?;
    let mut salt = [0; 32];
    getrandom::fill(&mut salt).map_err(no_random)?;
    let at: Timestamp = shared.clock.now();
    let (token, next) = code.used(&salt);
    let new = store::NewToken { hash: token.hash(), label, at };
    let recovery = Recovery { code: code.hash(), salt, token: new, next: next.hash() };
    let (id, player, (token, next)) = match shared.store.recover(recovery).await? {
        Recovered::New(id, player) => (id, player, (token, next)),
        Recovered::Repeated { token: id, player, salt } => (id, player, code.used(&salt)),
        Recovered::Banned => return Err(Problem::banned()),
        Recovered::Unknown => return Err(refused("is unknown, or was used before: each recovery code works once")),
    };
    let location = path_of_token(player.id, id);
    let answer = PlayerWithToken {
        player: PlayerInfo::from(player),
        token: token.to_string(),
        recovery_code: next.to_string(),
        recovery_code_id: next.id(),
    };
    Ok(JsonResponse::created(location, &answer))
}
