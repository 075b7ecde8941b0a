//! Background loops: find due tables, and changes by other instances.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::Instant;

use super::Tables;
use super::error::Failure;
use super::metrics::COUNT_INTERVAL;
use super::signals;
use super::table::Table;
use crate::store::{DuePlace, StoreError, TableId, TableMark};

/// Interval between checks for due tables. With the [grace](super::step::GRACE), the clock acts within half a second after a deadline.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between checks for due tables while deadlines wait. Then most due tables wait, too, and a robot's is started by the move before it.
const WAITING_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between checks of tables with listeners for changes by other instances, in case a notification was lost.
const NEWS_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between checks for new connections to the database.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of tables per statement of such a check.
const MAX_MARKS: usize = 1000;
/// How long the database may fail before the streams of listeners end. At other instances, there may be news.
const MAX_OUTAGE: Duration = Duration::from_secs(5);
/// Interval between counts of spectators. Joins and leaves in between are announced together.
const SPECTATORS_INTERVAL: Duration = Duration::from_secs(3);
/// Number of counts after which the other instances get all numbers again.
const RENEWAL_COUNTS: u32 = 10;
/// Maximum number of due tables that a check reads. The next check goes on from there.
const MAX_DUE_READ: u32 = 4096;
/// Interval between the ends of games whose day or round is closed: about 300 games end per second.
const ENDING_INTERVAL: Duration = Duration::from_millis(3);
/// Maximum number of tables whose due steps a check starts, and maximum number of tables of closed days that it reads.
const MAX_TABLES_PER_CHECK: u32 = 256;

/// Starts due steps for as long as the service runs, including those that became due while it did not run.
///
/// The steps run in the background, and each check goes on where the last one ended, so tables that cannot go on do not delay others.
pub async fn run(tables: Tables) {
    futures_util::future::join(start_due_steps(&tables), end_games(&tables)).await;
}

async fn start_due_steps(tables: &Tables) {
    let (mut available_at, mut checks) = (Instant::now(), DueChecks::default());
    loop {
        // The store logs its failures. The next check makes up for this one.
        let days = end_tables_of_closed_days(tables).await;
        let due = checks.check(tables).await;
        if days.and(due).is_ok() {
            available_at = Instant::now();
        } else if available_at.elapsed() >= MAX_OUTAGE {
            tables.lock_channels().clear();
        }
        rt::time::sleep(CHECK_INTERVAL).await;
    }
}

/// The checks for due tables.
#[derive(Default)]
struct DueChecks {
    /// When the last one was.
    last_at: Option<Instant>,
    /// The last table that it looked at; none if it reached the end.
    after: Option<DuePlace>,
}

impl DueChecks {
    async fn check(&mut self, tables: &Tables) -> Result<(), StoreError> {
        let time = tables.0.days.time().await?;
        let is_recent = |last_at: Instant| last_at.elapsed() < WAITING_CHECK_INTERVAL;
        if time.deadlines_wait && self.last_at.is_some_and(is_recent) {
            return Ok(());
        }
        let due = tables.0.store.due_tables(time.now, self.after, MAX_DUE_READ).await?;
        self.last_at = Some(Instant::now());
        tables.0.metrics.record_check();
        self.after = start_first(&due, |id| tables.retry_due_steps(id));
        Ok(())
    }
}

/// Starts the first due tables that `start` can start. Returns the last one before the next check, none if that begins with the first.
fn start_first(due: &[DuePlace], start: impl Fn(TableId) -> bool) -> Option<DuePlace> {
    let mut started = 0;
    for place in due {
        started += u32::from(start(place.id));
        if started == MAX_TABLES_PER_CHECK {
            return Some(*place);
        }
    }
    let is_full = due.len() >= MAX_DUE_READ as usize;
    due.last().copied().filter(|_| is_full)
}

/// Closes the days that have ended, and ends their open tables. Makes deadlines wait while the clock is unconfirmed.
///
/// A day that another instance closed is also closed here, whatever the clock shows.
async fn end_tables_of_closed_days(tables: &Tables) -> Result<(), StoreError> {
    let closed = tables.0.days.keep().await?.closed();
    tables.end_games(tables.0.store.tables_left_open(closed, MAX_TABLES_PER_CHECK).await?);
    Ok(())
}

/// Ends games whose day or round is closed, at a pace that leaves time for the moves of others.
async fn end_games(tables: &Tables) {
    loop {
        let pause = if tables.end_next_game() { ENDING_INTERVAL } else { CHECK_INTERVAL };
        rt::time::sleep(pause).await;
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

/// Notifies listeners of changes by other instances: those that the store reports, and those that a check of the store finds. Also of phrases
/// that are said at other instances, and of the number of spectators.
pub async fn run_news(tables: Tables) {
    let changes = futures_util::future::join(forward_notifications(&tables), check_known_tables(&tables));
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

/// Finds changes of which no notification arrived: of tables with listeners regularly, and of all known tables after a failure of the
/// database, which may then be at an earlier state.
async fn check_known_tables(tables: &Tables) {
    let (mut reconnects, mut checked_at) = (tables.0.store.reconnects(), Instant::now());
    loop {
        rt::time::sleep(RECONNECT_INTERVAL).await;
        let now = tables.0.store.reconnects();
        let checked = if now != reconnects {
            tables.check(tables.known_tables()).await
        } else if checked_at.elapsed() >= NEWS_INTERVAL {
            tables.check(tables.listened_tables()).await
        } else {
            continue;
        };
        checked_at = Instant::now();
        if checked.is_ok() {
            reconnects = now;
        }
    }
}

impl Tables {
    /// Loads those of these tables that differ from what this instance knows, which notifies their listeners.
    async fn check(&self, ids: Vec<TableId>) -> Result<(), StoreError> {
        for ids in ids.chunks(MAX_MARKS) {
            let marks = self.0.store.table_marks(ids.to_vec()).await?;
            let marks: BTreeMap<TableId, TableMark> = marks.into_iter().map(|mark| (mark.id, mark)).collect();
            for id in ids {
                let is_same = |known: Arc<Table>| marks.get(id).is_some_and(|mark| *mark == known.stored.mark());
                if self.known(*id).is_some_and(is_same) {
                    continue;
                }
                if let Err(Failure::Store(error)) = self.load(*id).await {
                    return Err(error);
                }
            }
        }
        Ok(())
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
    use std::cell::RefCell;

    use super::*;
    use crate::store::calendar::Timestamp;

    #[test]
    fn checks_reach_all_tables_behind_those_that_wait() {
        let place = |id| DuePlace { due: Timestamp::from_millis(id), id: TableId(id) };
        let all: Vec<DuePlace> = (1..=10_000).map(place).collect();
        let is_waiting = |id: TableId| id.0 <= 9000;
        let (mut after, started) = (None, RefCell::new(Vec::new()));
        let start = |id: TableId| {
            let starts = !is_waiting(id);
            started.borrow_mut().extend(starts.then_some(id.0));
            starts
        };
        for _ in 0..6 {
            let first = all.partition_point(|place| after.is_some_and(|after: DuePlace| place.id.0 <= after.id.0));
            let due = &all[first..all.len().min(first + MAX_DUE_READ as usize)];
            after = start_first(due, start);
        }
        assert_eq!(started.into_inner(), (9001..=10_000).collect::<Vec<_>>());
        assert_eq!(after, None, "the next check begins with the first");
    }
}
