//! Due steps: moves of robots, passed deadlines, tables whose wait or day has ended.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use actix_web::rt;

use super::Tables;
use super::change::fence;
use super::error::Failure;
use super::step::robot_level;
use super::table::Table;
use crate::caller::Caller;
use crate::pool::{self, Lane};
use crate::rules::game::Level;
use crate::store::{StoredTable, TableChange, TableId, TableState, TableStatus};

/// Seconds after which a due step that failed is tried again.
const RETRY_DELAY_SECONDS: i64 = 3600;

impl Tables {
    /// Starts a task that runs the due steps of a table. If one is running, it checks the table once more before it ends.
    pub(super) fn start_due_steps(&self, id: TableId) {
        if self.lock_due_tasks().insert(id, true).is_some() {
            return;
        }
        let task = DueTask { tables: self.clone(), id };
        rt::spawn(async move {
            while task.take_request() {
                if let Err(why) = task.tables.run_due_steps(id).await {
                    task.tables.postpone(id, why).await;
                }
            }
        });
    }

    /// Runs the due steps of a table, one after another.
    async fn run_due_steps(&self, id: TableId) -> Result<(), Failure> {
        let mut table = match self.load(id).await {
            Err(Failure::Unknown | Failure::MovesRemoved(_)) => return Ok(()),
            table => table?,
        };
        loop {
            let now = self.0.clock.now();
            if !table.over() && self.is_of_closed_day(table.day()).await? {
                self.change(table, None, None, Arc::new(move |table| table.end_of_day(now).map(Into::into))).await?;
                return Ok(());
            }
            let state = &table.stored.state;
            let Some(due) = state.due.filter(|due| *due <= now) else { return Ok(()) };
            if state.status == TableStatus::Waiting {
                if self.0.store.remove_table(id, table.stored.version).await? {
                    self.0.metrics.record_lag(due, self.now());
                }
                self.0.live.remove(&id);
                self.lock_channels().remove(id);
                return Ok(());
            }
            let clock = self.0.clock.clone();
            // A plan of the built-in player may take long, so it runs in the pool. A solitaire has no built-in player. Only the lane of
            // analyses has time for levels that search.
            let caller = Caller::player(table.stored.terms.maker);
            let searches = state.seats.iter().any(|seat| robot_level(seat) > Level::DEFAULT);
            let lane = if searches { Lane::Analyses } else { Lane::Rest };
            let pooled = table.ruleset.ranked().is_none().then_some((lane, caller));
            let decide = Arc::new(move |table: &Table| table.due(clock.now()).map(Into::into));
            let update = self.change(table, None, pooled, decide).await?;
            if update.changed {
                self.0.metrics.record_lag(due, self.now());
            }
            table = update.table;
        }
    }

    /// Postpones a due step that failed.
    ///
    /// If the service or its database is busy, the clock retries at its next check. After other errors, such as unknown rules, it retries after an hour,
    /// so that the table does not delay others.
    async fn postpone(&self, id: TableId, why: Failure) {
        if let Failure::Unknown
        | Failure::Store(_)
        | Failure::Pool(pool::PoolError::Full | pool::PoolError::ShareFull) = why
        {
            return tracing::debug!(target: "funhouse::tables", table = %id, "a due step is postponed: the service or its database is busy");
        }
        tracing::error!(target: "funhouse::tables", table = %id, ?why, "a due step failed, and is retried later");
        if let (Ok(Some(StoredTable { version, state, history, .. })), Ok(fence)) =
            (self.0.store.table(id).await, fence())
        {
            let later = TableState { due: Some(self.now().plus_seconds(RETRY_DELAY_SECONDS)), ..state };
            let change = TableChange {
                state: later,
                moves: Vec::new(),
                max_open_tables: self.0.limits.tables,
                day: None,
                counts: None,
                outcome: None,
                by: None,
                left_early: Vec::new(),
                history,
                fence,
            };
            // If this fails too, the clock retries at its next check.
            let _ = self.0.store.change_table(id, version, change).await;
        }
    }

    fn lock_due_tasks(&self) -> MutexGuard<'_, BTreeMap<TableId, bool>> {
        self.0.due_tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
