//! `GET /v1/daily`: shows today's games.

use actix_web::{HttpRequest, web};

use super::info::{Daily, TAG, daily, example};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;

pub(super) fn doc() -> OperationDoc<(), Daily> {
    operation(OperationInfo {
        id: "get_daily_today".to_owned(),
        tag: TAG,
        summary: "Show today's games".to_owned(),
        description: "The day's seeds and boards (UTC). A run of a day's seed with the default options stands on the day's \
                      board if it is received on that day. All chance of a seed can be computed ahead once the seed is \
                      known: what a daily board ranks is who makes the most of it within the day.",
    })
    .ok::<Daily>(&example())
    .errors(&["503"])
}

pub(super) async fn handle(request: HttpRequest, shared: web::Data<Shared>) -> Result<JsonResponse<Daily>, Problem> {
    let today = shared.days.today().await?;
    today.confirmed()?;
    let daily = daily(&shared.seeds, today.day, today);
    Ok(JsonResponse::with_entity_tag(&daily, &request))
}
