//! The metrics of the pool.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::{Lane, PerLane, PoolError};

/// The bounds that can refuse work: that of its caller, and that of all callers.
const OF_CALLER: &str = "caller";
const OF_ALL: &str = "all";

/// The metrics of the pool.
#[derive(Clone, Debug)]
pub struct PoolMetrics {
    /// The metrics of each lane that all work updates, so that no label is looked up.
    lanes: PerLane<LaneMetrics>,
    waiting: Family<InLane, Gauge>,
    running: Family<InLane, Gauge>,
    threads: Family<InLane, Gauge>,
    waited: Family<InLane, Histogram, fn() -> Histogram>,
    pub(super) panics: Counter,
    refused: Family<Refused, Counter>,
}

#[derive(Clone, Debug)]
struct LaneMetrics {
    waiting: Gauge,
    running: Gauge,
    waited: Histogram,
}

/// The label of work: the lane that it waits in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InLane {
    lane: &'static str,
}

/// The labels of refused work: the lane, and the bound that was reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    lane: &'static str,
    bound: &'static str,
}

impl PoolMetrics {
    pub(super) fn new(threads_of: PerLane<usize>) -> Self {
        let waiting: Family<InLane, Gauge> = Family::default();
        let running: Family<InLane, Gauge> = Family::default();
        let threads: Family<InLane, Gauge> = Family::default();
        let refused: Family<Refused, Counter> = Family::default();
        let waited: Family<InLane, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_05, 4.0, 10)));
        let of = |lane: Lane| {
            let label = InLane { lane: lane.name() };
            threads.get_or_create(&label).set(*threads_of.of(lane) as i64);
            for bound in [OF_CALLER, OF_ALL] {
                drop(refused.get_or_create(&Refused { lane: lane.name(), bound }));
            }
            let gauge = |family: &Family<InLane, Gauge>| family.get_or_create(&label).clone();
            let waited = waited.get_or_create(&label).clone();
            LaneMetrics { waiting: gauge(&waiting), running: gauge(&running), waited }
        };
        let lanes = PerLane { submissions: of(Lane::Submissions), analyses: of(Lane::Analyses), rest: of(Lane::Rest) };
        Self { lanes, waiting, running, threads, waited, panics: Counter::default(), refused }
    }

    /// Returns the amount of work that waits in a lane.
    pub(super) fn waiting(&self, lane: Lane) -> &Gauge {
        &self.lanes.of(lane).waiting
    }

    /// Returns the amount of running work of a lane.
    pub(super) fn running(&self, lane: Lane) -> &Gauge {
        &self.lanes.of(lane).running
    }

    /// Returns the waiting times of work in a lane.
    pub(super) fn waited(&self, lane: Lane) -> &Histogram {
        &self.lanes.of(lane).waited
    }

    pub(super) fn refuse(&self, lane: Lane, why: &PoolError) {
        let bound = if *why == PoolError::ShareFull { OF_CALLER } else { OF_ALL };
        self.refused.get_or_create(&Refused { lane: lane.name(), bound }).inc();
    }

    /// Adds these to the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("pool_waiting", "How much long work waits, by lane", self.waiting.clone());
        let running = "How much long work is running, by the lane in which it waited";
        registry.register("pool_running", running, self.running.clone());
        registry.register("pool_threads", "Threads for long work, by lane", self.threads.clone());
        let waited = "How long long work waited until it began, by lane";
        registry.register("pool_waited_seconds", waited, self.waited.clone());
        let refused = "Long work that was refused, by lane and by the bound that it met";
        registry.register("pool_refused", refused, self.refused.clone());
        registry.register("pool_died", "Long work that panicked", self.panics.clone());
    }
}
