//! What the service does in the background, for as long as its server runs.

use std::time::Duration;

use tokio::task::JoinSet;

use crate::api::secrets::seeds::Seeds;
use crate::api::shared::Shared;
use crate::config::ServeConfig;
use crate::engine;
use crate::pars::{DailyDeals, Pars, default_deal};
use crate::store::calendar::Day;
use crate::usage::UsageWriter;
use crate::{contests, streams, tables};

/// Interval between checks for a new day.
const DAY_CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Starts the loops in the background. They must be shut down before the runtime ends: outside it, a loop that ends while it reads from the store
/// cannot return its connection, and panics.
pub(crate) fn start(config: &ServeConfig, shared: &Shared, usage: &UsageWriter) -> JoinSet<()> {
    let Shared { store, days, tables, seeds, .. } = shared.clone();
    let mut loops = JoinSet::new();
    loops.spawn_local(watch_day(shared.clone()));
    loops.spawn_local(tables::run_clock(tables.clone()));
    loops.spawn_local(contests::run_clock(store, days, tables.clone()));
    loops.spawn_local(tables::run_news(tables.clone()));
    loops.spawn_local(tables::run_counts(tables.clone()));
    loops.spawn_local(tables::run_pairing(tables.clone(), move || seeds.secret()));
    loops.spawn_local(streams::run(tables.streams().clone()));
    loops.spawn_local(usage.clone().run());
    if let Some(days) = config.keep_table_moves {
        loops.spawn_local(tables::run_retention(tables, days));
    }
    if !config.no_pars {
        loops.spawn_local(pars_of(shared).run());
    }
    loops
}

/// The job that computes the pars of deals.
fn pars_of(shared: &Shared) -> Pars {
    let Shared { store, pool, clock, days, seeds, tables, .. } = shared.clone();
    let daily = move |day| daily_deals(&seeds, day);
    let owner = getrandom::u64().unwrap_or_default().cast_signed();
    Pars::new(store, pool, clock, days, daily, tables.streams().clone(), owner)
}

/// The deals of a day in games that have pars.
#[must_use]
pub fn daily_deals(seeds: &Seeds, day: Day) -> DailyDeals {
    let key = seeds.day_key(day);
    let ids = || engine::ranked_games().map(|(versions, _)| versions.id());
    DailyDeals {
        practice: ids().filter_map(|id| default_deal(id, key.seed(id))).collect(),
        ranked: ids().filter_map(|id| default_deal(id, seeds.ranked_daily(day, id))).collect(),
    }
}

/// Records each new day, even if no one requests its seeds.
async fn watch_day(shared: Shared) {
    loop {
        shared.days.watch().await;
        actix_web::rt::time::sleep(DAY_CHECK_INTERVAL).await;
    }
}
