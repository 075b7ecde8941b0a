//! The clock of tables: what is due and nobody asks for, and news that another instance made.

use std::time::Duration;

use actix_web::rt;

use super::{Failure, Tables};

/// How often it is seen what is due, and whether another instance changed a table of which news is awaited.
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
