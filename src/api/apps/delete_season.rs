//! `DELETE /v1/apps/{app}/seasons/{season}`: deletes a season that has not begun.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path, season_in_path};
use super::seasons::{newest_fixed_day, unknown_season};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe("delete_season", "Delete a season of your app", "Deletes a season that has not begun.");
    season_in_path(id_in_path(doc))
        .empty_response("204", "The season was deleted.")
        .no_store()
        .errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, season) = path.into_inner();
    let app = oneself(&request, &id)?.id;
    let number = season.parse().map_err(|()| unknown_season(&season))?;
    if shared.store.delete_season(app, number, newest_fixed_day(&shared).await?).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    match shared.store.season(number).await? {
        Some(known) if known.app == app => {
            Err(Problem::new(Code::SeasonConflict, "a season that has begun never changes"))
        }
        _ => Err(unknown_season(&season)),
    }
}
