//! The clock of tables: what is due and nobody asks for, and news that another instance made.

use std::time::Duration;

use actix_web::rt;

use super::metrics::COUNTED_EVERY;
use super::{Failure, Tables};

/// How often the store is asked what is due. With the [grace](super::step::GRACE), deadlines are acted on within half a second.
const EVERY: Duration = Duration::from_millis(100);
/// How often tables with listeners are checked for changes by other instances, in case a notification was lost.
const NEWS_EVERY: Duration = Duration::from_secs(1);
/// At how many tables something is done at once.
const AT_ONCE: u32 = 256;

/// Has what is due done, for as long as the service runs. What came due while it did not is done first. A table at which something is
/// being done is not begun with again, so that a maker whose tables take long does not delay others.
pub async fn run(tables: Tables) {
    loop {
        end_left_open(&tables).await;
        match tables.0.store.due_tables(tables.now(), AT_ONCE).await {
            Ok(due) => {
                tables.0.metrics.checked();
                due.into_iter().for_each(|id| tables.nudge(id));
            }
            Err(error) => tracing::warn!(target: "funhouse::tables", %error, "it could not be seen what is due"),
        }
        rt::time::sleep(EVERY).await;
    }
}

/// Closes the days that have ended, and ends the tables that they left open. A day that another instance closed is closed here, too, whatever
/// the clock shows.
async fn end_left_open(tables: &Tables) {
    let left_open = async {
        let closed = tables.0.days.refresh().await?.closed();
        tables.0.store.tables_left_open(closed, AT_ONCE).await
    };
    match left_open.await {
        Ok(left_open) => left_open.into_iter().for_each(|id| tables.nudge(id)),
        Err(error) => {
            tracing::warn!(target: "funhouse::tables", %error, "the tables of closed days could not be found")
        }
    }
}

/// Counts the open tables for the metrics, which wait for no store, for as long as the service runs.
pub async fn run_counts(tables: Tables) {
    loop {
        // While they cannot be counted, no number is shown.
        tables.0.metrics.opened(tables.0.store.open_tables().await.ok());
        rt::time::sleep(COUNTED_EVERY).await;
    }
}

/// Passes changes by other instances to listeners: those that the store notifies of, and those that a check of the store finds.
pub async fn run_news(tables: Tables) {
    futures_util::future::join(run_told(&tables), run_seen(&tables)).await;
}

async fn run_told(tables: &Tables) {
    loop {
        for (id, version) in tables.0.store.tables_changed().await {
            let is_news = tables.0.live.get(&id).is_none_or(|known| known.stored.version < version);
            if is_news && tables.lock_awaited().contains_key(&id) {
                // Loading a table notifies its listeners. If that fails, the check finds the change later.
                let _ = tables.load(id).await;
            }
        }
    }
}

async fn run_seen(tables: &Tables) {
    loop {
        for id in tables.awaited() {
            // Loading a table notifies its listeners.
            if let Err(Failure::Unknown) = tables.load(id).await {
                tables.lock_awaited().remove(&id);
            }
        }
        rt::time::sleep(NEWS_EVERY).await;
    }
}
