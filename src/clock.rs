//! The time of day.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::store::calendar::Timestamp;

/// The time of day, which tests can move.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// What time it is.
    #[must_use]
    #[allow(clippy::disallowed_types, reason = "the service knows the time; the rules do not")]
    pub fn now(&self) -> Timestamp {
        let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let millis = i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millis(millis.saturating_add(self.ahead.load(Ordering::Relaxed)))
    }

    /// Moves the clock ahead of the system's by so many milliseconds.
    pub fn set_ahead(&self, millis: i64) {
        self.ahead.store(millis, Ordering::Relaxed);
    }
}
