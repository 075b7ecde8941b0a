//! Who listens: how many wait for news of tables, each counted by where they come from.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::caller::Caller;

/// The most that may listen at the same time, wherever they come from. Each takes a few kilobytes.
const MOST: usize = 20_000;

/// Who listens.
#[derive(Clone, Debug)]
pub struct Listeners {
    each: Option<usize>,
    counted: Arc<Mutex<Counted>>,
}

#[derive(Debug, Default)]
struct Counted {
    all: usize,
    each: BTreeMap<Caller, usize>,
}

/// One who listens, until this is dropped.
#[derive(Debug)]
pub struct Listener {
    counted: Arc<Mutex<Counted>>,
    from: Caller,
}

impl Listeners {
    /// Nobody yet; at most so many may come from one address, if there is such a limit.
    #[must_use]
    pub fn new(each: Option<usize>) -> Self {
        Self { each, counted: Arc::default() }
    }

    /// One more from an address; none if there are too many.
    #[must_use]
    pub fn add(&self, from: Caller) -> Option<Listener> {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let own = counted.each.get(&from).copied().unwrap_or(0);
        if counted.all >= MOST || self.each.is_some_and(|each| own >= each) {
            return None;
        }
        counted.all += 1;
        counted.each.insert(from, own + 1);
        Some(Listener { counted: Arc::clone(&self.counted), from })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.all = counted.all.saturating_sub(1);
        let left = counted.each.get(&self.from).map_or(0, |own| own.saturating_sub(1));
        if left == 0 {
            counted.each.remove(&self.from);
        } else {
            counted.each.insert(self.from, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PlayerId;

    #[test]
    fn past_its_share_an_address_is_refused_until_one_of_its_listeners_goes() {
        let listeners = Listeners::new(Some(2));
        let (ada, ben) = (Caller::player(PlayerId(1)), Caller::player(PlayerId(2)));
        let first = listeners.add(ada).expect("there is room");
        let _second = listeners.add(ada).expect("there is room");
        assert!(listeners.add(ada).is_none() && listeners.add(ben).is_some());
        drop(first);
        assert_eq!(listeners.count(), 1);
        assert!(listeners.add(ada).is_some());
    }
}
