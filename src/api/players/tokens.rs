//! A player's tokens and recovery code.

use actix_web::{HttpRequest, HttpResponse, web};

use super::shape::{PlayerInfo, PlayerWithToken};
use super::token_shape::{
    AddedToken, NewRecoveryCode, NewToken, NewTokenRequest, PlayersTokens, RecoveryRequest, TokenInfo,
};
use super::{no_random, oneself, unknown};
use crate::api::body::Body;
use crate::api::problem::{Code, Problem};
use crate::api::recovery_code::{RecoveryCode, id_of};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::api::token::Token;
use crate::store::calendar::Timestamp;
use crate::store::label::Label;
use crate::store::{self, Added, KnownToken, MAX_TOKENS, PlayerId, Recovered, Recovery, Revoked, TokenId};

/// A player's tokens and whether there is a recovery code, as the player sees them who makes a call with this token.
pub(in crate::api) async fn tokens_of(shared: &Shared, known: &KnownToken) -> Result<PlayersTokens, Problem> {
    let tokens = shared.store.tokens_of(known.player.id).await?;
    let recovery_code_id = shared.store.recovery_code_of(known.player.id).await?.map(id_of);
    let tokens = tokens.into_iter().map(|token| TokenInfo::of(token, known.id)).collect();
    Ok(PlayersTokens { tokens, has_recovery_code: recovery_code_id.is_some(), recovery_code_id })
}

pub(super) async fn list(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<PlayersTokens>, Problem> {
    let known = oneself(&request, &id)?;
    Ok(JsonResponse::no_store(&tokens_of(&shared, &known).await?))
}

pub(super) async fn add(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(NewTokenRequest { label }, _): Body<NewTokenRequest>,
) -> Result<JsonResponse<AddedToken>, Problem> {
    let player = oneself(&request, &id)?.player;
    let label = label.map(|text| valid_label(&text)).transpose()?;
    let (token, at) = (Token::random().map_err(no_random)?, shared.clock.now());
    let new = store::NewToken { hash: token.hash(), label: label.clone(), at };
    match shared.store.add_token(player.id, new).await? {
        Added::New(id) => {
            let label = label.map(Label::into_string);
            let added = AddedToken { id, label, created_at: at, token: token.to_string() };
            Ok(JsonResponse::created(path_of(player.id, id), &added))
        }
        Added::TooMany => {
            let detail = format!("a player has at most {MAX_TOKENS} tokens; revoke one first");
            Err(Problem::new(Code::TooManyTokens, detail))
        }
        Added::NoPlayer => Err(unknown(&id)),
    }
}

fn path_of(player: PlayerId, token: TokenId) -> String {
    format!("/v1/players/{player}/tokens/{token}")
}

fn valid_label(text: &str) -> Result<Label, Problem> {
    Label::new(text).map_err(|why| Problem::new(Code::InvalidLabel, why).at("/label", "invalid_label", why))
}

pub(super) async fn revoke(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, token) = path.into_inner();
    let player = oneself(&request, &id)?.player;
    let nothing = || Problem::new(Code::UnknownToken, format_args!("you have no token {token:?}"));
    match shared.store.revoke_token(player.id, token.parse().map_err(|()| nothing())?).await? {
        Revoked::Removed => Ok(HttpResponse::NoContent().finish()),
        Revoked::LastOne => {
            let detail = "this is your last token, and you have no recovery code with which to make another";
            Err(Problem::new(Code::LastToken, detail))
        }
        Revoked::Unknown => Err(nothing()),
    }
}

pub(super) async fn replace(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<NewToken>, Problem> {
    let known = oneself(&request, &id)?;
    let token = Token::random().map_err(no_random)?;
    if !shared.store.replace_token(known.player.id, known.id, token.hash(), shared.clock.now()).await? {
        return Err(unknown(&id));
    }
    Ok(JsonResponse::no_store(&NewToken { token: token.to_string() }))
}

pub(super) async fn new_recovery_code(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<NewRecoveryCode>, Problem> {
    let player = oneself(&request, &id)?.player;
    let code = RecoveryCode::random().map_err(no_random)?;
    if !shared.store.set_recovery_code(player.id, code.hash()).await? {
        return Err(unknown(&id));
    }
    Ok(JsonResponse::no_store(&NewRecoveryCode { recovery_code: code.to_string(), recovery_code_id: code.id() }))
}

pub(super) async fn recover(
    shared: web::Data<Shared>,
    Body(RecoveryRequest { recovery_code, label }, _): Body<RecoveryRequest>,
) -> Result<JsonResponse<PlayerWithToken>, Problem> {
    let refused =
        |why: &str| Problem::new(Code::InvalidRecoveryCode, why).at("/recovery_code", "invalid_recovery_code", why);
    let code = RecoveryCode::read(&recovery_code)
        .ok_or_else(|| refused("a recovery code is 28 letters and digits, in groups of four"))?;
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
        Recovered::Unknown => return Err(refused("the recovery code is not known; it works once")),
    };
    let location = path_of(player.id, id);
    let answer = PlayerWithToken {
        player: PlayerInfo::from(player),
        token: token.to_string(),
        recovery_code: next.to_string(),
        recovery_code_id: next.id(),
    };
    Ok(JsonResponse::created(location, &answer))
}
