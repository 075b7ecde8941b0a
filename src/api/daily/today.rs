//! `GET /v1/daily`: shows today's games.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::info::example;
use super::info::{Daily, TAG, respond};
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Daily> {
    operation(OperationInfo {
        id: "get_daily_today".to_owned(),
        tag: TAG,
        summary: "Show today's games".to_owned(),
        description: "Returns the day's seeds and boards (UTC). A run of a day's seed with the default options is \
            listed on the day's board if it is received on that day. The practice seeds are public, so players can compute \
            their chance in advance. The seeds of ranked games are secret until the day is closed.",
    })
    .ok::<Daily>(&example())
    .errors(&["503"])
}

pub(super) async fn handle(request: HttpRequest, shared: web::Data<Shared>) -> Result<JsonResponse<Daily>, Problem> {
    let today = shared.days.today().await?;
    today.confirmed()?;
    respond(&shared, today.public(today.day), &request).await
}
