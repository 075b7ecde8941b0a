//! A day's games as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::pars::{self, ParInfo};
use crate::api::problem::Problem;
use crate::api::schemas;
use crate::api::schemas::examples;
use crate::api::secrets::seeds::Seeds;
use crate::api::shared::Shared;
use crate::days::Today;
use crate::engine::ranked_games;
use crate::pars::default_deal;
use crate::rules::chance::Seed;
use crate::store::Secret;
use crate::store::calendar::{Day, Timestamp};
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

pub(super) fn example() -> Daily {
    let day = examples::time().day();
    daily(&Seeds::new(Secret([0; 32])), day, Today { day, newest: day })
}

/// A day's games with their pars. That of a ranked game would help its players, so it is shown once the day is closed.
pub(super) async fn daily_with_pars(shared: &Shared, date: Day, today: Today) -> Result<Daily, Problem> {
    let mut daily = daily(&shared.seeds, date, today);
    let practice = daily.games.iter_mut().flatten().map(|(id, game)| (*id, Some(game.seed.clone()), &mut game.par));
    let ranked = daily.ranked.iter_mut().map(|(id, game)| (*id, game.seed.clone(), &mut game.par));
    let (mut deals, mut places) = (Vec::new(), Vec::new());
    for (id, seed, place) in practice.chain(ranked) {
        let seed: Option<Seed> = seed.and_then(|seed| seed.parse().ok());
        if let Some(deal) = seed.and_then(|seed| default_deal(id, seed)) {
            deals.push(deal);
            places.push(place);
        }
    }
    for (place, par) in places.into_iter().zip(pars::of_deals(shared, deals).await?) {
        *place = par;
    }
    Ok(daily)
}

fn daily(seeds: &Seeds, date: Day, today: Today) -> Daily {
    let key = seeds.day_key(date);
    let is_closed = today.closed().contains(date);
    let (starts_at, ends_at) = (date.start(), date.end());
    let game = |id: &'static str| {
        let leaderboard = format!("/v1/leaderboards/{id}?class=daily&period=day&date={date}");
        (id, DailyGame { seed: key.seed(id).to_string(), leaderboard, par: None })
    };
    let ranked = |id: &'static str| {
        let seed = seeds.ranked_daily(date, id);
        let leaderboard = format!("/v1/leaderboards/{id}?class=ranked_daily&period=day&date={date}");
        let (commitment, seed) = (commitment(seed.as_str()), is_closed.then(|| seed.to_string()));
        (id, RankedDailyGame { commitment, seed, leaderboard, par: None })
    };
    Daily {
        date,
        starts_at,
        ends_at,
        commitment: key.commitment(),
        key: is_closed.then(|| key.reveal()),
        games: today.has_begun(date).then(|| ranked_games().map(|(versions, _)| game(versions.id())).collect()),
        ranked: ranked_games().map(|(versions, _)| ranked(versions.id())).collect(),
    }
}
