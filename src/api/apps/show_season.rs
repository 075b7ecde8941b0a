//! `GET /v1/apps/{app}/seasons/{season}`: returns a season of an app.

use actix_web::web;

use super::common::unknown;
#[cfg(feature = "schemas")]
use super::document::{any_id_in_path, describe, example_season, season_in_path};
use super::seasons::{SeasonInfo, unknown_season};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::store::AppId;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), SeasonInfo> {
    let doc = describe("show_season", "Get a season of an app", "Returns a season of an app. Anyone can read it.");
    season_in_path(any_id_in_path(doc)).ok::<SeasonInfo>(&example_season()).no_store().errors(&["404", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<SeasonInfo>, Problem> {
    let (id, season) = path.into_inner();
    let app: AppId = id.parse().map_err(|()| unknown(&id))?;
    let number = season.parse().map_err(|()| unknown_season(&season))?;
    match shared.store.season(number).await? {
        Some(known) if known.app == app => Ok(JsonResponse::no_store(&known.into())),
        _ => Err(unknown_season(&season)),
    }
}
