//! Counts the steps of SQLite's virtual machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::SqliteConnection;

/// The steps that SQLite's virtual machine has taken on all connections.
pub(super) static STEPS: AtomicU64 = AtomicU64::new(0);

/// Lets one test at a time open stores, so that no other's steps are counted.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the steps of a connection counted.
pub(crate) async fn count_steps(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(1, || {
        STEPS.fetch_add(1, Ordering::Relaxed);
        true
    });
    Ok(())
}
