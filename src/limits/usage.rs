//! What apps use, counted in memory until it is stored.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::store::{AppId, UsageCount, UsageKind};

/// Counts of what apps used and what they were refused, since they were taken last.
#[derive(Clone, Debug, Default)]
pub struct Usage(Arc<Mutex<Counts>>);

type Counts = BTreeMap<(AppId, UsageKind), UsageCount>;

impl Usage {
    /// Adds an amount to what an app used, or was refused. A negative amount was counted before and not used.
    pub fn note(&self, app: AppId, kind: UsageKind, amount: i64, refused: bool) {
        let mut counts = self.lock();
        let count = counts.entry((app, kind)).or_default();
        *(if refused { &mut count.refused } else { &mut count.used }) += amount;
    }

    /// Returns the counts, and begins again from zero.
    #[must_use]
    pub fn take(&self) -> Counts {
        std::mem::take(&mut *self.lock())
    }

    /// Adds counts that could not be stored.
    pub fn put_back(&self, counts: Counts) {
        for ((app, kind), UsageCount { used, refused }) in counts {
            self.note(app, kind, used, false);
            self.note(app, kind, refused, true);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
