//! `GET /v1/contests/{id}/standings`: the standings of a contest.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};

use super::common::{named, problem};
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
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
use crate::api::shared::Shared;
use crate::contests::{ContestTable, EntryResult, result_of};
use crate::rules::contest::ContestStanding;
use crate::rules::wire::{self, ToSchema};
use crate::store::{PlayerId, RunId};

/// A place in the standings of a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestStanding)]
pub(super) struct StandingInfo {
    /// 1 plus the number of entrants with a better sum.
    #[schema(minimum = 1, maximum = 10000)]
    place: u32,
    /// The number of places gained in the last of the rounds; negative if places were lost. Absent if no earlier round counts, and if the player
    /// began none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = -9999, maximum = 9999)]
    gained: Option<i32>,
    /// The player's id.
    #[schema(value_type = schemas::PlayerNumber)]
    player: PlayerId,
    /// The player's name. Absent if the player is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// The sum of what the rounds add.
    sum: u64,
    /// The rounds that count, in order.
    #[schema(max_items = 12)]
    rounds: Vec<RoundResult>,
}

/// What a round adds to the sum of an entrant.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestRoundResult)]
struct RoundResult {
    #[schema(minimum = 1, maximum = 12)]
    round: u8,
    /// What it adds: the score, or points for those who were beaten.
    adds: u64,
    /// The score. Absent unless the game was finished and counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::Points>)]
    score: Option<u64>,
    /// The run. Absent unless the game was finished and counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    run: Option<RunId>,
}

/// A page of the standings of a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ContestStandings {
    /// The rounds that count: those that are closed and not void.
    #[schema(max_items = 12)]
    rounds: Vec<u8>,
    /// The places, the best first. Equals are in the order of their ids.
    standings: Vec<StandingInfo>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of the standings.
#[derive(Debug, Deserialize)]
pub(super) struct StandingsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ContestStandings> {
    let doc = describe(
        "get_contest_standings",
        "Get the standings of a contest",
        "Returns the standings after the closed rounds. By total, a round that an entrant did not finish adds the score of an abandoned game, or \
         the worst finished score of the round if that is worse. By points, a finished round adds one point for each entrant of the round \
         with a worse score or an unfinished game. Runs that a moderator hid and banned players do not count.",
    );
    let standing = StandingInfo {
        place: 1,
        gained: None,
        player: examples::player().id,
        name: Some(examples::player().name),
        sum: 34,
        rounds: vec![RoundResult { round: 1, adds: 34, score: Some(34), run: Some(RunId(1)) }],
    };
    let next = "The cursor of a page, from `next` of the page before. It is valid while the same rounds count.";
    query::limit(id_in_path(doc).query("cursor", next, cursor::schema()))
        .ok::<ContestStandings>(&ContestStandings { rounds: vec![1], standings: vec![standing], next: None })
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(StandingsQuery { cursor, limit }): Query<StandingsQuery>,
) -> Result<JsonResponse<ContestStandings>, Problem> {
    let limit = query::limit_of(limit.as_deref())?;
    let contest = named(&shared, &id).await?;
    let table = shared.contests.standings(&contest, shared.days.time().await?.now).await.map_err(problem)?;
    let list = cursor::of_standings(contest.id, &table.rounds);
    // Places after the first are counted, since a page begins anywhere among equals.
    let begin = cursor.map(|text| Cursor::read(&text, list)?.line()).transpose()?.unwrap_or(0);
    let end = begin.saturating_add(limit as usize).min(table.standings.len());
    let page = table.standings.get(begin..end).unwrap_or_default();
    let names = names(&shared, page).await?;
    let next = (end < table.standings.len()).then(|| Cursor::Line(end).write(list));
    let standings = page.iter().map(|standing| info(standing, &table, &names)).collect();
    Ok(JsonResponse::with_entity_tag(&ContestStandings { rounds: table.rounds.clone(), standings, next }, &request))
}

/// The names of the players of standings, without those of deleted players.
pub(super) async fn names(
    shared: &Shared,
    standings: &[ContestStanding<PlayerId>],
) -> Result<BTreeMap<PlayerId, String>, Problem> {
    let players = standings.iter().map(|standing| standing.player).collect();
    Ok(shared.store.names_of(players).await?.into_iter().collect())
}

/// A place as JSON.
pub(super) fn info(
    standing: &ContestStanding<PlayerId>,
    table: &ContestTable,
    names: &BTreeMap<PlayerId, String>,
) -> StandingInfo {
    let result = |(round, adds): (&u8, &u64)| {
        let entry = table.entries.get(&(*round, standing.player));
        let score = entry.and_then(|entry| match result_of(entry) {
            EntryResult::Finished(score) => Some(score),
            EntryResult::Unfinished | EntryResult::Hidden => None,
        });
        let run = entry.and_then(|entry| entry.run).filter(|_| score.is_some()).map(|run| run.id);
        RoundResult { round: *round, adds: *adds, score, run }
    };
    StandingInfo {
        place: standing.place,
        gained: standing.gained,
        player: standing.player,
        name: names.get(&standing.player).cloned(),
        sum: standing.sum,
        rounds: table.rounds.iter().zip(&standing.rounds).map(result).collect(),
    }
}
