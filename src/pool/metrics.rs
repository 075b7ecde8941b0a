//! What the pool counts.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::{Lane, NotDone, PerLane};

/// What the pool counts.
#[derive(Clone, Debug)]
pub struct PoolMetrics {
    /// Those of each lane that are written at every piece of work, taken out of their families.
    lanes: PerLane<LaneMetrics>,
    waiting: Family<InLane, Gauge>,
    waited: Family<InLane, Histogram, fn() -> Histogram>,
    pub(super) died: Counter,
    refused: Family<Refused, Counter>,
}

#[derive(Clone, Debug)]
struct LaneMetrics {
    waiting: Gauge,
    waited: Histogram,
}

/// What work is counted by: the lane that it waits in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InLane {
    lane: &'static str,
}

/// What refused work is counted by: the lane, and which bound of it was met.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    lane: &'static str,
    bound: &'static str,
}

impl PoolMetrics {
    pub(super) fn new() -> Self {
        let waiting: Family<InLane, Gauge> = Family::default();
        let waited: Family<InLane, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_05, 4.0, 10)));
        let of = |lane: Lane| {
            let label = InLane { lane: lane.name() };
            LaneMetrics { waiting: waiting.get_or_create(&label).clone(), waited: waited.get_or_create(&label).clone() }
        };
        let lanes = PerLane { submissions: of(Lane::Submissions), rest: of(Lane::Rest) };
        Self { lanes, waiting, waited, died: Counter::default(), refused: Family::default() }
    }

    /// How much waits in a lane.
    pub(super) fn waiting(&self, lane: Lane) -> &Gauge {
        &self.lanes.of(lane).waiting
    }

    /// How long work in a lane waited.
    pub(super) fn waited(&self, lane: Lane) -> &Histogram {
        &self.lanes.of(lane).waited
    }

    pub(super) fn refuse(&self, lane: Lane, why: &NotDone) {
        let bound = if *why == NotDone::ShareFull { "caller" } else { "all" };
        self.refused.get_or_create(&Refused { lane: lane.name(), bound }).inc();
    }

    /// Puts them among the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("pool_waiting", "How much dear work waits, by lane", self.waiting.clone());
        let waited = "How long dear work waited until it was begun, by lane";
        registry.register("pool_waited_seconds", waited, self.waited.clone());
        let refused = "Dear work that was refused, by lane and by the bound that it met";
        registry.register("pool_refused", refused, self.refused.clone());
        registry.register("pool_died", "Dear work that panicked", self.died.clone());
    }
}
