//! Metrics of the store: duration and size of commits, queued writes, and errors. Counting takes a few atomic additions, and reading the
//! counts never waits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::error::StoreError;
use crate::outage::Outage;

/// Upper bounds of the buckets of [`StoreMetrics::commit_seconds`].
const COMMIT_SECONDS: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Upper bounds of the buckets of [`StoreMetrics::commit_writes`].
const COMMIT_WRITES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// The kind of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseKind {
    /// An SQLite file.
    Sqlite,
    /// A database of a PostgreSQL server.
    Postgres,
}

/// Counts since the store was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreMetrics {
    /// The kind of the database.
    pub kind: DatabaseKind,
    /// Number of queued writes.
    pub queued: usize,
    /// Maximum number of queued writes.
    pub queue_capacity: usize,
    /// Duration of commits of groups of writes, from the first statement until they are on disk, in seconds.
    pub commit_seconds: Distribution,
    /// Number of writes per group.
    pub commit_writes: Distribution,
    /// Errors of writes.
    pub write_errors: Errors,
    /// Errors of reads.
    pub read_errors: Errors,
    /// Size of the write-ahead log in bytes, when it was last examined; none on a server.
    pub log_bytes: Option<u64>,
    /// Whether files were damaged while they were open, so that nothing is written until a restart; none on a server.
    pub damaged: Option<bool>,
    /// The server of the database; none without one.
    pub server: Option<ServerMetrics>,
}

/// What is known about the server of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerMetrics {
    /// Whether the server that was last asked is a primary, rather than a standby.
    pub is_primary: bool,
    /// Time since anything arrived on the connection that receives notifications; none before the first call that waits for them.
    pub listener_age: Option<Duration>,
    /// Number of connections that [replaced](crate::Store::reconnects) another.
    pub reconnects: u64,
}

/// A histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The upper bound of each bucket, and the number of values in this bucket alone. The last bound is infinite.
    pub buckets: Vec<(f64, u64)>,
    /// The sum of all values.
    pub sum: f64,
}

/// Numbers of errors by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// Number of [`StoreError::Busy`].
    pub busy: u64,
    /// Number of [`StoreError::Unavailable`].
    pub unavailable: u64,
    /// Number of [`StoreError::Unknown`].
    pub unknown: u64,
}

/// Numbers of open tables. They are counts of the whole database, whichever instance serves a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenTables {
    /// Tables that wait for players.
    pub waiting: u64,
    /// Tables that are being played.
    pub playing: u64,
}

/// Counts of errors of calls of one kind, whose outages are logged.
#[derive(Debug)]
pub(crate) struct ErrorCounts {
    outage: Outage,
    busy: AtomicU64,
    unavailable: AtomicU64,
    unknown: AtomicU64,
}

impl ErrorCounts {
    /// Starts without errors of this operation, `read` or `write`.
    pub(crate) const fn of(operation: &'static str) -> Self {
        let [busy, unavailable, unknown] = [const { AtomicU64::new(0) }; 3];
        Self { outage: Outage::of(operation), busy, unavailable, unknown }
    }

    /// Counts an outcome if it is an error, and logs if it begins or ends an outage.
    pub(crate) fn count<T>(&self, outcome: &Result<T, StoreError>) {
        self.outage.note(outcome);
        let Err(error) = outcome else { return };
        let count = match error {
            StoreError::Busy => &self.busy,
            StoreError::Unavailable(_) => &self.unavailable,
            StoreError::Unknown(_) => &self.unknown,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that the store is closed from now on, so that later errors are no outage.
    pub(crate) fn close(&self) {
        self.outage.close();
    }

    /// The counts.
    pub(crate) fn get(&self) -> Errors {
        let [busy, unavailable, unknown] =
            [&self.busy, &self.unavailable, &self.unknown].map(|count| count.load(Ordering::Relaxed));
        Errors { busy, unavailable, unknown }
    }
}

/// Counts of a writer.
#[derive(Debug)]
pub(crate) struct WriterCounts {
    seconds: Buckets<{ COMMIT_SECONDS.len() + 1 }>,
    writes: Buckets<{ COMMIT_WRITES.len() + 1 }>,
    pub(crate) errors: ErrorCounts,
}

impl Default for WriterCounts {
    fn default() -> Self {
        Self { seconds: Buckets::default(), writes: Buckets::default(), errors: ErrorCounts::of("write") }
    }
}

impl WriterCounts {
    /// Counts a group of writes. An empty group was not committed.
    pub(crate) fn group(&self, writes: usize, took: Duration) {
        if writes > 0 {
            self.seconds.add(&COMMIT_SECONDS, took.as_secs_f64(), took.as_nanos() as u64);
            self.writes.add(&COMMIT_WRITES, writes as f64, writes as u64);
        }
    }

    /// Returns the duration of groups, in seconds.
    pub(crate) fn commit_seconds(&self) -> Distribution {
        self.seconds.get(&COMMIT_SECONDS, 1e-9)
    }

    /// Returns the number of writes per group.
    pub(crate) fn commit_writes(&self) -> Distribution {
        self.writes.get(&COMMIT_WRITES, 1.0)
    }
}

/// Counts of values by bucket, the last of which has no bound.
#[derive(Debug)]
struct Buckets<const N: usize> {
    counts: [AtomicU64; N],
    /// In whole units, since floats have no atomic addition.
    sum: AtomicU64,
}

impl<const N: usize> Default for Buckets<N> {
    fn default() -> Self {
        Self { counts: std::array::from_fn(|_| AtomicU64::new(0)), sum: AtomicU64::new(0) }
    }
}

impl<const N: usize> Buckets<N> {
    fn add(&self, bounds: &[f64], value: f64, units: u64) {
        let at = bounds.iter().position(|bound| value <= *bound).unwrap_or(bounds.len());
        if let Some(count) = self.counts.get(at) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.sum.fetch_add(units, Ordering::Relaxed);
    }

    fn get(&self, bounds: &[f64], unit: f64) -> Distribution {
        let bounds = bounds.iter().copied().chain([f64::INFINITY]);
        let buckets = bounds.zip(&self.counts).map(|(bound, count)| (bound, count.load(Ordering::Relaxed))).collect();
        Distribution { buckets, sum: self.sum.load(Ordering::Relaxed) as f64 * unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_by_size_and_duration() {
        let counts = WriterCounts::default();
        counts.group(0, Duration::from_secs(9));
        counts.group(1, Duration::from_micros(500));
        counts.group(3, Duration::from_millis(1));
        counts.group(1000, Duration::from_secs(60));
        let filled = |of: Distribution| of.buckets.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>();
        assert_eq!(filled(counts.commit_writes()), [(1.0, 1), (4.0, 1), (f64::INFINITY, 1)]);
        assert_eq!(filled(counts.commit_seconds()), [(0.001, 2), (f64::INFINITY, 1)]);
        assert!((counts.commit_writes().sum - 1004.0).abs() < 1e-9);
        assert!((counts.commit_seconds().sum - 60.0015).abs() < 1e-9);
    }

    #[test]
    fn errors_are_counted_by_kind() {
        let counts = ErrorCounts::of("read");
        counts.count(&Ok(()));
        counts.count::<()>(&Err(StoreError::Busy));
        counts.count::<()>(&Err(StoreError::Busy));
        counts.count::<()>(&Err(StoreError::Unknown(String::new())));
        assert_eq!(counts.get(), Errors { busy: 2, unavailable: 0, unknown: 1 });
    }
}
