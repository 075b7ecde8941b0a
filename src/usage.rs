//! Stores what apps use of their limits.

use std::time::Duration;

use actix_web::rt::time::sleep;

use crate::days::Days;
use crate::limits::{Limits, Usage};
use crate::store::{AnyStore, StoreError};

/// Interval between writes. What was counted since the last one is lost if the process is killed.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);

/// Writes the usage that this instance counts.
#[derive(Clone)]
pub struct UsageWriter {
    usage: Usage,
    store: AnyStore,
    days: Days,
}

impl std::fmt::Debug for UsageWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UsageWriter").finish_non_exhaustive()
    }
}

impl UsageWriter {
    /// A writer of the usage that these limits count; of nothing without limits.
    #[must_use]
    pub fn new(limits: Option<&Limits>, store: AnyStore, days: Days) -> Self {
        Self { usage: limits.map(|limits| limits.usage().clone()).unwrap_or_default(), store, days }
    }

    /// Writes the usage from time to time.
    pub async fn run(self) {
        loop {
            sleep(WRITE_INTERVAL).await;
            self.write().await;
        }
    }

    /// Writes what was counted since the last write. If that fails, it is written later, unless it may have been written.
    pub async fn write(&self) {
        let counts = self.usage.take();
        if counts.is_empty() {
            return;
        }
        let rows = counts.iter().map(|((app, kind), count)| (*app, *kind, *count)).collect();
        match self.store.add_app_usage(self.days.known_time().now.day(), rows).await {
            Ok(()) | Err(StoreError::Unknown(_)) => {}
            Err(_) => self.usage.put_back(counts),
        }
    }
}
