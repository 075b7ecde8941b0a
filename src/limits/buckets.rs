//! The state of each caller's bucket, in bounded memory.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::nanos::Nanos;
use governor::state::StateStore;

use crate::caller::Caller;

/// Number of rows. A randomly keyed hash selects a caller's row, so callers cannot choose theirs.
const ROWS: usize = 8192;
/// Maximum number of callers in a row.
const ROW: usize = 8;

/// The state of the buckets of at most 65,536 callers.
///
/// A full row evicts the caller whose bucket is full soonest, not the least recently used one: a full bucket is equivalent to none,
/// and a flood of new addresses must not give an exhausted caller a fresh bucket.
#[derive(Clone)]
pub(super) struct Buckets {
    rows: Arc<[Mutex<Vec<Entry>>]>,
    hasher: RandomState,
}

/// A caller, and the time at which its bucket is full again.
type Entry = (Caller, Nanos);

impl Buckets {
    pub(super) fn new() -> Self {
        Self { rows: (0..ROWS).map(|_| Mutex::default()).collect(), hasher: RandomState::new() }
    }

    fn row(&self, caller: Caller) -> Option<&Mutex<Vec<Entry>>> {
        let hash = usize::try_from(self.hasher.hash_one(caller) % ROWS as u64).unwrap_or_default();
        self.rows.get(hash)
    }

    /// Makes the bucket of a known caller full sooner by this time.
    pub(super) fn fill_sooner(&self, caller: Caller, time: Duration) {
        self.change(caller, |full_at| full_at.saturating_sub(time.into()));
    }

    /// Makes the bucket of a known caller full later by this time.
    pub(super) fn fill_later(&self, caller: Caller, time: Duration) {
        let nanos = Nanos::from(time).as_u64();
        self.change(caller, |full_at| full_at.as_u64().saturating_add(nanos).into());
    }

    fn change(&self, caller: Caller, change: impl Fn(Nanos) -> Nanos) {
        let Some(row) = self.row(caller) else { return };
        let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, full_at)) = row.iter_mut().find(|(known, _)| *known == caller) {
            *full_at = change(*full_at);
        }
    }
}

impl std::fmt::Debug for Buckets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Buckets").finish_non_exhaustive()
    }
}

impl StateStore for Buckets {
    type Key = Caller;

    fn measure_and_replace<T, F, E>(&self, caller: &Caller, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let Some(row) = self.row(*caller) else { return measure(None).map(|(measured, _)| measured) };
        // Each update leaves the row consistent, so a poisoned lock is safe to use.
        let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, full_at)) = row.iter_mut().find(|(known, _)| known == caller) {
            let (measured, then) = measure(Some(*full_at))?;
            *full_at = then;
            return Ok(measured);
        }
        let (measured, full_at) = measure(None)?;
        if row.len() == ROW {
            let fullest = row.iter().enumerate().min_by_key(|(_, (_, full_at))| *full_at);
            if let Some((place, _)) = fullest {
                row.swap_remove(place);
            }
        }
        row.push((*caller, full_at));
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv6Addr};

    use governor::RateLimiter;
    use governor::clock::FakeRelativeClock;
    use governor::middleware::NoOpMiddleware;

    use super::*;
    use crate::limits::Quota;

    fn limiter(quota: &str) -> RateLimiter<Caller, Buckets, FakeRelativeClock, NoOpMiddleware<Nanos>> {
        let quota: Quota = quota.parse().expect("a quota");
        RateLimiter::new(quota.of_governor(), Buckets::new(), FakeRelativeClock::default())
    }

    /// Returns a separate IPv6 network for each number.
    fn network(number: u128) -> Caller {
        Caller::address(Some(IpAddr::V6(Ipv6Addr::from_bits((0x2001_0db8 << 96) | (number << 64)))))
    }

    #[test]
    fn table_size_is_bounded() {
        let limiter = limiter("2/1h");
        for number in 0..3 * (ROWS * ROW) as u128 {
            assert!(limiter.check_key(&network(number)).is_ok());
        }
        let table = limiter.into_state_store();
        let sizes: Vec<usize> = table.rows.iter().map(|row| row.lock().expect("no test panics").len()).collect();
        assert!(sizes.iter().all(|size| *size <= ROW) && sizes.iter().sum::<usize>() > ROWS * ROW / 2);
    }

    #[test]
    fn new_callers_do_not_evict_exhausted_ones() {
        let limiter = limiter("9/1h");
        let greedy = network(7);
        while limiter.check_key(&greedy).is_ok() {}
        for number in 100..100 + 2 * (ROWS * ROW) as u128 {
            let _ = limiter.check_key(&network(number));
        }
        assert!(limiter.check_key(&greedy).is_err(), "a flood of new callers gives it no fresh bucket");
    }
}
