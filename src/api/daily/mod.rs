//! The daily games: one seed a day for each game, committed to beforehand.

use std::collections::BTreeMap;

use actix_web::http::Method;
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::endpoint::Endpoint;
use super::operation::{OperationDoc, OperationInfo, operation};
use super::problem::{Code, Problem};
use super::response::JsonResponse;
use super::schemas;
use super::schemas::examples;
use super::secrets::seeds::Seeds;
use super::shared::Shared;
use crate::days::Today;
use crate::engine::ranked_games;
use crate::rules::chance::Seed;
use crate::rules::wire;
use crate::store::Secret;
use crate::store::calendar::{Day, Timestamp};
use crate::tables::table::commitment;

/// For how many days ahead the commitment is published.
const AHEAD: i64 = 7;

/// A day's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Daily {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: Day,
    /// Its first moment: from then on the seeds are shown.
    #[schema(value_type = schemas::Moment)]
    pub starts_at: Timestamp,
    /// The moment after its last. The day is closed then, and the key and the moves of its runs are shown.
    #[schema(value_type = schemas::Moment)]
    pub ends_at: Timestamp,
    /// SHA-256 of the day's key, in lowercase hex. It is shown a week ahead.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The day's key, in lowercase hex: the HMAC-SHA256 of the date under the service's secret. A game's seed is the
    /// HMAC-SHA256 of its id under this key, in base64url without padding. Absent until the day is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^[0-9a-f]{64}$")]
    pub key: Option<String>,
    /// The day's game of each game: its seed, to be dealt with the default options, and its board. Absent until the day
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub games: Option<BTreeMap<&'static str, DailyGame>>,
    /// The day's sealed game of each game, with the default options. Its seed is secret until the day is closed.
    pub sealed: BTreeMap<&'static str, SealedDailyGame>,
}

/// A game's sealed part of a day: one table for each player, made by `POST /v1/tables` with `daily`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SealedDailyGame {
    /// SHA-256 of the seed, in lowercase hex. It is shown a week ahead.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The seed. Absent until the day is closed: from then on no move is made in a game of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// The path and query of the day's board.
    pub leaderboard: String,
}

/// A game's part of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyGame {
    /// The seed.
    #[schema(value_type = Seed)]
    pub seed: String,
    /// The path and query of the board.
    pub leaderboard: String,
}

/// The endpoints of the daily games.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::GET, "/v1/daily", today, doc_of_today),
        Endpoint::new(Method::GET, "/v1/daily/{date}", of_date, doc_of_date),
    ]
}

const TAG: &str = "Daily games";

fn example() -> Daily {
    let day = examples::time().day();
    daily(&Seeds::new(Secret([0; 32])), day, Today { day, newest: day })
}

fn doc_of_today() -> OperationDoc<(), Daily> {
    operation(OperationInfo {
        id: "daily_today".to_owned(),
        tag: TAG,
        summary: "Show today's games".to_owned(),
        description: "The day's seeds and boards (UTC). A run of a day's seed with the default options stands on the day's \
                      board if it is received on that day. All chance of a seed can be computed ahead once the seed is \
                      known: what a daily board ranks is who makes the most of it within the day.",
    })
    .ok::<Daily>(&example())
    .errors(&["503"])
}

fn doc_of_date() -> OperationDoc<(), Daily> {
    let date = "The day, as 2026-11-20: any from 1970 to a week ahead.";
    operation(OperationInfo {
        id: "daily".to_owned(),
        tag: TAG,
        summary: "Show a day's games".to_owned(),
        description: "Before the day, the commitment to its key; from its start, the seeds and boards; once it is closed, the key and \
                      the sealed seeds. A day is closed right after its end, on all instances at once: from then on, nothing is played on it.",
    })
    .path_parameter("date", date, wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", date, "2026-11-20"))
    .ok::<Daily>(&example())
    .errors(&["404", "503"])
}

fn daily(seeds: &Seeds, date: Day, today: Today) -> Daily {
    let key = seeds.day_key(date);
    let is_closed = today.closed().contains(date);
    let (starts_at, ends_at) = (date.start(), date.end());
    let game = |id: &'static str| {
        let leaderboard = format!("/v1/leaderboards/{id}?class=daily&period=day&date={date}");
        (id, DailyGame { seed: key.seed(id).to_string(), leaderboard })
    };
    let sealed = |id: &'static str| {
        let seed = seeds.sealed_daily(date, id);
        let leaderboard = format!("/v1/leaderboards/{id}?class=sealed_daily&period=day&date={date}");
        let (commitment, seed) = (commitment(seed.as_str()), is_closed.then(|| seed.to_string()));
        (id, SealedDailyGame { commitment, seed, leaderboard })
    };
    Daily {
        date,
        starts_at,
        ends_at,
        commitment: key.commitment(),
        key: is_closed.then(|| key.reveal()),
        games: today.has_begun(date).then(|| ranked_games().map(|(versions, _)| game(versions.id())).collect()),
        sealed: ranked_games().map(|(versions, _)| sealed(versions.id())).collect(),
    }
}

async fn today(request: HttpRequest, shared: web::Data<Shared>) -> Result<JsonResponse<Daily>, Problem> {
    let today = shared.days.today().await?;
    today.confirmed()?;
    let daily = daily(&shared.seeds, today.day, today);
    Ok(JsonResponse::with_entity_tag(&daily, &request))
}

async fn of_date(
    request: HttpRequest,
    shared: web::Data<Shared>,
    date: web::Path<String>,
) -> Result<JsonResponse<Daily>, Problem> {
    let nothing = |why| Problem::new(Code::NotFound, format_args!("{:?} {why}", date.as_str()));
    let day: Day = date.parse().map_err(|()| nothing("is not a date such as 2026-11-20"))?;
    let today = shared.days.today().await?;
    if day > today.day.plus(AHEAD) {
        return Err(nothing("is more than a week ahead"));
    }
    if !today.has_begun(day) {
        today.confirmed()?;
    }
    Ok(JsonResponse::with_entity_tag(&daily(&shared.seeds, day, today), &request))
}
