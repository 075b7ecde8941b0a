//! `POST /v1/app_links/take_over`: takes over the player for whom an app acts.

use actix_web::{HttpRequest, web};
#[cfg(feature = "schemas")]
use serde_json::json;
use sha2::{Digest as _, Sha256};

#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, describe};
use super::info::{LinkCode, unknown};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::info::PlayerWithToken;
use crate::api::players::{self, Credentials, REPEATABLE_SECONDS};
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::store::{Repeatable, TakeOver, TookOver};

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<LinkCode, PlayerWithToken> {
    let key = "A secret key of 16 to 128 visible ASCII characters, such as a random UUID. The same request with the same key gets the same \
        response while the link is valid, so a lost response does not cost the player. The key gives access to the token: keep it secret.";
    describe(
        "take_over_player",
        "Take over a player from an app",
        "Ends all tokens of the app that acts for the player, and returns a token and a recovery code, both shown only once. From then on, the \
         player is a player like any other. What was begun before stays on the app's boards and lists, and counts in no rating, record or average. \
         Counts toward the limit of new players.",
    )
    .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
    .request_body::<LinkCode>(&json!({ "code": EXAMPLE_CODE }))
    .response::<PlayerWithToken>("201", "The player with a token and a recovery code.", &players::example_with_token())
    .with_location()
    .no_store()
    .errors(&["403", "404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(code, _): Body<LinkCode>,
) -> Result<JsonResponse<PlayerWithToken>, Problem> {
    let (at, code) = (shared.clock.now(), code.hash()?);
    let key = players::idempotency_key(&request)?;
    let (salt, drawn) = Credentials::draw(key)?;
    let repeatable =
        key.map(|key| Repeatable { key: Sha256::digest(key).into(), salt, until: at.plus_seconds(REPEATABLE_SECONDS) });
    let (token, recovery) = (drawn.token.hash(), drawn.code.hash());
    let (player, credentials) = match shared.store.take_over(TakeOver { code, token, recovery, repeatable, at }).await?
    {
        TookOver::New(player) => (player, drawn),
        TookOver::Repeated { player, salt } => (player, Credentials::repeated(&salt, key.unwrap_or_default())),
        TookOver::OtherRequest => {
            let detail = "the Idempotency-Key was used before for another player";
            return Err(Problem::new(Code::IdempotencyKeyReused, detail));
        }
        TookOver::Used => return Err(Problem::new(Code::TakenOver, "the player was taken over with this link before")),
        TookOver::Banned => return Err(Problem::banned()),
        TookOver::Unknown => return Err(unknown()),
    };
    Ok(JsonResponse::created(format!("/v1/players/{}", player.id), &credentials.shown(player.into())))
}
