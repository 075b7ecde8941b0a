//! Background loops: find due tables, and changes by other instances.

use std::time::Duration;

use actix_web::rt;

use super::Tables;
use super::error::Failure;
use super::metrics::COUNT_INTERVAL;
use super::signals;
use crate::store::StoreError;

/// Interval between checks for due tables. With the [grace](super::step::GRACE), the clock acts within half a second after a deadline.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between checks of tables with listeners for changes by other instances, in case a notification was lost.
const NEWS_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between counts of spectators. Joins and leaves in between are announced together.
const SPECTATORS_INTERVAL: Duration = Duration::from_secs(3);
/// Number of counts after which the other instances get all numbers again.
const RENEWAL_COUNTS: u32 = 10;
/// Maximum number of tables per check.
const MAX_TABLES_PER_CHECK: u32 = 256;

/// Starts due steps for as long as the service runs, including those that became due while it did not run.
///
/// The steps run in the background, so a maker with slow tables does not delay others.
pub async fn run(tables: Tables) {
    loop {
        // The store logs its failures. The next check makes up for this one.
        let _ = end_tables_of_closed_days(&tables).await;
        let _ = start_due_tables(&tables).await;
        rt::time::sleep(CHECK_INTERVAL).await;
    }
}

async fn start_due_tables(tables: &Tables) -> Result<(), StoreError> {
    let due = tables.0.store.due_tables(tables.now(), MAX_TABLES_PER_CHECK).await?;
    tables.0.metrics.record_check();
    due.into_iter().for_each(|id| tables.start_due_steps(id));
    Ok(())
}

/// Closes the days that have ended, and ends their open tables.
///
/// A day that another instance closed is also closed here, whatever the clock shows.
async fn end_tables_of_closed_days(tables: &Tables) -> Result<(), StoreError> {
    let closed = tables.0.days.refresh().await?.closed();
    let left_open = tables.0.store.tables_left_open(closed, MAX_TABLES_PER_CHECK).await?;
    left_open.into_iter().for_each(|id| tables.start_due_steps(id));
    Ok(())
}

/// Counts the open tables for as long as the service runs. Requests for metrics do not wait for the store.
pub async fn run_counts(tables: Tables) {
    loop {
        // If they cannot be counted, the metrics show no number.
        tables.0.metrics.set_open(tables.0.store.open_tables().await.ok());
        rt::time::sleep(COUNT_INTERVAL).await;
    }
}

/// Notifies listeners of changes by other instances: those that the store reports, and those that a check of the store finds. Also of phrases
/// that are said at other instances, and of the number of spectators.
pub async fn run_news(tables: Tables) {
    let changes = futures_util::future::join(forward_notifications(&tables), check_listened_tables(&tables));
    futures_util::future::join3(changes, signals::forward(&tables), count_spectators(&tables)).await;
}

async fn forward_notifications(tables: &Tables) {
    loop {
        for (id, version) in tables.0.store.tables_changed().await {
            let is_news = tables.0.live.get(&id).is_none_or(|known| known.stored.version < version);
            if is_news && tables.lock_channels().get(id).is_some() {
                // Loading a table notifies its listeners. If that fails, the check finds the change later.
                let _ = tables.load(id).await;
            }
        }
    }
}

async fn check_listened_tables(tables: &Tables) {
    loop {
        for id in tables.listened_tables() {
            // Loading a table notifies its listeners.
            if let Err(Failure::Unknown) = tables.load(id).await {
                tables.lock_channels().remove(id);
            }
        }
        rt::time::sleep(NEWS_INTERVAL).await;
    }
}

async fn count_spectators(tables: &Tables) {
    for count in (0..RENEWAL_COUNTS).cycle() {
        rt::time::sleep(SPECTATORS_INTERVAL).await;
        let counts = tables.lock_channels().count_spectators(count == 0);
        tables.report_spectators(&counts).await;
    }
}
