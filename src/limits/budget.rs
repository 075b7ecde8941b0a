//! Budgets: an amount that all callers share, of which each may hold a part.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::caller::Caller;

/// An amount of something, such as connections or bytes, that is bounded in total and for each caller.
#[derive(Clone, Debug)]
pub struct Budget {
    max: usize,
    max_each: usize,
    reserved: Arc<Mutex<Reserved>>,
    /// The total that is reserved.
    total: Gauge,
    refused: Counter,
}

#[derive(Debug, Default)]
struct Reserved {
    all: usize,
    each: BTreeMap<Caller, usize>,
}

/// A part of a budget that a caller holds until this is dropped.
#[derive(Debug)]
pub struct Reservation {
    of: Budget,
    caller: Caller,
    amount: usize,
}

impl Budget {
    /// A budget of `max` in total, of which each caller may hold at most `max_each`.
    #[must_use]
    pub fn new(max: usize, max_each: usize) -> Self {
        Self { max, max_each, reserved: Arc::default(), total: Gauge::default(), refused: Counter::default() }
    }

    /// A budget without bounds, which only counts.
    #[must_use]
    pub fn unbounded() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }

    /// Reserves an amount for a caller; none if that is more than the bounds allow.
    #[must_use]
    pub fn reserve(&self, caller: Caller, amount: usize) -> Option<Reservation> {
        self.reserve_within(caller, amount, self.max_each)
    }

    /// Reserves an amount for a caller who may hold at most `max_own`; none if that is more than the bounds allow.
    #[must_use]
    pub fn reserve_within(&self, caller: Caller, amount: usize, max_own: usize) -> Option<Reservation> {
        let mut reserved = self.lock();
        let all = reserved.all.checked_add(amount).filter(|all| *all <= self.max);
        let own = reserved.of(caller).checked_add(amount).filter(|own| *own <= max_own);
        if all.and(own).is_none() {
            self.refused.inc();
            return None;
        }
        Some(self.hold(&mut reserved, caller, amount))
    }

    /// Counts an amount that a caller holds, whatever the bounds are.
    #[must_use]
    pub fn count(&self, caller: Caller, amount: usize) -> Reservation {
        self.hold(&mut self.lock(), caller, amount)
    }

    fn hold(&self, reserved: &mut Reserved, caller: Caller, amount: usize) -> Reservation {
        reserved.set(caller, reserved.of(caller).saturating_add(amount), reserved.all.saturating_add(amount));
        self.total.inc_by(amount as i64);
        Reservation { of: self.clone(), caller, amount }
    }

    fn lock(&self) -> MutexGuard<'_, Reserved> {
        self.reserved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The total that is reserved.
    #[must_use]
    pub fn reserved(&self) -> usize {
        self.lock().all
    }

    /// How many reservations were refused, as the metrics count it.
    #[must_use]
    pub fn refused(&self) -> Counter {
        self.refused.clone()
    }

    /// Adds the total that is reserved, and the number of reservations that were refused, to the metrics of the service.
    pub fn register(&self, registry: &mut Registry, [total, refused]: [(&str, &str); 2]) {
        registry.register(total.0, total.1, self.total.clone());
        registry.register(refused.0, refused.1, self.refused.clone());
    }
}

impl Reservation {
    /// The amount that is reserved.
    #[must_use]
    pub fn amount(&self) -> usize {
        self.amount
    }

    /// Reserves more, if the total then is at most `max`, and that of the caller within its bound. Returns whether it did.
    #[must_use]
    pub fn grow(&mut self, more: usize, max: usize) -> bool {
        let mut reserved = self.of.lock();
        let all = reserved.all.checked_add(more).filter(|all| *all <= max.min(self.of.max));
        let own = reserved.of(self.caller).checked_add(more).filter(|own| *own <= self.of.max_each);
        let Some((all, own)) = all.zip(own) else {
            self.of.refused.inc();
            return false;
        };
        reserved.set(self.caller, own, all);
        self.of.total.inc_by(more as i64);
        self.amount += more;
        true
    }

    /// Releases all but an amount.
    pub fn shrink_to(&mut self, amount: usize) {
        let spare = self.amount.saturating_sub(amount);
        let mut reserved = self.of.lock();
        let (own, all) = (reserved.of(self.caller), reserved.all);
        reserved.set(self.caller, own.saturating_sub(spare), all.saturating_sub(spare));
        self.of.total.dec_by(spare as i64);
        self.amount -= spare;
    }
}

impl Reserved {
    fn of(&self, caller: Caller) -> usize {
        self.each.get(&caller).copied().unwrap_or(0)
    }

    fn set(&mut self, caller: Caller, own: usize, all: usize) {
        self.all = all;
        if own == 0 {
            self.each.remove(&caller);
        } else {
            self.each.insert(caller, own);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PlayerId;

    #[test]
    fn caller_is_bounded_until_reservation_is_dropped() {
        let budget = Budget::new(100, 2);
        let (ada, ben) = (Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        let first = budget.reserve(ada, 1).expect("there is room");
        let _second = budget.reserve(ada, 1).expect("there is room");
        assert!(budget.reserve(ada, 1).is_none() && budget.reserve(ben, 1).is_some());
        drop(first);
        assert_eq!(budget.reserved(), 1);
        assert!(budget.reserve(ada, 1).is_some());
    }

    #[test]
    fn total_bounds_reservations_but_not_counts() {
        let budget = Budget::new(100, 80);
        let (ada, ben) = (Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        let _first = budget.reserve(ada, 80).expect("there is room");
        assert!(budget.reserve(ben, 21).is_none());
        let _second = budget.reserve(ben, 20).expect("there is room");
        let counted = budget.count(ben, 500);
        assert_eq!((budget.reserved(), budget.total.get(), budget.refused.get()), (600, 600, 1));
        drop(counted);
        assert_eq!((budget.reserved(), budget.total.get()), (100, 100));
    }

    #[test]
    fn reservations_grow_within_the_bounds_and_shrink() {
        let budget = Budget::new(100, 60);
        let (ada, ben) = (Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        let (mut one, mut other) = (budget.count(ada, 0), budget.count(ada, 0));
        assert!(one.grow(40, 100) && !other.grow(21, 100) && other.grow(20, 100));
        let mut bens = budget.count(ben, 0);
        assert!(!bens.grow(40, 99) && bens.grow(40, 200), "the smaller maximum counts");
        one.shrink_to(10);
        assert_eq!((one.amount(), budget.reserved(), budget.total.get(), budget.refused.get()), (10, 70, 70, 2));
        assert!(!other.grow(usize::MAX, usize::MAX) && other.grow(30, 100));
        drop((one, other, bens));
        assert_eq!((budget.reserved(), budget.total.get()), (0, 0));
    }

    #[test]
    fn overflowing_amount_is_refused() {
        let budget = Budget::unbounded();
        let _all = budget.reserve(Caller::address(None), usize::MAX).expect("it has no bounds");
        assert!(budget.reserve(Caller::address(None), 1).is_none());
    }
}
