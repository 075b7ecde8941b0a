//! The daily games: one seed a day for each game, committed to beforehand.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::endpoint::Endpoint;
use super::game::json_bytes;
use super::openapi::{Described, operation};
use super::players::example_moment;
use super::problem::{Code, Problem};
use super::seeds::Seeds;
use super::service::Cached;
use super::shared::Shared;
use crate::rules::registry;
use crate::rules::wire;
use crate::store::Secret;
use crate::store::calendar::{Day, Timestamp};

/// How many days ahead a day is committed to.
const AHEAD: i64 = 7;

/// A day's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Daily {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: Day,
    /// Its first moment: from then on the seeds are shown.
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Timestamp,
    /// The moment after its last: from then on the key is shown, and the moves of the day's runs.
    #[schema(value_type = String, format = DateTime)]
    pub ends_at: Timestamp,
    /// SHA-256 of the day's key, in lowercase hex. It is shown a week ahead.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The day's key, in lowercase hex: the HMAC-SHA256 of the date under the service's secret. A game's seed is the
    /// HMAC-SHA256 of its id under this key, in base64url without padding. Absent until the day has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^[0-9a-f]{64}$")]
    pub key: Option<String>,
    /// The day's game of each game: its seed, to be dealt with the default options, and its board. Absent until the day
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub games: Option<BTreeMap<&'static str, DailyGame>>,
}

/// A game's part of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyGame {
    /// The seed.
    #[schema(pattern = "^[A-Za-z0-9_-]{43}$")]
    pub seed: String,
    /// The path and query of the board.
    pub leaderboard: String,
}

/// The endpoints of the daily games.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    let schemas = || wire::gathered([wire::gather::<Daily>]);
    vec![
        Endpoint::get("/v1/daily", || web::to(today), says_today, schemas),
        Endpoint::get("/v1/daily/{date}", || web::to(of_date), says_of_date, schemas),
    ]
}

const TAG: &str = "Daily games";

fn example() -> Daily {
    let day = example_moment().day();
    daily(&Seeds::new(Secret([0; 32])), day, day.start())
}

fn says_today() -> Operation {
    operation(Described {
        id: "daily_today".to_owned(),
        tag: TAG,
        summary: "Show today's games".to_owned(),
        description: "The day's seeds and boards (UTC). A run of a day's seed with the default options stands on the day's \
                      board if it is received on that day. All chance of a seed can be computed ahead once the seed is \
                      known: what a daily board ranks is who makes the most of it within the day.",
    })
    .answers::<Daily>(&example())
    .done()
}

fn says_of_date() -> Operation {
    let date = "The day, as 2026-11-20: any from 1970 to a week ahead.";
    operation(Described {
        id: "daily".to_owned(),
        tag: TAG,
        summary: "Show a day's games".to_owned(),
        description: "Before the day, the commitment to its key; from its start, the seeds and boards; after its end, the key.",
    })
    .part_of_path("date", date, wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", date, "2026-11-20"))
    .answers::<Daily>(&example())
    .refuses(&["404"])
    .done()
}

fn daily(seeds: &Seeds, date: Day, now: Timestamp) -> Daily {
    let key = seeds.day_key(date);
    let (starts_at, ends_at) = (date.start(), date.end());
    let game = |id: &'static str| {
        let leaderboard = format!("/v1/leaderboards/{id}?class=daily&period=day&date={date}");
        (id, DailyGame { seed: key.seed(id).to_string(), leaderboard })
    };
    Daily {
        date,
        starts_at,
        ends_at,
        commitment: key.commitment(),
        key: (now >= ends_at).then(|| key.reveal()),
        games: (now >= starts_at).then(|| registry::ids().into_iter().map(game).collect()),
    }
}

async fn today(request: HttpRequest, shared: web::Data<Shared>) -> HttpResponse {
    let now = shared.clock.now();
    let daily = daily(&shared.seeds, now.day(), now);
    Cached::new(json_bytes(&daily).into()).answer(&request, "application/json")
}

async fn of_date(
    request: HttpRequest,
    shared: web::Data<Shared>,
    date: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let nothing = |why| Problem::new(Code::NotFound, format_args!("{:?} {why}", date.as_str()));
    let day: Day = date.parse().map_err(|()| nothing("is not a date such as 2026-11-20"))?;
    let now = shared.clock.now();
    if day > now.day().plus(AHEAD) {
        return Err(nothing("is more than a week ahead"));
    }
    Ok(Cached::new(json_bytes(&daily(&shared.seeds, day, now)).into()).answer(&request, "application/json"))
}
