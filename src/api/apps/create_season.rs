//! `POST /v1/apps/{app}/seasons`: creates a season.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
#[cfg(feature = "schemas")]
use serde_json::json;

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, example_season, id_in_path};
use super::seasons::{SeasonInfo, newest_fixed_day};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Day;
use crate::store::label::Label;
use crate::store::{MAX_SEASONS_A_YEAR, NewSeason, Season, SeasonCreated};

/// Maximum number of days of a season, and from today to its first one.
const MAX_DAYS: i64 = 366;

/// The body of `POST /v1/apps/{app}/seasons`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeasonRequest {
    /// The name: 1 to 64 characters, as that of an app.
    name: String,
    /// The first day (UTC): from tomorrow on, at most 366 days ahead.
    #[schema(value_type = String, format = Date)]
    first_day: String,
    /// The last day (UTC): the first one, or at most 365 days later.
    #[schema(value_type = String, format = Date)]
    last_day: String,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<SeasonRequest, SeasonInfo> {
    let doc = describe(
        "create_season",
        "Create a season of your app",
        "Creates a span of days with boards of its own: `season` on leaderboards lists the best run of each player that was submitted through the \
         app on these days. Seasons begin in the future, and do not overlap; at most 12 begin in a year. A season that has begun never changes.",
    );
    id_in_path(doc)
        .request_body::<SeasonRequest>(
            &json!({ "name": "Winter", "first_day": "2026-12-01", "last_day": "2026-12-31" }),
        )
        .response::<SeasonInfo>("201", "The season.", &example_season())
        .with_location()
        .no_store()
        .errors(&["404", "409", "503"])
}

fn day(text: &str, pointer: &'static str) -> Result<Day, Problem> {
    text.parse().map_err(|()| invalid(pointer, "must be a date, such as 2026-12-01"))
}

fn invalid(pointer: &'static str, why: &str) -> Problem {
    Problem::of_field(Code::InvalidSeason, pointer, why)
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(SeasonRequest { name, first_day, last_day }, _): Body<SeasonRequest>,
) -> Result<JsonResponse<SeasonInfo>, Problem> {
    let app = oneself(&request, &id)?.id;
    let name = Label::new(&name).map_err(|why| Problem::of_field(Code::InvalidName, "/name", why))?.into_string();
    let (first, last) = (day(&first_day, "/first_day")?, day(&last_day, "/last_day")?);
    let fixed = newest_fixed_day(&shared).await?;
    if first <= fixed || first > fixed.plus(MAX_DAYS) {
        return Err(invalid("/first_day", &format!("must be after {fixed}, by at most {MAX_DAYS} days")));
    }
    if last < first || last >= first.plus(MAX_DAYS) {
        return Err(invalid("/last_day", &format!("must be the first day, or at most {} days after it", MAX_DAYS - 1)));
    }
    let conflict = |why: String| Err(Problem::new(Code::SeasonConflict, why));
    match shared.store.create_season(NewSeason { app, name: name.clone(), first, last }).await? {
        SeasonCreated::New(number) => {
            let location = format!("/v1/apps/{app}/seasons/{number}");
            let season = Season { id: number, app, name, first, last };
            Ok(JsonResponse::created(location, &season.into()))
        }
        SeasonCreated::Overlaps => conflict("another season of the app has some of these days".to_owned()),
        SeasonCreated::TooMany => {
            conflict(format!("at most {MAX_SEASONS_A_YEAR} seasons of an app can begin in a year"))
        }
        SeasonCreated::NoApp => Err(Problem::new(Code::UnknownApp, "the app was deleted meanwhile")),
    }
}
