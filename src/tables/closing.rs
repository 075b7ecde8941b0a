//! Closing a table that is stuck, by an operator. It works without the running service, and even if the moves cannot be replayed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::announce::Announced;
use super::change::fence;
use super::table::Table;
use crate::engine::verification::Unreadable;
use crate::pool::panic_message;
use crate::store::calendar::Timestamp;
use crate::store::{
    AnyStore, Changed, Ending, Retention, StoreError, StoredMove, StoredTable, TableChange, TableId, TableSeat,
    TableState, TableStatus,
};

/// Maximum number of attempts, each after a change by a running service.
const MAX_ATTEMPTS: usize = 16;

/// What closing a table did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    /// There is no such table.
    Unknown,
    /// It is over, and its moves can be replayed, or no call reads them: nothing was done.
    Over,
    /// It waited for players, and was deleted.
    Deleted,
    /// It was ended.
    Closed,
    /// It is over, and no call reads its moves any more, which cannot be replayed for this reason.
    ClosedUnreadable(String),
}

/// Ends a table as abandoned, without a result. A ranked game counts in its average what it counted so far.
///
/// Running instances notice it as any change by another instance.
///
/// # Errors
/// Those of the store.
pub async fn close_stuck(store: &AnyStore, id: TableId, now: Timestamp) -> Result<Closing, StoreError> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(stored) = store.table(id).await? else { return Ok(Closing::Unknown) };
        match stored.state.status {
            TableStatus::Waiting if store.remove_table(id, stored.version).await? => return Ok(Closing::Deleted),
            TableStatus::Playing if end(store, &stored, now).await? => {
                return close_unreadable(store, stored, Closing::Closed).await;
            }
            TableStatus::Over(_) => return close_unreadable(store, stored, Closing::Over).await,
            TableStatus::Waiting | TableStatus::Playing => {}
        }
    }
    Err(StoreError::Busy)
}

/// Ends a table at the version that was read. Returns false if it has changed since.
async fn end(store: &AnyStore, stored: &StoredTable, now: Timestamp) -> Result<bool, StoreError> {
    let fence = fence().map_err(|_| StoreError::Unavailable("the system returned no random bytes".to_owned()))?;
    let seats = stored.state.seats.iter().map(|seat| TableSeat { due: None, ..seat.clone() }).collect();
    let state = TableState {
        status: TableStatus::Over(Ending::Abandoned),
        seats,
        due: None,
        ended_at: Some(now),
        ..stored.state.clone()
    };
    let events = Announced { id: stored.id, at: now, tag: fence }.events(Some(&stored.state), &state);
    let change = TableChange { events, ..TableChange::of(state, stored.history, fence) };
    match store.change_table(stored.id, stored.version, change).await? {
        Changed::Applied { .. } => Ok(true),
        Changed::Stale
        | Changed::TooMany
        | Changed::WindowClosed
        | Changed::Banned
        | Changed::Deleted
        | Changed::Blocked => Ok(false),
    }
}

/// Marks the moves of a table that is over as unreadable if they cannot be replayed, so that calls answer without them.
async fn close_unreadable(store: &AnyStore, stored: StoredTable, readable: Closing) -> Result<Closing, StoreError> {
    if stored.moves_removed.is_some() {
        return Ok(readable);
    }
    let (id, moves) = (stored.id, store.moves_of_table(stored.id, 0).await?);
    let Some(why) = fault(stored, &moves) else { return Ok(readable) };
    store.decide_retention(vec![(id, Retention::Unreadable)]).await?;
    Ok(Closing::ClosedUnreadable(why))
}

/// Returns why the moves of a table cannot be replayed; none if they can.
fn fault(stored: StoredTable, moves: &[StoredMove]) -> Option<String> {
    // Replaying changes nothing, so a panic leaves nothing inconsistent.
    match catch_unwind(AssertUnwindSafe(|| Table::whole(stored, moves).map(drop))) {
        Ok(Ok(())) => None,
        Ok(Err(Unreadable(why))) => Some(why),
        Err(panic) => Some(format!("their replay died: {}", panic_message(&*panic))),
    }
}
