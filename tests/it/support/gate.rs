//! A gate before which work in a pool waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};

use funhouse::api::problem::Problem;
use funhouse::pool::{Bounds, PerLane, Pool};

use crate::support::eventually::until;

/// A gate before which work waits.
pub(crate) struct Gate {
    arrived: AtomicBool,
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub(crate) const fn new() -> Self {
        Self { arrived: AtomicBool::new(false), open: Mutex::new(false), opened: Condvar::new() }
    }

    pub(crate) fn pass(&self) -> Result<(), Problem> {
        self.arrived.store(true, Ordering::Relaxed);
        let open = self.open.lock().expect("no work panics");
        drop(self.opened.wait_while(open, |open| !*open).expect("no work panics"));
        Ok(())
    }

    pub(crate) fn until_arrived(&self) {
        until("work at the gate", || self.arrived.load(Ordering::Relaxed));
    }

    pub(crate) fn open(&self) {
        *self.open.lock().expect("no work panics") = true;
        self.opened.notify_all();
    }
}

/// A pool of one thread for each lane.
pub(crate) fn pool_of(rest: Bounds) -> Pool {
    let nine = Bounds { all: 9, each: 9 };
    let bounds = PerLane { submissions: nine, analyses: nine, rest };
    Pool::new(PerLane { submissions: 1, analyses: 1, rest: 1 }, bounds).expect("threads")
}
