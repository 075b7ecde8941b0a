//! `GET /v1/apps/{app}/seasons`: lists the seasons of an app.

use actix_web::web;
use serde::Serialize;

use super::common::unknown;
#[cfg(feature = "schemas")]
use super::document::{any_id_in_path, describe, example_season};
use super::seasons::SeasonInfo;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;

/// The seasons of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct SeasonList {
    /// The seasons, the latest first.
    seasons: Vec<SeasonInfo>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), SeasonList> {
    let doc = describe(
        "list_seasons",
        "List the seasons of an app",
        "Returns all seasons of an app, with those to come. Anyone can read them.",
    );
    any_id_in_path(doc)
        .ok::<SeasonList>(&SeasonList { seasons: vec![example_season()] })
        .no_store()
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<SeasonList>, Problem> {
    let app = id.parse().map_err(|()| unknown(&id))?;
    if shared.store.app(app).await?.is_none() {
        return Err(unknown(&id));
    }
    let seasons = shared.store.seasons(app).await?.into_iter().map(SeasonInfo::from).collect();
    Ok(JsonResponse::no_store(&SeasonList { seasons }))
}
