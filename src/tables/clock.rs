//! Background loops: find due tables, and changes by other instances.

use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::Instant;

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
/// Interval between log lines while checks fail.
const OUTAGE_INTERVAL: Duration = Duration::from_secs(60);
/// Number of counts after which the other instances get all numbers again.
const RENEWAL_COUNTS: u32 = 10;
/// Maximum number of tables per check.
const MAX_TABLES_PER_CHECK: u32 = 256;

/// Starts due steps for as long as the service runs, including those that became due while it did not run.
///
/// The steps run in the background, so a maker with slow tables does not delay others.
pub async fn run(tables: Tables) {
    let mut outage = Outage::default();
    loop {
        let days = end_tables_of_closed_days(&tables).await;
        let due = start_due_tables(&tables).await;
        outage.note(days.and(due));
        rt::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Since when the checks fail, and when that was last logged.
#[derive(Default)]
struct Outage(Option<[Instant; 2]>);

impl Outage {
    /// Logs a failure if that is due, or the end of the outage.
    fn note(&mut self, checked: Result<(), StoreError>) {
        match checked {
            Ok(()) => {
                if let Some(took) = self.end(Instant::now()) {
                    let seconds = took.as_secs();
                    tracing::warn!(target: "funhouse::tables", seconds, "deadlines and days are checked again");
                }
            }
            Err(error) if self.is_to_be_logged(Instant::now()) => {
                tracing::warn!(target: "funhouse::tables", %error, "deadlines and days cannot be checked");
            }
            Err(_) => {}
        }
    }

    /// Whether a failure is logged: the first one, and then one per interval.
    fn is_to_be_logged(&mut self, now: Instant) -> bool {
        match &mut self.0 {
            Some([_, logged]) if now - *logged < OUTAGE_INTERVAL => false,
            Some([_, logged]) => {
                *logged = now;
                true
            }
            None => {
                self.0 = Some([now, now]);
                true
            }
        }
    }

    /// Ends the outage, and returns how long it took; none if there was none.
    fn end(&mut self, now: Instant) -> Option<Duration> {
        self.0.take().map(|[begun, _]| now - begun)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outage_is_logged_once_a_minute_and_at_its_end() {
        let start = Instant::now();
        let mut outage = Outage::default();
        let logged: Vec<u64> =
            (0..150).filter(|second| outage.is_to_be_logged(start + Duration::from_secs(*second))).collect();
        assert_eq!(logged, [0, 60, 120]);
        assert_eq!(outage.end(start + Duration::from_secs(150)), Some(Duration::from_secs(150)));
        assert_eq!(outage.end(start + Duration::from_secs(151)), None);
        assert!(outage.is_to_be_logged(start + Duration::from_secs(152)), "it is another outage");
    }
}
