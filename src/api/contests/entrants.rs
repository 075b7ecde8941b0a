//! `GET /v1/contests/{id}/entrants`: lists the entrants of a contest.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};

use super::common::named;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
use super::info::EntrantStatus;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::schemas;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Timestamp;
use crate::store::{Entrant, PlayerId};

/// An entrant of a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestEntrant)]
pub(super) struct EntrantInfo {
    player: PlayerName,
    #[schema(inline)]
    status: EntrantStatus,
    /// When the player entered or asked.
    #[schema(value_type = schemas::Moment)]
    since: Timestamp,
    /// The rounds that the player has finished. Their scores are shown when the rounds are closed.
    #[schema(max_items = 12)]
    finished: Vec<u8>,
}

impl From<Entrant> for EntrantInfo {
    fn from(Entrant { player, state, since, finished }: Entrant) -> Self {
        Self { player: PlayerName::from(player), status: state.into(), since, finished }
    }
}

/// A page of the entrants of a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EntrantList {
    /// The entrants and the players who ask, in the order of their ids.
    entrants: Vec<EntrantInfo>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of the list.
#[derive(Debug, Deserialize)]
pub(super) struct EntrantsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), EntrantList> {
    let doc = describe(
        "list_entrants",
        "List the entrants of a contest",
        "Returns who has entered or asks to enter, and which rounds each has finished. Before a round is closed, this is all that others see of \
         a game.",
    );
    let entrant = EntrantInfo {
        player: examples::player(),
        status: EntrantStatus::Entered,
        since: examples::time(),
        finished: vec![1],
    };
    let next = "The cursor of a page, from `next` of the page before.";
    query::limit(id_in_path(doc).query("cursor", next, cursor::schema()))
        .ok::<EntrantList>(&EntrantList { entrants: vec![entrant], next: None })
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(EntrantsQuery { cursor, limit }): Query<EntrantsQuery>,
) -> Result<JsonResponse<EntrantList>, Problem> {
    let limit = query::limit_of(limit.as_deref())?;
    let contest = named(&shared, &id).await?.id;
    let list = cursor::of_entrants(contest);
    let after = cursor.map(|text| Cursor::read(&text, list)?.player()).transpose()?.unwrap_or(PlayerId(0));
    let mut entrants = shared.store.entrants(contest, after, limit + 1).await?;
    let more = entrants.len() > limit as usize;
    entrants.truncate(limit as usize);
    let next = entrants.last().filter(|_| more).map(|last| Cursor::Player(last.player.id).write(list));
    let entrants = entrants.into_iter().map(EntrantInfo::from).collect();
    Ok(JsonResponse::with_entity_tag(&EntrantList { entrants, next }, &request))
}
