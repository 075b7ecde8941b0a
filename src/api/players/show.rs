//! `GET /v1/players/{id}`: shows a player.

use actix_web::{HttpRequest, web};
use serde::Serialize;
use serde_json::value::RawValue;

use super::common::named;
#[cfg(feature = "schemas")]
use super::document::{describe, example_info, id_in_path};
use super::info::{AverageInfo, PlayerInfo, RecordInfo, RunSummary};
use crate::api::leaderboards::room_id;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::ratings::info::RatingInfo;
use crate::api::response::{JsonResponse, raw};
use crate::api::schemas;
use crate::api::schemas::decimal::Decimal;
use crate::api::shared::Shared;
use crate::rules::wire::{self, ToSchema};
use crate::store::{Best, SeedClass};

/// A player's best on a board of all time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayersBest {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    rules: u32,
    /// The options, in the schema of the game.
    #[schema(value_type = schemas::AnyOptions)]
    options: Box<RawValue>,
    /// The origin of the seed.
    class: SeedClass,
    /// The room that the board ranks. Absent if it ranks totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::GameId>)]
    room: Option<String>,
    /// The score that ranks.
    #[schema(value_type = wire::Points)]
    score: u64,
    /// The number of moves, which decides between equal scores.
    #[schema(value_type = wire::MoveCount)]
    moves: u32,
    /// The run.
    #[schema(value_type = schemas::RunNumber)]
    run: String,
    /// 1 plus the number of players who are strictly better.
    #[schema(minimum = 1)]
    rank: u64,
    /// The number of players on the board.
    count: u64,
}

impl PlayersBest {
    /// A best as the store has it.
    fn of(best: Best) -> Self {
        Self {
            room: room_id(&best.category.game, best.category.rules, best.scope),
            game: best.category.game,
            rules: best.category.rules,
            options: raw(&best.category.options),
            class: best.category.class,
            score: best.place.score.key.score(),
            moves: best.place.score.moves,
            run: best.place.run.to_string(),
            rank: best.rank,
            count: best.count,
        }
    }
}

/// A player's page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayerPage {
    /// The player.
    player: PlayerInfo,
    /// The player's best on every board of all time.
    bests: Vec<PlayersBest>,
    /// The player's latest runs, the newest first; `GET /v1/players/{id}/runs` has all.
    latest: Vec<RunSummary>,
    /// The player's results at tables, game by game.
    records: Vec<RecordInfo>,
    /// The player's ratings in games for several seats, also provisional ones.
    ratings: Vec<RatingInfo>,
    /// The player's averages of ranked games, the newest month first; the export has all.
    averages: Vec<AverageInfo>,
}

/// Maximum number of listed runs.
const LATEST: u32 = 10;

/// Maximum number of listed averages.
const LATEST_AVERAGES: u32 = 24;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PlayerPage> {
    let doc = describe(
        "get_player",
        "Get a player",
        "Returns the best runs of a player, each with its rank, the latest runs, and the records and ratings at tables.",
    );
    let record = RecordInfo { game: "break-the-bank".to_owned(), played: 7, won: 3, mean_place: Decimal::of(1571) };
    let page = PlayerPage {
        player: example_info(),
        bests: Vec::new(),
        latest: Vec::new(),
        records: vec![record],
        ratings: Vec::new(),
        averages: Vec::new(),
    };
    id_in_path(doc).may_use_token().ok::<PlayerPage>(&page).errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<PlayerPage>, Problem> {
    let player = named(&request, &shared, &id).await?;
    let bests = shared.store.bests_of(player.id).await?;
    let latest = shared.store.runs_of(player.id, None, LATEST).await?;
    let closed = shared.days.closed().await?;
    // The runs of a banned player are hidden.
    let (records, ratings, averages) = if player.banned {
        (Vec::new(), Vec::new(), Vec::new())
    } else {
        let records = shared.store.records_of(player.id).await?;
        let ratings = shared.store.ratings_of(player.id).await?;
        (records, ratings, shared.store.averages_of(player.id, LATEST_AVERAGES).await?)
    };
    let page = PlayerPage {
        player: player.into(),
        bests: bests.into_iter().map(PlayersBest::of).collect(),
        records: records.into_iter().map(RecordInfo::of).collect(),
        ratings: ratings.into_iter().map(RatingInfo::of).collect(),
        averages: averages.into_iter().map(AverageInfo::of).collect(),
        latest: latest.into_iter().map(|run| RunSummary::of(run, closed)).collect(),
    };
    Ok(JsonResponse::with_entity_tag(&page, &request))
}
