//! The clock of tables: what is due and nobody asks for, and news that another instance made.

use std::time::Duration;

use actix_web::rt;

use super::{Failure, Tables};

/// How often it is seen what is due, and whether another instance changed a table of which news is awaited, if that was not told.
const EVERY: Duration = Duration::from_secs(1);
/// How many tables are begun with at once.
const AT_ONCE: u32 = 256;

/// Has what is due done, for as long as the service runs. What came due while it did not is done first.
pub async fn run(tables: Tables) {
    loop {
        match tables.0.store.due_tables(tables.now(), AT_ONCE).await {
            Ok(due) => due.into_iter().for_each(|id| tables.nudge(id)),
            Err(error) => tracing::warn!(target: "funhouse::tables", %error, "it could not be seen what is due"),
        }
        for id in tables.awaited() {
            // Loading a table tells its news.
            if let Err(Failure::Unknown) = tables.load(id).await {
                tables.lock_awaited().remove(&id);
            }
        }
        rt::time::sleep(EVERY).await;
    }
}

/// Tells who listens what other instances did, as the store tells it, for as long as the service runs.
pub async fn run_news(tables: Tables) {
    loop {
        for (id, version) in tables.0.store.tables_changed().await {
            let is_news = tables.0.live.get(&id).is_none_or(|known| known.stored.version < version);
            if is_news && tables.lock_awaited().contains_key(&id) {
                // Loading a table tells its news. If that fails, the clock will see them.
                let _ = tables.load(id).await;
            }
        }
    }
}
