//! `GET /v1/players/{id}`: shows a player.

use actix_web::{HttpRequest, web};
use sha2::Digest as _;

use super::common::named;
use super::document::{describe, example_info, id_in_path};
use super::info::{AverageInfo, PlayerPage, PlayersBest, RecordInfo, RunSummary};
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas::decimal::Decimal;
use crate::api::shared::Shared;

/// How many runs `GET /v1/players/{id}` lists.
const LATEST: u32 = 10;

/// How many averages it lists.
const LATEST_AVERAGES: u32 = 24;

pub(super) fn doc() -> OperationDoc<(), PlayerPage> {
    let doc = describe(
        "show_player",
        "Show a player",
        "A player's bests, with the rank of each among the bests of all players, latest runs, and records at tables.",
    );
    let record = RecordInfo {
        game: "break-the-bank".to_owned(),
        played: 7,
        won: 3,
        mean_place: Decimal::of(1571),
        rated: 4,
        rating: Some(Decimal::of(26_104)),
        uncertainty: Some(Decimal::of(5_870)),
    };
    let page = PlayerPage {
        player: example_info(),
        bests: Vec::new(),
        latest: Vec::new(),
        records: vec![record],
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
