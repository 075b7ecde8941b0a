//! A day's games as JSON.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use serde::Serialize;

use crate::api::pars::ParInfo;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::schemas::examples;
use crate::api::secrets::seeds::Seeds;
use crate::api::shared::Shared;
use crate::days::PublicDay;
use crate::engine::analysis::VERSION;
use crate::engine::ranked_games;
use crate::pars::default_deal;
use crate::rules::chance::Seed;
use crate::rules::wire::ToSchema;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{Deal, Par, Secret};
use crate::tables::table::commitment;

pub(super) const TAG: &str = "Daily games";

/// A day's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Daily {
    /// The day.
    #[schema(value_type = String, format = Date)]
    pub date: Day,
    /// The start of the day. The seeds are public from then on.
    #[schema(value_type = schemas::Moment)]
    pub starts_at: Timestamp,
    /// The end of the day, exclusive. The day is then closed, and its key and the moves of its runs become public.
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
    /// The day's practice game of each game: its seed, to be dealt with the default options, and its board. Absent until the day
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub games: Option<BTreeMap<&'static str, DailyGame>>,
    /// The day's ranked game of each game, with the default options. Its seed is secret until the day is closed.
    pub ranked: BTreeMap<&'static str, RankedDailyGame>,
}

/// A game's ranked daily: each player can create one table for it, by `POST /v1/tables` with `daily`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct RankedDailyGame {
    /// SHA-256 of the seed, in lowercase hex. It is shown a week ahead.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The seed. Absent until the day is closed. After that, games of the day accept no moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// The path and query of the day's board.
    pub leaderboard: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub par: Option<ParInfo>,
}

/// A game's part of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct DailyGame {
    /// The seed.
    #[schema(value_type = Seed)]
    pub seed: String,
    /// The path and query of the board.
    pub leaderboard: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub par: Option<ParInfo>,
}

#[cfg(feature = "schemas")]
pub(super) fn example() -> Daily {
    let day = PublicDay { date: examples::time().day(), has_begun: true, is_closed: false };
    daily(&Seeds::new(Secret([0; 32])), day, &[])
}

/// A day's games. They are the same for all callers, and depend only on what is public of the day and on the pars of its public deals.
/// The pars are read for each request, since any instance can compute one.
pub(super) async fn respond(
    shared: &Shared,
    day: PublicDay,
    request: &HttpRequest,
) -> Result<JsonResponse<Daily>, Problem> {
    let deals = public_deals(&shared.seeds, day);
    let pars = shared.store.pars(deals.clone(), VERSION).await?;
    Ok(shared.daily.respond((day, pars.clone()), request, || {
        let of_deal = |(deal, par): (Deal, Option<Par>)| Some((ParInfo::of(par?, &deal)?, deal.seed));
        let pars: Vec<_> = deals.into_iter().zip(pars).filter_map(of_deal).collect();
        daily(&shared.seeds, day, &pars)
    }))
}

/// The deals of a day whose pars are shown. That of a ranked game would help its players, so it is shown once the day is closed.
fn public_deals(seeds: &Seeds, PublicDay { date, has_begun, is_closed }: PublicDay) -> Vec<Deal> {
    let key = seeds.day_key(date);
    let ids = |is_public: bool| ranked_games().filter(move |_| is_public).map(|(versions, _)| versions.id());
    let practice = ids(has_begun).filter_map(|id| default_deal(id, key.seed(id)));
    let ranked = ids(is_closed).filter_map(|id| default_deal(id, seeds.ranked_daily(date, id)));
    practice.chain(ranked).collect()
}

fn daily(seeds: &Seeds, day: PublicDay, pars: &[(ParInfo, Seed)]) -> Daily {
    let PublicDay { date, has_begun, is_closed } = day;
    let key = seeds.day_key(date);
    let par = |seed: &Seed| pars.iter().find(|(_, of)| of == seed).map(|(par, _)| *par);
    let game = |id: &'static str| {
        let leaderboard = format!("/v1/leaderboards/{id}?class=daily&period=day&date={date}");
        let seed = key.seed(id);
        (id, DailyGame { par: par(&seed), seed: seed.to_string(), leaderboard })
    };
    let ranked = |id: &'static str| {
        let seed = seeds.ranked_daily(date, id);
        let leaderboard = format!("/v1/leaderboards/{id}?class=ranked_daily&period=day&date={date}");
        let (commitment, par) = (commitment(seed.as_str()), par(&seed));
        (id, RankedDailyGame { commitment, seed: is_closed.then(|| seed.to_string()), leaderboard, par })
    };
    Daily {
        date,
        starts_at: date.start(),
        ends_at: date.end(),
        commitment: key.commitment(),
        key: is_closed.then(|| key.reveal()),
        games: has_begun.then(|| ranked_games().map(|(versions, _)| game(versions.id())).collect()),
        ranked: ranked_games().map(|(versions, _)| ranked(versions.id())).collect(),
    }
}
