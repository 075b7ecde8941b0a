//! Outages in the log: the first failed call, then a count once a minute, and the end. A line for each failed call would bury the log.

#![allow(clippy::disallowed_types, reason = "outages are timed; no rule knows their time")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::StoreError;

/// Interval between lines while calls fail.
const INTERVAL: Duration = Duration::from_secs(60);
/// How long no call must fail before the outage is over. A database that fails only some calls has one long outage.
const QUIET: Duration = Duration::from_secs(5);

/// The calls of one kind, and whether they fail.
#[derive(Debug)]
pub(crate) struct Outage {
    /// What the calls do: `read` or `write`.
    operation: &'static str,
    /// Whether there is an outage. Successful calls only look at this as long as there is none.
    running: AtomicBool,
    /// Whether the store was closed. Later calls fail, which is no outage.
    closed: AtomicBool,
    state: Mutex<Option<Failures>>,
}

/// The failed calls of an outage.
#[derive(Clone, Copy, Debug)]
struct Failures {
    first: Instant,
    last: Instant,
    logged: Instant,
    count: u64,
}

/// What is to be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Begins,
    Continues { seconds: u64, failures: u64 },
    Ends { seconds: u64, failures: u64 },
}

impl Outage {
    pub(crate) const fn of(operation: &'static str) -> Self {
        let [running, closed] = [const { AtomicBool::new(false) }; 2];
        Self { operation, running, closed, state: Mutex::new(None) }
    }

    /// Notes that the store is closed from now on.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Notes the outcome of a call, and logs what it changes. An overloaded database is not an outage.
    pub(crate) fn note<T>(&self, outcome: &Result<T, StoreError>) {
        let now = Instant::now;
        match outcome {
            Ok(_) if !self.running.load(Ordering::Relaxed) => {}
            Ok(_) => self.log(self.succeeded(now()), ""),
            Err(StoreError::Busy) => {}
            Err(_) if self.closed.load(Ordering::Relaxed) => {}
            Err(StoreError::Unavailable(why) | StoreError::Unknown(why)) => self.log(self.failed(now()), why),
        }
    }

    fn failed(&self, now: Instant) -> Option<Line> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = &mut *state else {
            *state = Some(Failures { first: now, last: now, logged: now, count: 1 });
            self.running.store(true, Ordering::Relaxed);
            return Some(Line::Begins);
        };
        known.count += 1;
        known.last = now;
        let is_due = now.duration_since(known.logged) >= INTERVAL;
        is_due.then(|| {
            known.logged = now;
            Line::Continues { seconds: known.seconds(), failures: known.count }
        })
    }

    fn succeeded(&self, now: Instant) -> Option<Line> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let over = state.take_if(|known| now.duration_since(known.last) >= QUIET)?;
        self.running.store(false, Ordering::Relaxed);
        Some(Line::Ends { seconds: over.seconds(), failures: over.count })
    }

    fn log(&self, line: Option<Line>, why: &str) {
        let operation = self.operation;
        match line {
            None => {}
            Some(Line::Begins) => {
                tracing::error!(target: "funhouse::store", operation, why, "the database fails");
            }
            Some(Line::Continues { seconds, failures }) => {
                tracing::error!(target: "funhouse::store", operation, why, seconds, failures, "the database still fails");
            }
            Some(Line::Ends { seconds, failures }) => {
                tracing::warn!(target: "funhouse::store", operation, seconds, failures, "the database works again");
            }
        }
    }
}

impl Failures {
    /// The time from the first to the last failed call.
    fn seconds(&self) -> u64 {
        self.last.duration_since(self.first).as_secs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outage_is_logged_at_its_start_once_a_minute_and_at_its_end() {
        let (outage, start) = (Outage::of("read"), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let lines: Vec<Line> = (0..=150).filter_map(|second| outage.failed(at(second))).collect();
        let minutes = [60, 120].map(|seconds| Line::Continues { seconds, failures: seconds + 1 });
        assert_eq!(lines, [Line::Begins, minutes[0], minutes[1]]);
        assert_eq!(outage.succeeded(at(154)), None, "other calls may still fail");
        assert_eq!(outage.succeeded(at(155)), Some(Line::Ends { seconds: 150, failures: 151 }));
        assert_eq!(outage.succeeded(at(156)), None);
        assert_eq!(outage.failed(at(157)), Some(Line::Begins), "it is another outage");
    }

    #[test]
    fn calls_that_fail_now_and_then_are_one_outage() {
        let (outage, start) = (Outage::of("write"), Instant::now());
        let lines = |millis: u64| {
            let now = start + Duration::from_millis(millis);
            [outage.failed(now), outage.succeeded(now)].into_iter().flatten().count()
        };
        assert_eq!((0..59_000).map(lines).sum::<usize>(), 1);
    }

    #[test]
    fn overload_is_no_outage() {
        let outage = Outage::of("write");
        outage.note::<()>(&Err(StoreError::Busy));
        assert!(!outage.running.load(Ordering::Relaxed));
        outage.note::<()>(&Err(StoreError::Unknown(String::new())));
        assert!(outage.running.load(Ordering::Relaxed));
    }

    #[test]
    fn closed_store_has_no_outage() {
        let outage = Outage::of("read");
        outage.close();
        outage.note::<()>(&Err(StoreError::Unavailable(String::new())));
        assert!(!outage.running.load(Ordering::Relaxed));
    }
}
