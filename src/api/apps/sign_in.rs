//! `PUT /v1/apps/{app}/users/{user}`: gets a token for a user of an app, and creates the user if needed.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::common::{no_random, oneself, taken_over, valid_user};
#[cfg(feature = "schemas")]
use super::document::{describe, user_in_path};
use super::info::UserWithToken;
use super::names;
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
#[cfg(feature = "schemas")]
use crate::api::players::document::{EXAMPLE_TOKEN, example_info};
use crate::api::players::{idempotency_key, name_taken};
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::secrets::token::Token;
use crate::api::shared::Shared;
use crate::limits::Limit;
use crate::rules::wire::{self, ToSchema};
use crate::store::{AppId, OfferedName, Player, RepeatableSignIn, SignIn, SignedIn, UserId};

/// Number of seconds for which a token is valid.
const TOKEN_SECONDS: i64 = 24 * 60 * 60;
/// Maximum number of free names that a refusal suggests.
const MAX_SUGGESTIONS: usize = 3;

/// The body of `PUT /v1/apps/{app}/users/{user}`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UserRequest {
    /// The name of a new user, as in `POST /v1/players`. A known user keeps their name.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// Whether a new user gets a similar name if this one is taken.
    #[serde(default)]
    unique: bool,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<UserRequest, UserWithToken> {
    let key = "A secret key of 16 to 128 visible ASCII characters, such as a random UUID. The same key for the same user gets the same \
        token until it expires. The key gives access to the token: keep it secret.";
    let doc = describe(
        "sign_in_user",
        "Sign in a user of your app",
        "Returns a token that is valid for a day, with which the app plays for one of its users. Creates the player if the app has no such \
         user. If the name is taken, `names` of the problem has free ones; with `unique`, the service chooses one.",
    );
    let example =
        UserWithToken { player: example_info(), token: EXAMPLE_TOKEN.to_owned(), expires_at: examples::time() };
    user_in_path(doc)
        .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
        .request_body::<UserRequest>(&json!({ "name": "Ada", "unique": true }))
        .ok::<UserWithToken>(&example)
        .another_response("201", "The user is new.")
        .no_store()
        .errors(&["403", "404", "409", "503"])
}

/// A hash of what identifies a request. Each part has its length in front, so that no two requests have the same hash.
fn hash_of(app: AppId, user: &UserId, key: &str) -> [u8; 32] {
    let parts = [app.to_string(), user.as_str().to_owned(), key.to_owned()];
    let hash =
        parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part.len().to_be_bytes()).chain_update(part));
    hash.finalize().into()
}

/// The names that a new user may get.
fn names_of(request: &UserRequest, shared: &Shared) -> Result<Vec<OfferedName>, Problem> {
    let Some(name) = &request.name else { return Ok(Vec::new()) };
    let mut names = vec![names::requested(name, &shared.names)?];
    if request.unique {
        names.extend(names::similar(name, &shared.names));
    }
    Ok(names)
}

/// The refusal of a name that is taken, with some that are free; or of a new user without a name.
async fn no_name(name: Option<&str>, shared: &Shared) -> Problem {
    let Some(name) = name else {
        return Problem::of_field(Code::InvalidName, "/name", "must be given, because the app has no such user yet");
    };
    let free = shared.store.free_names(names::similar(name, &shared.names)).await.unwrap_or_default();
    name_taken().with_names(free.into_iter().take(MAX_SUGGESTIONS).collect())
}

/// A token that is being drawn for a user.
struct DrawnToken<'a> {
    token: Token,
    salt: [u8; 32],
    /// The key with which the request can be repeated.
    key: Option<&'a str>,
}

impl<'a> DrawnToken<'a> {
    fn draw(key: Option<&'a str>) -> Result<Self, Problem> {
        let mut salt = [0; 32];
        getrandom::fill(&mut salt).map_err(no_random)?;
        let token = key.map_or_else(|| Token::of_bytes(salt), |key| Token::repeatable(&salt, key));
        Ok(Self { token, salt, key })
    }

    fn repeatable(&self, app: AppId, user: &UserId) -> Option<RepeatableSignIn> {
        self.key.map(|key| RepeatableSignIn { request: hash_of(app, user, key), salt: self.salt })
    }

    /// The token of the same request, which drew one with this salt before. Only a request with a key can be repeated.
    fn earlier(&self, salt: [u8; 32]) -> Token {
        Token::repeatable(&salt, self.key.unwrap_or_default())
    }
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
    Body(body, _): Body<UserRequest>,
) -> Result<JsonResponse<UserWithToken>, Problem> {
    let (id, user) = path.into_inner();
    let app = oneself(&request, &id)?.id;
    let user = valid_user(user)?;
    let drawn = DrawnToken::draw(idempotency_key(&request)?)?;
    let names = names_of(&body, &shared)?;
    if shared.store.app_user(app, user.clone()).await?.is_none() {
        shared.count(Limit::Players, Client::of(&request).party(), &request)?;
    }
    let at = shared.clock.now();
    let (repeatable, token) = (drawn.repeatable(app, &user), drawn.token.hash());
    let sign_in = SignIn { app, user, names, token, repeatable, at, expires_at: at.plus_seconds(TOKEN_SECONDS) };
    answer(&drawn, sign_in, body.name.as_deref(), &shared).await
}

async fn answer(
    drawn: &DrawnToken<'_>,
    sign_in: SignIn,
    name: Option<&str>,
    shared: &Shared,
) -> Result<JsonResponse<UserWithToken>, Problem> {
    let expires_at = sign_in.expires_at;
    let body = |player: Player, token: &Token, expires_at| {
        let (player, token) = (player.into(), token.to_string());
        UserWithToken { player, token, expires_at }
    };
    match shared.store.sign_in(sign_in).await? {
        SignedIn::New(player) => {
            let location = format!("/v1/players/{}", player.id);
            Ok(JsonResponse::created(location, &body(player, &drawn.token, expires_at)))
        }
        SignedIn::Known(player) => Ok(JsonResponse::no_store(&body(player, &drawn.token, expires_at))),
        SignedIn::Repeated { player, salt, expires_at } => {
            Ok(JsonResponse::no_store(&body(player, &drawn.earlier(salt), expires_at)))
        }
        SignedIn::NameTaken => Err(no_name(name, shared).await),
        SignedIn::Banned => Err(Problem::banned()),
        SignedIn::TakenOver => Err(taken_over()),
        SignedIn::NoApp => Err(Problem::new(Code::UnknownApp, "the app was deleted or suspended meanwhile")),
    }
}
