//! Players: names, tokens, and what a player has done.

mod document;
pub mod shape;
pub mod token_shape;
pub(super) mod tokens;

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use self::document::{
    doc_of_add_token, doc_of_create, doc_of_delete, doc_of_new_recovery_code, doc_of_recovery, doc_of_revoke,
    doc_of_runs, doc_of_show, doc_of_token, doc_of_tokens,
};
pub(super) use self::document::{example_info, example_tokens};
use self::shape::{
    AverageInfo, NewPlayerRequest, PlayerInfo, PlayerPage, PlayerWithToken, PlayersBest, PlayersRuns, RecordInfo,
    RunSummary,
};
use super::body::Body;
use super::client::Client;
use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::problem::{Code, Problem};
use super::query;
use super::recovery_code::RecoveryCode;
use super::response::JsonResponse;
use super::shared::Shared;
use super::token::Token;
use crate::store::name::Name;
use crate::store::{Created, KnownToken, NewPlayer, Player, PlayerId, Repeatable};

/// For how many seconds an `Idempotency-Key` is remembered.
const REPEATABLE_SECONDS: i64 = 24 * 60 * 60;
/// How many runs `GET /v1/players/{id}` lists.
const LATEST: u32 = 10;
/// How many averages it lists.
const LATEST_AVERAGES: u32 = 24;

/// The endpoints of players.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/players", create, doc_of_create).makes_player(),
        Endpoint::new(Method::GET, "/v1/players/{id}", show, doc_of_show),
        Endpoint::new(Method::DELETE, "/v1/players/{id}", delete, doc_of_delete).needs_token(),
        Endpoint::new(Method::GET, "/v1/players/{id}/tokens", tokens::list, doc_of_tokens).needs_token(),
        Endpoint::new(Method::POST, "/v1/players/{id}/tokens", tokens::add, doc_of_add_token).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/players/{id}/tokens/{token}", tokens::revoke, doc_of_revoke).needs_token(),
        Endpoint::new(Method::POST, "/v1/players/{id}/token", tokens::replace, doc_of_token).needs_token(),
        Endpoint::new(
            Method::POST,
            "/v1/players/{id}/recovery_code",
            tokens::new_recovery_code,
            doc_of_new_recovery_code,
        )
        .needs_token(),
        Endpoint::new(Method::POST, "/v1/recovery", tokens::recover, doc_of_recovery),
        Endpoint::new(Method::GET, "/v1/players/{id}/runs", list_runs, doc_of_runs),
    ]
}

async fn create(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(NewPlayerRequest { name }, ..): Body<NewPlayerRequest>,
) -> Result<JsonResponse<PlayerWithToken>, Problem> {
    let name = valid_name(&name)?;
    let at = shared.clock.now();
    let key = idempotency_key(&request)?;
    let mut salt = [0; 32];
    getrandom::fill(&mut salt).map_err(no_random)?;
    let (token, code) = match key {
        Some(key) => (Token::repeatable(&salt, key), RecoveryCode::repeatable(&salt, key)),
        None => (Token::of_bytes(salt), RecoveryCode::random().map_err(no_random)?),
    };
    let repeatable =
        key.map(|key| Repeatable { key: Sha256::digest(key).into(), salt, until: at.plus_seconds(REPEATABLE_SECONDS) });
    let (forms, name) = (name.forms(&shared.names), name.as_str().to_owned());
    let player = NewPlayer { name: name.clone(), forms, token: token.hash(), recovery: code.hash(), repeatable, at };
    let (id, created_at, token, code) = match shared.store.create_player(player).await? {
        Created::New(id) => (id, at, token, code),
        // Only a request with a key is known again.
        Created::Repeated { id, created_at, salt } => {
            let key = key.unwrap_or_default();
            (id, created_at, Token::repeatable(&salt, key), RecoveryCode::repeatable(&salt, key))
        }
        Created::Taken => return Err(name_taken()),
        Created::OtherName => {
            let detail = "the Idempotency-Key came before with another name";
            return Err(Problem::new(Code::IdempotencyKeyReused, detail));
        }
    };
    let answer = PlayerWithToken {
        player: PlayerInfo { id, name, created_at, banned: false },
        token: token.to_string(),
        recovery_code: code.to_string(),
        recovery_code_id: code.id(),
    };
    Ok(JsonResponse::created(format!("/v1/players/{id}"), &answer))
}

/// A name that is requested in `/name`.
///
/// # Errors
/// 422 when no player can have it.
pub(super) fn valid_name(text: &str) -> Result<Name, Problem> {
    Name::new(text).map_err(|why| Problem::new(Code::InvalidName, why).at("/name", "invalid_name", why))
}

/// The problem of a name that is taken.
pub(super) fn name_taken() -> Problem {
    let detail = "a name that is in use, or once was, equals it or looks like it";
    Problem::new(Code::NameTaken, detail).at("/name", "name_taken", detail)
}

/// The `Idempotency-Key` of a request, if it has one.
///
/// # Errors
/// 400 when it is too short, too long, or has other characters than may be.
pub(super) fn idempotency_key(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let Some(value) = request.headers().get("idempotency-key") else { return Ok(None) };
    let fit = |key: &&str| (16..=128).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
    let key = value.to_str().ok().filter(fit);
    let why = "an Idempotency-Key is 16 to 128 visible ASCII characters";
    key.map(Some).ok_or_else(|| Problem::new(Code::BadRequest, why))
}

fn no_random(_: getrandom::Error) -> Problem {
    Problem::new(Code::InternalError, "no random bytes could be had")
}

pub(super) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownPlayer, format_args!("there is no player {id:?}"))
}

/// The player whom a path names: by number, or as `me`.
async fn named(request: &HttpRequest, shared: &Shared, id: &str) -> Result<Player, Problem> {
    if id == "me" {
        return Client::of(request).player();
    }
    let id: PlayerId = id.parse().map_err(|()| unknown(id))?;
    shared.store.player(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

/// The token that the request carries, if it is of the player whom a path names; 403 if it is another's.
pub(super) fn oneself(request: &HttpRequest, id: &str) -> Result<KnownToken, Problem> {
    let caller = Client::of(request).token()?;
    if id == "me" || id == caller.player.id.to_string() {
        Ok(caller)
    } else {
        Err(Problem::new(Code::Forbidden, "the token is another player's"))
    }
}

async fn show(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<PlayerPage>, Problem> {
    let player = named(&request, &shared, &id).await?;
    let bests = shared.store.bests_of(player.id).await?;
    let latest = shared.store.runs_of(player.id, None, LATEST).await?;
    let closed = shared.days.closed().await?;
    // The runs of a banned player are hidden.
    let (records, averages) = if player.banned {
        (Vec::new(), Vec::new())
    } else {
        let records = shared.store.records_of(player.id).await?;
        (records, shared.store.averages_of(player.id, LATEST_AVERAGES).await?)
    };
    let page = PlayerPage {
        player: player.into(),
        bests: bests.into_iter().map(PlayersBest::of).collect(),
        records: records.into_iter().map(RecordInfo::of).collect(),
        averages: averages.into_iter().map(AverageInfo::of).collect(),
        latest: latest.into_iter().map(|run| RunSummary::of(run, closed)).collect(),
    };
    Ok(JsonResponse::with_entity_tag(&page, &request))
}

async fn delete(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &id)?.player;
    // Of two requests that delete at the same time, both succeed.
    shared.store.delete_player(player.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The query of a player's runs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

async fn list_runs(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    web::Query(RunsQuery { cursor, limit }): web::Query<RunsQuery>,
) -> Result<JsonResponse<PlayersRuns>, Problem> {
    let player = named(&request, &shared, &id).await?;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_runs(player.id);
    let before = match &cursor {
        None => None,
        Some(text) => Some(Cursor::read(text, list)?.run()?),
    };
    let mut runs = shared.store.runs_of(player.id, before, limit + 1).await?;
    let more = runs.len() > limit as usize;
    runs.truncate(limit as usize);
    let next = runs.last().filter(|_| more).map(|last| Cursor::Run(last.id).write(list));
    let closed = shared.days.closed().await?;
    let page = PlayersRuns { runs: runs.into_iter().map(|run| RunSummary::of(run, closed)).collect(), next };
    Ok(JsonResponse::with_entity_tag(&page, &request))
}
