//! The time of day.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::store::calendar::Timestamp;

/// The time of day, which tests can move.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Milliseconds ahead of the system's clock, always.
    offset: i64,
    /// Milliseconds ahead of that.
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// Returns a clock that is `millis` milliseconds ahead of the system's.
    #[must_use]
    pub fn with_offset(millis: i64) -> Self {
        Self { offset: millis, ahead: Arc::default() }
    }

    /// Returns the current time.
    #[must_use]
    #[allow(clippy::disallowed_types, reason = "the service knows the time; the rules do not")]
    pub fn now(&self) -> Timestamp {
        let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let millis = i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX);
        let ahead = self.offset.saturating_add(self.ahead.load(Ordering::Relaxed));
        Timestamp::from_millis(millis.saturating_add(ahead))
    }

    /// Moves the clock to `millis` milliseconds ahead of where it started.
    pub fn set_ahead(&self, millis: i64) {
        self.ahead.store(millis, Ordering::Relaxed);
    }
}
