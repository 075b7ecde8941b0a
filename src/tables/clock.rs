//! Background loops: find due tables, and changes by other instances.

use std::time::Duration;

use actix_web::rt;

use super::Tables;
use super::error::Failure;
use super::metrics::COUNT_INTERVAL;

/// Interval between checks for due tables. With the [grace](super::step::GRACE), the clock acts within half a second after a deadline.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between checks of tables with listeners for changes by other instances, in case a notification was lost.
const NEWS_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of tables per check.
const MAX_TABLES_PER_CHECK: u32 = 256;

/// Starts due steps for as long as the service runs, including those that became due while it did not run.
///
/// The steps run in the background, so a maker with slow tables does not delay others.
pub async fn run(tables: Tables) {
    loop {
        end_tables_of_closed_days(&tables).await;
        match tables.0.store.due_tables(tables.now(), MAX_TABLES_PER_CHECK).await {
            Ok(due) => {
                tables.0.metrics.record_check();
                due.into_iter().for_each(|id| tables.start_due_steps(id));
            }
            Err(error) => tracing::warn!(target: "funhouse::tables", %error, "it could not be seen what is due"),
        }
        rt::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Closes the days that have ended, and ends their open tables.
///
/// A day that another instance closed is also closed here, whatever the clock shows.
async fn end_tables_of_closed_days(tables: &Tables) {
    let left_open = async {
        let closed = tables.0.days.refresh().await?.closed();
        tables.0.store.tables_left_open(closed, MAX_TABLES_PER_CHECK).await
    };
    match left_open.await {
        Ok(left_open) => left_open.into_iter().for_each(|id| tables.start_due_steps(id)),
        Err(error) => {
            tracing::warn!(target: "funhouse::tables", %error, "the tables of closed days could not be found")
        }
    }
}

/// Counts the open tables for as long as the service runs. Requests for metrics do not wait for the store.
pub async fn run_counts(tables: Tables) {
    loop {
        // If they cannot be counted, the metrics show no number.
        tables.0.metrics.set_open(tables.0.store.open_tables().await.ok());
        rt::time::sleep(COUNT_INTERVAL).await;
    }
}

/// Notifies listeners of changes by other instances: those that the store reports, and those that a check of the store finds.
pub async fn run_news(tables: Tables) {
    futures_util::future::join(forward_notifications(&tables), check_listened_tables(&tables)).await;
}

async fn forward_notifications(tables: &Tables) {
    loop {
        for (id, version) in tables.0.store.tables_changed().await {
            let is_news = tables.0.live.get(&id).is_none_or(|known| known.stored.version < version);
            if is_news && tables.lock_channels().contains_key(&id) {
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
                tables.lock_channels().remove(&id);
            }
        }
        rt::time::sleep(NEWS_INTERVAL).await;
    }
}
