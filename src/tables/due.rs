//! Due steps: moves of robots, passed deadlines, tables whose wait or day has ended.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::Instant;

use super::Tables;
use super::change::fence;
use super::error::Failure;
use super::table::Table;
use crate::days::Time;
use crate::limits::Limit;
use crate::pool::{self, Lane};
use crate::store::calendar::Timestamp;
use crate::store::{Ending, StoreError, StoredTable, TableChange, TableId, TableState, TableStatus};

/// Seconds after which a due step that cannot be computed is tried again.
const RETRY_DELAY_SECONDS: i64 = 3600;
/// Time after which a due step is tried again that failed because the service or its database is busy. It doubles with each failure in a row.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Maximum time after failures of the database.
const MAX_STORE_DELAY: Duration = Duration::from_secs(60);
/// Maximum time after refusals by the pool, whose next free place goes to any step that asks for it.
const MAX_POOL_DELAY: Duration = Duration::from_secs(8);

/// When the clock tries a due step again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retry {
    at: Instant,
    delay: Duration,
}

impl Retry {
    /// Returns the retry after a failure, which may follow another one.
    fn after(earlier: Option<Self>, now: Instant, max_delay: Duration) -> Self {
        let delay = earlier.map_or(MIN_RETRY_DELAY, |earlier| (earlier.delay * 2).min(max_delay));
        Self { at: now + delay, delay }
    }
}

impl Tables {
    /// Starts a task that runs the due steps of a table. If one is running, it checks the table once more before it ends.
    pub(super) fn start_due_steps(&self, id: TableId) {
        if self.lock_due_tasks().insert(id, true).is_some() {
            return;
        }
        let task = DueTask { tables: self.clone(), id };
        rt::spawn(async move {
            while task.take_request() {
                match task.tables.run_due_steps(id).await {
                    Ok(()) => drop(task.tables.lock_retries().remove(&id)),
                    Err(why) => task.tables.postpone(id, why).await,
                }
            }
        });
    }

    /// Starts the due steps of a table that the clock found. Returns false if they are running already, or failed lately.
    pub(super) fn retry_due_steps(&self, id: TableId) -> bool {
        let is_early = |retry: &Retry| Instant::now() < retry.at;
        let waits = self.lock_retries().get(&id).is_some_and(is_early) || self.lock_due_tasks().contains_key(&id);
        if !waits {
            self.start_due_steps(id);
        }
        !waits
    }

    /// Lets the clock end the games of tables whose day or round is closed. There may be thousands at once and none is urgent, so they end one after another.
    pub fn end_games(&self, tables: Vec<TableId>) {
        self.lock_left_open().extend(tables);
    }

    /// Ends the next game whose day or round is closed. Returns false if there is none.
    pub(super) fn end_next_game(&self) -> bool {
        let next = self.lock_left_open().pop_first();
        if let Some(id) = next {
            self.retry_due_steps(id);
        }
        next.is_some()
    }

    /// Runs the due steps of a table, one after another.
    async fn run_due_steps(&self, id: TableId) -> Result<(), Failure> {
        let mut table = match self.load(id).await {
            Err(Failure::Unknown | Failure::MovesRemoved(_)) => return Ok(()),
            table => table?,
        };
        loop {
            if !table.over() && self.is_window_closed(&table).await? {
                let end = |table: &Table, time: Time| table.end_of_window(time.now).map(Into::into);
                self.change(table, None, None, Arc::new(end)).await?;
                return Ok(());
            }
            let (time, wait_seconds) = (self.0.days.time().await?, self.0.limits.wait_seconds);
            let state = &table.stored.state;
            let Some(due) = state.due.filter(|due| *due <= time.now || time.deadlines_wait) else { return Ok(()) };
            if state.status == TableStatus::Waiting {
                if time.deadlines_wait {
                    return Ok(());
                }
                if table.wait_again(time, wait_seconds).is_some() {
                    let again = move |table: &Table, time| Ok(table.wait_again(time, wait_seconds).into());
                    self.change(table, None, None, Arc::new(again)).await?;
                    return Ok(());
                }
                if self.0.store.remove_table(id, table.stored.version).await? {
                    self.0.metrics.record_lag(due, self.now());
                }
                self.0.live.remove(&id);
                self.lock_channels().remove(id);
                return Ok(());
            }
            // A plan of the built-in player may take long, so it runs in the pool. A solitaire has no built-in player. Only the lane of
            // analyses has time for levels that search.
            let (share, robot) = (self.due_share(id, table.stored.terms.maker), table.robot_to_move());
            if robot.is_some() && !self.count_move(id) {
                return Err(pool::PoolError::ShareFull.into());
            }
            let searches = robot.is_some_and(|level| table.ruleset.facts().search.nodes_of(level) > 0);
            let lane = if searches { Lane::Analyses } else { Lane::Rest };
            let pooled = table.ruleset.ranked().is_none().then_some((lane, share));
            let before = table.move_count();
            let decide = Arc::new(|table: &Table, time: Time| table.due(time).map(Into::into));
            let update = self.change(table, None, pooled, decide).await?;
            if !update.changed {
                return Ok(());
            }
            self.0.metrics.record_lag(due, self.now());
            let more = update.table.move_count().saturating_sub(before + 1);
            if robot.is_some() {
                self.count_more_moves(id, more);
            }
            table = update.table;
        }
    }

    /// Counts a move of a robot toward the moves of the address that caused it. Returns false past the limit.
    fn count_move(&self, id: TableId) -> bool {
        let limits = self.0.limits.rates.as_ref();
        limits.is_none_or(|limits| !limits.count(Limit::AddressMoves, self.0.causes.of(id)).refused)
    }

    /// Counts further moves of the same step, which are stored already.
    fn count_more_moves(&self, id: TableId, moves: usize) {
        let moves = u32::try_from(moves).ok().and_then(NonZeroU32::new);
        if let Some((limits, moves)) = self.0.limits.rates.as_ref().zip(moves) {
            limits.count_more(Limit::AddressMoves, self.0.causes.of(id), moves);
        }
    }

    /// Postpones a due step that failed.
    ///
    /// If the pool or the limit of moves refuses it, or the database fails, the clock retries after seconds; if the store is busy, at its next check. After other
    /// errors, such as unknown rules, it retries after an hour, so that the table does not delay others, or ends the game if its round is closed.
    async fn postpone(&self, id: TableId, why: Failure) {
        let max_delay = match why {
            Failure::Store(StoreError::Unavailable(_) | StoreError::Unknown(_)) => Some(MAX_STORE_DELAY),
            Failure::Pool(pool::PoolError::Full | pool::PoolError::ShareFull) => Some(MAX_POOL_DELAY),
            _ => None,
        };
        if let Some(max_delay) = max_delay {
            let mut retries = self.lock_retries();
            let retry = Retry::after(retries.get(&id).copied(), Instant::now(), max_delay);
            retries.insert(id, retry);
        }
        if let Failure::Unknown
        | Failure::Store(_)
        | Failure::Pool(pool::PoolError::Full | pool::PoolError::ShareFull) = why
        {
            return tracing::debug!(target: "funhouse::tables", table = %id, "a due step is postponed: the service or its database is busy");
        }
        tracing::error!(target: "funhouse::tables", table = %id, ?why, "a due step failed, and is retried later");
        if let (Ok(Some(StoredTable { terms, version, state, history, .. })), Ok(fence)) =
            (self.0.store.table(id).await, fence())
        {
            let after = if terms.round().is_some_and(|round| round.is_closed) {
                abandoned(state, self.now())
            } else {
                TableState { due: Some(self.now().plus_seconds(RETRY_DELAY_SECONDS)), ..state }
            };
            // If this fails too, the clock retries at its next check.
            let _ = self.0.store.change_table(id, version, TableChange::of(after, history, fence)).await;
        }
    }

    fn lock_retries(&self) -> MutexGuard<'_, BTreeMap<TableId, Retry>> {
        self.0.retries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_left_open(&self) -> MutexGuard<'_, BTreeSet<TableId>> {
        self.0.left_open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_due_tasks(&self) -> MutexGuard<'_, BTreeMap<TableId, bool>> {
        self.0.due_tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the state of a game that cannot be read once its round is closed. It ends, because no round is settled while it has open games.
fn abandoned(mut state: TableState, now: Timestamp) -> TableState {
    state.seats.iter_mut().for_each(|seat| seat.due = None);
    TableState { status: TableStatus::Over(Ending::Abandoned), ended_at: Some(now), due: None, ..state }
}

/// The task that runs the due steps of a table. A table has at most one per instance.
struct DueTask {
    tables: Tables,
    id: TableId,
}

impl DueTask {
    /// Takes the request for a check, if there is one. Otherwise unregisters the task, so that the next request starts another.
    fn take_request(&self) -> bool {
        let mut tasks = self.tables.lock_due_tasks();
        let is_requested = tasks.get_mut(&self.id).is_some_and(std::mem::take);
        if !is_requested {
            tasks.remove(&self.id);
        }
        is_requested
    }
}

impl Drop for DueTask {
    fn drop(&mut self) {
        // A task that ends is unregistered already, and the entry may belong to a later one. After a panic it is still this one's.
        if std::thread::panicking() {
            self.tables.lock_due_tasks().remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_wait_seconds_and_then_a_minute() {
        let now = Instant::now();
        let seconds = |max_delay| -> Vec<u64> {
            let after = |earlier| Some(Retry::after(earlier, now, max_delay));
            let retries = std::iter::successors(after(None), |retry| after(Some(*retry)));
            retries.take(8).map(|retry| (retry.at - now).as_secs()).collect()
        };
        assert_eq!(seconds(MAX_STORE_DELAY), [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(seconds(MAX_POOL_DELAY), [1, 2, 4, 8, 8, 8, 8, 8], "a robot moves soon after the load ends");
    }
}
