//! `GET /v1/contests/{id}`: shows a contest.

use actix_web::{HttpRequest, web};

use super::common::named;
#[cfg(feature = "schemas")]
use super::document::{describe, example_contest, id_in_path};
use super::info::{ContestInfo, EntrantStatus, OwnGame, YouInfo};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::store::{PlayerId, StoredContest};

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ContestInfo> {
    let doc = describe(
        "get_contest",
        "Get a contest",
        "Returns a contest with its rounds, and with a token also your own games and scores. The seed of a round is \
         secret until the round is closed; its `commitment` is public from the start.",
    );
    id_in_path(doc).may_use_token().ok::<ContestInfo>(&example_contest()).errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ContestInfo>, Problem> {
    let player = Client::of(&request).known_player()?.map(|player| player.id);
    let contest = named(&shared, &id).await?;
    Ok(JsonResponse::with_entity_tag(&as_seen_by(&shared, contest, player).await?, &request))
}

/// A contest as a player sees it, with the player's own games.
pub(super) async fn as_seen_by(
    shared: &Shared,
    contest: StoredContest,
    player: Option<PlayerId>,
) -> Result<ContestInfo, Problem> {
    let Some(player) = player else { return Ok(ContestInfo::of(contest, None)) };
    let Some(state) = shared.store.entrant(contest.id, player).await? else {
        return Ok(ContestInfo::of(contest, None));
    };
    let mut games = Vec::new();
    for round in &contest.rounds {
        games.extend(shared.store.entry(round.id, player).await?.map(|entry| OwnGame::of(round.number, &entry)));
    }
    Ok(ContestInfo::of(contest, Some(YouInfo { status: EntrantStatus::from(state), games })))
}
