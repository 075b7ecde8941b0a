//! `GET /v1/daily/{date}`: shows a day's games.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::info::example;
use super::info::{Daily, TAG, respond};
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::calendar::Day;

/// Number of days by which the commitment is published in advance.
const DAYS_AHEAD: i64 = 7;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Daily> {
    let date = "The day, such as 2026-11-20, from 1970 to a week ahead.";
    operation(OperationInfo {
        id: "get_daily".to_owned(),
        tag: TAG,
        summary: "Show a day's games".to_owned(),
        description: "Returns the commitment to the day's key before the day, the seeds and boards from its start, \
            and the key and the secret seeds after it is closed. A day is closed right after its end, on all \
            instances at once. No game of it can be played after that.",
    })
    .path_parameter("date", date, wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", date, "2026-11-20"))
    .ok::<Daily>(&example())
    .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    date: web::Path<String>,
) -> Result<JsonResponse<Daily>, Problem> {
    let nothing = |why| Problem::new(Code::NotFound, format_args!("{:?} {why}", date.as_str()));
    let day: Day = date.parse().map_err(|()| nothing("is not a date from 1970-01-01, such as 2026-11-20"))?;
    let today = shared.days.today().await?;
    if day > today.day.plus(DAYS_AHEAD) {
        return Err(nothing("is more than a week ahead"));
    }
    if !today.has_begun(day) {
        today.confirmed()?;
    }
    respond(&shared, today.public(day), &request).await
}
