//! Moderation: what the moderator does, and the log of it. Each call needs the moderator's token.

mod document;
mod shape;

use actix_web::http::Method;
use actix_web::web;
use serde::Deserialize;

use self::document::{doc_of_list, doc_of_moderate};
use self::shape::{ActionList, LoggedActionInfo, ModerationRequest, ModerationResult};
use super::body::Body;
use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::players::{name_taken, valid_name};
use super::problem::{Code, Problem};
use super::query;
use super::response::JsonResponse;
use super::shared::Shared;
use crate::store::{Act, Moderated, ModerationOrder, PlayerId, Reason, RunId};

/// The endpoints of moderation.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const PATH: &str = "/v1/moderation/actions";
    vec![
        Endpoint::new(Method::POST, PATH, moderate, doc_of_moderate).needs_moderator(),
        Endpoint::new(Method::GET, PATH, list, doc_of_list).needs_moderator(),
    ]
}

async fn moderate(
    shared: web::Data<Shared>,
    Body(request, ..): Body<ModerationRequest>,
) -> Result<JsonResponse<ModerationResult>, Problem> {
    let order = order(&shared, request)?;
    let act = order.act.clone();
    let action = match shared.store.moderate(order).await? {
        Moderated::Applied(action) => Some(LoggedActionInfo::of(action)),
        Moderated::Unchanged => None,
        Moderated::NameTaken => return Err(name_taken()),
        Moderated::UnknownRun | Moderated::UnknownPlayer => return Err(unknown(&act)),
    };
    Ok(JsonResponse::no_store(&ModerationResult { changed: action.is_some(), action }))
}

/// Checks what is requested.
fn order(shared: &Shared, request: ModerationRequest) -> Result<ModerationOrder, Problem> {
    use ModerationRequest as Request;
    let player = |id: &str| id.parse().map_err(|()| super::players::unknown(id));
    let run = |id: &str| id.parse().map_err(|()| super::runs::unknown(id));
    let (act, reason) = match request {
        Request::HideRun(of) => (Act::HideRun(run(&of.run)?), of.reason),
        Request::RestoreRun(of) => (Act::RestoreRun(run(&of.run)?), of.reason),
        Request::RenamePlayer(of) => {
            let name = valid_name(&of.name)?;
            let (forms, name) = (name.forms(&shared.names), name.as_str().to_owned());
            (Act::RenamePlayer { player: player(&of.player)?, name, forms }, of.reason)
        }
        Request::BanPlayer(of) => (Act::BanPlayer(player(&of.player)?), of.reason),
        Request::UnbanPlayer(of) => (Act::UnbanPlayer(player(&of.player)?), of.reason),
    };
    let invalid = |why| Problem::new(Code::InvalidReason, why).at("/reason", "invalid_reason", why);
    Ok(ModerationOrder { act, reason: Reason::new(&reason).map_err(invalid)?, at: shared.clock.now() })
}

fn unknown(act: &Act) -> Problem {
    match act {
        Act::HideRun(RunId(run)) | Act::RestoreRun(RunId(run)) => super::runs::unknown(&run.to_string()),
        Act::RenamePlayer { player: PlayerId(player), .. }
        | Act::BanPlayer(PlayerId(player))
        | Act::UnbanPlayer(PlayerId(player)) => super::players::unknown(&player.to_string()),
    }
}

/// The query of the log.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

async fn list(
    shared: web::Data<Shared>,
    web::Query(LogQuery { cursor, limit }): web::Query<LogQuery>,
) -> Result<JsonResponse<ActionList>, Problem> {
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_moderation();
    let before = cursor.map(|text| Cursor::read(&text, list)?.action()).transpose()?;
    let mut actions = shared.store.moderation_actions(before, limit + 1).await?;
    let more = actions.len() > limit as usize;
    actions.truncate(limit as usize);
    let next = actions.last().filter(|_| more).map(|last| Cursor::Action(last.id).write(list));
    let actions = actions.into_iter().map(LoggedActionInfo::of).collect();
    Ok(JsonResponse::no_store(&ActionList { actions, next }))
}
