//! `POST /v1/players`: takes a name.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::common::{idempotency_key, name_taken, valid_name};
use super::credentials::{Credentials, REPEATABLE_SECONDS};
#[cfg(feature = "schemas")]
use super::document::{describe, example_with_token};
use super::info::{PlayerInfo, PlayerWithToken};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};
use crate::store::{Created, NewPlayer, Repeatable};

/// The body of `POST /v1/players`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerRequest {
    /// The name: 2 to 32 characters, counted as code points in normal form C: letters and marks of any script, digits,
    /// single spaces between them, `. _ -`, and apostrophes between letters. None of them is invisible, and each mark
    /// belongs to the letter or digit before it, which has at most three, and neither strikes it through nor encloses it.
    /// Names that look like one of the service, of its operators, or of something that its pages show, such as
    /// `Moderator`, `Robot` or `Seat 1`, are reserved.
    name: String,
    /// Whether you are a program. Others see it, and you are paired only with players who accept bots. False if absent.
    #[serde(default)]
    #[schema(required = false)]
    bot: bool,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<PlayerRequest, PlayerWithToken> {
    let key = "A secret key of 16 to 128 visible ASCII characters, such as a random UUID. The same request with the \
        same key within a day gets the same response, so a lost response does not cost the name. The key gives \
        access to the token: keep it secret.";
    describe(
        "create_player",
        "Create a player",
        "Creates a player. Returns a token, and a recovery code that creates a new token if all are lost. Both are \
         shown only once. A name is taken if another one, in use or used before, is equal in folded case or looks the \
         same (Unicode TR39).",
    )
    .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
    .request_body::<PlayerRequest>(&json!({ "name": "Ada" }))
    .response::<PlayerWithToken>("201", "The new player with its token and recovery code.", &example_with_token())
    .with_location()
    .no_store()
    .errors(&["409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(PlayerRequest { name, bot }, ..): Body<PlayerRequest>,
) -> Result<JsonResponse<PlayerWithToken>, Problem> {
    let name = valid_name(&name)?;
    let at = shared.days.time().await?.now;
    let key = idempotency_key(&request)?;
    let (salt, drawn) = Credentials::draw(key)?;
    let repeatable =
        key.map(|key| Repeatable { key: Sha256::digest(key).into(), salt, until: at.plus_seconds(REPEATABLE_SECONDS) });
    let (forms, name) = (name.forms(&shared.names), name.as_str().to_owned());
    let (token, recovery) = (drawn.token.hash(), drawn.code.hash());
    let player = NewPlayer { name: name.clone(), forms, token, recovery, bot, repeatable, at };
    let (id, created_at, bot, credentials) = match shared.store.create_player(player).await? {
        Created::New(id) => (id, at, bot, drawn),
        // Only a request with a key can be a repeated one.
        Created::Repeated { id, created_at, bot, salt } => {
            (id, created_at, bot, Credentials::repeated(&salt, key.unwrap_or_default()))
        }
        Created::Taken => return Err(name_taken()),
        Created::OtherName => {
            let detail = "the Idempotency-Key was used before with another name";
            return Err(Problem::new(Code::IdempotencyKeyReused, detail));
        }
    };
    let answer = credentials.shown(PlayerInfo { id, name, created_at, banned: false, bot });
    Ok(JsonResponse::created(format!("/v1/players/{id}"), &answer))
}
