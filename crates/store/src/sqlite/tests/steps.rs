//! Counts the steps of SQLite's virtual machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::SqliteConnection;

/// Number of steps on all connections.
pub(super) static STEPS: AtomicU64 = AtomicU64::new(0);

/// Lets only one test at a time open stores, so that steps of others are not counted.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the steps of a connection.
pub(crate) async fn count_steps(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(1, || {
        STEPS.fetch_add(1, Ordering::Relaxed);
        true
    });
    Ok(())
}
