//! Metrics of tables: open tables, listeners, and the lag of the clock.

#![allow(clippy::disallowed_types, reason = "measures the lag of the clock; the rules use no clock")]

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric as _};
use prometheus_client::metrics::TypedMetric as _;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::store::OpenTables;
use crate::store::calendar::Timestamp;

/// Upper bounds of the buckets of the lag, in seconds. The clock checks every 0.1 seconds.
const LAG_BUCKETS: [f64; 10] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0];

/// How a client listens to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listener {
    /// By an event stream.
    Stream,
    /// By a request that is answered at the next change.
    Wait,
}

/// What became of a table of which the database lost changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetBack {
    /// It ended without a result.
    Ended,
    /// It goes on from an earlier move.
    Continued,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByKind {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByResult {
    result: &'static str,
}

/// Metrics of tables.
#[derive(Clone, Debug)]
pub(super) struct TableMetrics {
    listeners: Family<ByKind, Gauge>,
    set_backs: Family<ByResult, Counter>,
    lag: Histogram,
    max_lag: Gauge<f64, AtomicU64>,
    last: SharedLast,
    /// When the service started. Lag counts from here at the earliest.
    since: Timestamp,
}

/// The last results of the background loops, shared with the collector.
#[derive(Clone, Debug)]
struct SharedLast(Arc<Mutex<Last>>);

#[derive(Debug)]
struct Last {
    /// When the clock last found the due tables.
    check: Instant,
    /// The number of open tables; none while it is unknown.
    open: Option<OpenTables>,
}

impl TableMetrics {
    /// Metrics of a service that starts at `since`.
    pub(super) fn new(since: Timestamp) -> Self {
        let listeners = Family::<ByKind, Gauge>::default();
        for kind in [Listener::Stream, Listener::Wait] {
            drop(listeners.get_or_create(&kind.label()));
        }
        let set_backs = Family::<ByResult, Counter>::default();
        for result in [SetBack::Ended, SetBack::Continued] {
            drop(set_backs.get_or_create(&result.label()));
        }
        let last = SharedLast(Arc::new(Mutex::new(Last { check: Instant::now(), open: None })));
        Self { listeners, set_backs, lag: Histogram::new(LAG_BUCKETS), max_lag: Gauge::default(), last, since }
    }

    /// Counts a listener until the result is dropped.
    pub(super) fn count_listener(&self, kind: Listener) -> CountedListener {
        let gauge = self.listeners.get_or_create(&kind.label()).clone();
        gauge.inc();
        CountedListener(gauge)
    }

    /// Counts a table that was set back.
    pub(super) fn count_set_back(&self, result: SetBack) {
        self.set_backs.get_or_create(&result.label()).inc();
    }

    /// Records the lag of a due step that was stored now.
    pub(super) fn record_lag(&self, due: Timestamp, now: Timestamp) {
        let lag = now.millis().saturating_sub(due.max(self.since).millis()).max(0) as f64 / 1000.0;
        self.lag.observe(lag);
        // A race may store the smaller of two values. The next step that is as late corrects it.
        if lag > self.max_lag.get() {
            self.max_lag.set(lag);
        }
    }

    /// Records that the clock found the due tables now.
    pub(super) fn record_check(&self) {
        self.last.lock().check = Instant::now();
    }

    /// Sets the number of open tables; none if it is unknown.
    pub(super) fn set_open(&self, open: Option<OpenTables>) {
        self.last.lock().open = open;
    }

    /// Registers the metrics.
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Clients that wait for news of tables: `stream` by event stream, `wait` by a request that is answered at the next change";
        registry.register("table_listeners", help, self.listeners.clone());
        let help = "Tables of which the database lost acknowledged changes: `ended` without a result, or `continued` from an earlier move";
        registry.register("table_set_backs", help, self.set_backs.clone());
        let help = "How late the clock did what was due at tables, in seconds";
        registry.register("table_clock_lag_seconds", help, self.lag.clone());
        let help = "The greatest lag of the clock since the start, in seconds";
        registry.register("table_clock_max_lag_seconds", help, self.max_lag.clone());
        registry.register_collector(Box::new(self.last.clone()));
    }
}

impl SetBack {
    fn label(self) -> ByResult {
        ByResult { result: if self == Self::Ended { "ended" } else { "continued" } }
    }
}

impl Listener {
    fn label(self) -> ByKind {
        ByKind { kind: if self == Self::Stream { "stream" } else { "wait" } }
    }
}

/// A listener in the metrics, until it is dropped.
#[derive(Debug)]
pub(super) struct CountedListener(Gauge);

impl Drop for CountedListener {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl SharedLast {
    fn lock(&self) -> std::sync::MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Collector for SharedLast {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (idle, open) = {
            let last = self.lock();
            (last.check.elapsed(), last.open)
        };
        let help = "Seconds since the clock last asked the database for due steps of tables";
        let gauge = ConstGauge::new(idle.as_secs_f64());
        gauge.encode(encoder.encode_descriptor("table_clock_idle_seconds", help, None, gauge.metric_type())?)?;
        let Some(OpenTables { waiting, playing }) = open else { return Ok(()) };
        let help = "Tables that are open in the database, by status; the same at each instance";
        let mut family = encoder.encode_descriptor("open_tables", help, None, ConstGauge::<u64>::TYPE)?;
        for (status, count) in [("waiting", waiting), ("playing", playing)] {
            ConstGauge::new(count).encode(family.encode_family(&[("status", status)])?)?;
        }
        Ok(())
    }
}

/// Interval between counts of the open tables.
pub(super) const COUNT_INTERVAL: Duration = Duration::from_secs(10);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_counts_from_the_start_of_the_service() {
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1000);
        let metrics = TableMetrics::new(at(100));
        metrics.record_lag(at(10), at(102));
        assert!((metrics.max_lag.get() - 2.0).abs() < 1e-9, "it was due before the start");
        metrics.record_lag(at(110), at(105));
        metrics.record_lag(at(110), at(117));
        metrics.record_lag(at(110), at(111));
        assert!((metrics.max_lag.get() - 7.0).abs() < 1e-9);
    }

    #[test]
    fn listeners_are_counted_by_kind_until_they_leave() {
        let metrics = TableMetrics::new(Timestamp::from_millis(0));
        let count = |kind: Listener| metrics.listeners.get_or_create(&kind.label()).get();
        let streams = [metrics.count_listener(Listener::Stream), metrics.count_listener(Listener::Stream)];
        let _wait = metrics.count_listener(Listener::Wait);
        assert_eq!((count(Listener::Stream), count(Listener::Wait)), (2, 1));
        drop(streams);
        assert_eq!((count(Listener::Stream), count(Listener::Wait)), (0, 1));
    }
}
