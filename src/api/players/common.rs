//! What several calls about players share: the player that a path or a token names, names and labels.

use actix_web::HttpRequest;

use super::token_info::{PlayersTokens, TokenInfo};
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::secrets::recovery_code::id_of;
use crate::api::shared::Shared;
use crate::store::label::Label;
use crate::store::name::Name;
use crate::store::{AnyStore, KnownToken, Player, PlayerId, TokenId};

/// Validates the name in `/name`.
///
/// # Errors
/// 422 when it is not valid.
pub(in crate::api) fn valid_name(text: &str) -> Result<Name, Problem> {
    Name::new(text).map_err(|why| Problem::of_field(Code::InvalidName, "/name", why))
}

/// The problem of a name that is taken.
pub(in crate::api) fn name_taken() -> Problem {
    let predicate = "equals or looks like a name that another player has or had";
    Problem::of_field(Code::NameTaken, "/name", predicate)
}

/// The `Idempotency-Key` of a request, if it has one.
///
/// # Errors
/// 400 when it is too short, too long, or has a character that is not allowed.
pub(in crate::api) fn idempotency_key(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let Some(value) = request.headers().get("idempotency-key") else { return Ok(None) };
    let fit = |key: &&str| (16..=128).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
    let key = value.to_str().ok().filter(fit);
    let why = "the Idempotency-Key must have 16 to 128 visible ASCII characters, without spaces";
    key.map(Some).ok_or_else(|| Problem::new(Code::BadRequest, why))
}

pub(super) fn no_random(_: getrandom::Error) -> Problem {
    Problem::new(Code::InternalError, "the system returned no random bytes")
}

pub(in crate::api) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownPlayer, format_args!("no player has the id {id:?}"))
}

/// The player in a path: a number, or `me`.
pub(super) async fn named(request: &HttpRequest, shared: &Shared, id: &str) -> Result<Player, Problem> {
    if id == "me" {
        return Client::of(request).player();
    }
    let id: PlayerId = id.parse().map_err(|()| unknown(id))?;
    shared.store.player(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

/// The token of the request, if it belongs to the player in the path; 403 if it is another player's.
pub(in crate::api) fn oneself(request: &HttpRequest, id: &str) -> Result<KnownToken, Problem> {
    let caller = Client::of(request).token()?;
    if id == "me" || id == caller.player.id.to_string() {
        Ok(caller)
    } else {
        Err(Problem::new(Code::Forbidden, "the token belongs to another player"))
    }
}

/// The tokens of a player, and whether there is a recovery code. `current` is the token of the request.
pub(in crate::api) async fn tokens_of(
    store: &AnyStore,
    player: PlayerId,
    current: Option<TokenId>,
) -> Result<PlayersTokens, Problem> {
    let tokens = store.tokens_of(player).await?;
    let recovery_code_id = store.recovery_code_of(player).await?.map(id_of);
    let tokens = tokens.into_iter().map(|token| TokenInfo::of(token, current)).collect();
    Ok(PlayersTokens { tokens, has_recovery_code: recovery_code_id.is_some(), recovery_code_id })
}

pub(super) fn path_of_token(player: PlayerId, token: TokenId) -> String {
    format!("/v1/players/{player}/tokens/{token}")
}

pub(super) fn valid_label(text: &str) -> Result<Label, Problem> {
    Label::new(text).map_err(|why| Problem::of_field(Code::InvalidLabel, "/label", why))
}
