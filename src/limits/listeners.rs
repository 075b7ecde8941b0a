//! Who listens: open event streams and waiting requests.

use std::sync::Arc;

use prometheus_client::metrics::counter::Counter;

use super::{Budget, Limits, Reservation};
use crate::caller::{Caller, Scope};
use crate::store::UsageKind;

/// The budget of all listeners: in total, and of each address. An approved app takes the place of an address, with a budget that its users share.
#[derive(Clone, Debug)]
pub struct Listeners {
    callers: Budget,
    apps: Budget,
    limits: Option<Arc<Limits>>,
}

/// The place of a listener, until it is dropped.
#[derive(Debug)]
pub struct Listening {
    _of_caller: Reservation,
    _of_app: Option<Reservation>,
}

impl Listeners {
    /// A budget of `max` listeners, of which an address may be at most `max_each`, and an app as many as its limits allow.
    #[must_use]
    pub fn new(max: usize, max_each: usize, limits: Option<Arc<Limits>>) -> Self {
        Self { callers: Budget::new(max, max_each), apps: Budget::unbounded(), limits }
    }

    /// Reserves a place for a listener; none if there are too many, in all, or at the address or in the app.
    #[must_use]
    pub fn reserve(&self, from: Caller) -> Option<Listening> {
        let reserved = match (from.scope(), &self.limits) {
            (Scope::App(app) | Scope::User(app), Some(limits)) => {
                let quotas = limits.of_apps();
                let party = if from == Caller::app(app) { from } else { Caller::users_of(app) };
                let of_app = self.apps.reserve_within(party, 1, quotas.listeners as usize);
                let of_caller = || self.callers.reserve_within(from, 1, quotas.listeners_of_user() as usize);
                let reserved = of_app.and_then(|of_app| Some((of_caller()?, Some(of_app))));
                limits.usage().note(app, UsageKind::Listeners, 1, reserved.is_none());
                reserved
            }
            _ => self.callers.reserve(from, 1).map(|of_caller| (of_caller, None)),
        };
        reserved.map(|(of_caller, of_app)| Listening { _of_caller: of_caller, _of_app: of_app })
    }

    /// The number of listeners.
    #[must_use]
    pub fn reserved(&self) -> usize {
        self.callers.reserved()
    }

    /// How many listeners were refused at their address, or because of all, as the metrics count it.
    #[must_use]
    pub fn refused(&self) -> Counter {
        self.callers.refused()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::limits;
    use super::*;
    use crate::store::{AppId, PlayerId};

    #[test]
    fn user_of_app_takes_at_most_a_tenth_of_its_listeners() {
        // 20 listeners of an app.
        let listeners = Listeners::new(100, 1, Some(Arc::new(limits("9/1h"))));
        let user = |n| Caller::user(AppId(1), PlayerId(n));
        let two = [(); 2].map(|()| listeners.reserve(user(1)).expect("a tenth"));
        assert!(listeners.reserve(user(1)).is_none());
        let others: Vec<Listening> = (2..20).filter_map(|n| listeners.reserve(user(n))).collect();
        assert_eq!((others.len(), listeners.reserved()), (18, 20));
        assert!(listeners.reserve(user(30)).is_none(), "the users of the app have no more");
        assert!(listeners.reserve(Caller::app(AppId(1))).is_some(), "its server has");
        assert!(listeners.reserve(Caller::user(AppId(2), PlayerId(1))).is_some(), "another app has");
        drop(two);
        assert!(listeners.reserve(user(30)).is_some());
    }
}
