//! The metrics of the service, as text for Prometheus. They count the whole service, never a single player, table or address, and each label
//! has few values, whatever clients request. Writing them never waits.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric as _, NoLabelSet};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::metrics::{MetricType, TypedMetric as _};
use prometheus_client::registry::Registry;

use crate::api::connection::Connections;
use crate::api::request::memory::BodyMemory;
use crate::clock::Clock;
use crate::days::Days;
use crate::engine;
use crate::limits::Unsent;
use crate::pool::Pool;
use crate::store::metrics::{Distribution, Errors};
use crate::store::{AnyStore, DatabaseKind, ServerMetrics, StoreMetrics};
use crate::tables::Tables;
use crate::telemetry;

/// The label of unknown methods and routes.
const OTHER: &str = "other";

/// The route of a request: its declared path, with `{game}` for all games, and its methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteName {
    path: Arc<str>,
    methods: Arc<[&'static str]>,
}

impl RouteName {
    /// The name of a path with these methods.
    #[must_use]
    pub fn of<'a>(path: &str, methods: impl Iterator<Item = &'a Method>) -> Self {
        let general = |segment| if engine::game(segment).is_some() { "{game}" } else { segment };
        let path = path.split('/').map(general).collect::<Vec<_>>().join("/").into();
        Self { path, methods: methods.map(known_method).collect() }
    }

    /// The pattern of the path.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

/// The method as a label with few values.
pub(in crate::api) fn known_method(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
    known.into_iter().find(|known| method.as_str() == *known).unwrap_or(OTHER)
}

/// The labels of durations of requests.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    method: &'static str,
    route: Arc<str>,
    /// The class of the status, such as `2xx`.
    status: &'static str,
}

/// The labels of responses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByStatus {
    status: u16,
}

/// The metrics of the service.
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels, Histogram, fn() -> Histogram>,
    responses: Family<ByStatus, Counter>,
    panics: Counter,
    other: Arc<str>,
}

/// The parts of the service with their own metrics.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// The pool for long work.
    pub pool: &'a Pool,
    /// The memory for bodies of requests.
    pub memory: &'a BodyMemory,
    /// The open connections.
    pub connections: &'a Connections,
    /// The unread responses.
    pub unsent: &'a Unsent,
    /// The tables.
    pub tables: &'a Tables,
    /// The store.
    pub store: &'a AnyStore,
    /// The days of daily games.
    pub days: &'a Days,
}

impl Metrics {
    /// The media type that the metrics are written in.
    pub const MEDIA_TYPE: &'static str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// New metrics of requests, and those of the parts of the service.
    #[must_use]
    pub fn new(parts: Parts<'_>) -> Self {
        let requests: Family<Labels, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_05, 4.0, 10)));
        let mut registry = Registry::with_prefix("funhouse");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", build);
        let started: Gauge = Gauge::default();
        started.set(Clock::default().now().millis() / 1000);
        registry.register("start_time_seconds", "When the service was started, in seconds since 1970", started);
        let help = "How long requests took, in seconds, by method, route and class of the status";
        registry.register("http_request_duration_seconds", help, requests.clone());
        let responses = Family::default();
        registry.register("http_responses", "Responses by status", responses.clone());
        let panics = Counter::default();
        registry.register("http_handler_panics", "Requests whose handler panicked", panics.clone());
        let lost = "Lines of the log that were dropped, since they were not read fast enough";
        registry.register("log_lines_lost", lost, telemetry::lost_lines());
        parts.pool.metrics().register(&mut registry);
        parts.memory.register(&mut registry);
        parts.connections.register(&mut registry);
        parts.unsent.register(&mut registry);
        parts.tables.register(&mut registry);
        registry.register_collector(Box::new(StoreCollector(parts.store.clone())));
        registry.register_collector(Box::new(parts.days.clone()));
        Self { registry, requests, responses, panics, other: OTHER.into() }
    }

    /// The metrics as text.
    ///
    /// # Errors
    /// When the text cannot be written.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }

    pub(in crate::api) fn panicked(&self) {
        self.panics.inc();
    }

    pub(in crate::api) fn count(
        &self,
        method: &'static str,
        route: Option<&RouteName>,
        status: StatusCode,
        took: Duration,
    ) {
        // Clients choose the method: methods that a path does not have would multiply the series.
        let has_method = route.is_none_or(|route| route.methods.contains(&method));
        // The same handler answers GET and HEAD.
        let method = if !has_method {
            OTHER
        } else if method == "HEAD" {
            "GET"
        } else {
            method
        };
        let route = route.map_or(&self.other, |name| &name.path).clone();
        let labels = Labels { method, route, status: class_of(status) };
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
        self.responses.get_or_create(&ByStatus { status: status.as_u16() }).inc();
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Reads the metrics of the store whenever metrics are written.
struct StoreCollector(AnyStore);

impl fmt::Debug for StoreCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreCollector").finish_non_exhaustive()
    }
}

impl Collector for StoreCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let StoreMetrics {
            kind,
            queued,
            queue_capacity,
            commit_seconds,
            commit_writes,
            write_errors,
            read_errors,
            log_bytes,
            damaged,
            server,
        } = self.0.metrics();
        let kind = match kind {
            DatabaseKind::Sqlite => "sqlite",
            DatabaseKind::Postgres => "postgres",
        };
        let help = "The kind of the database";
        encoder.encode_descriptor("database", help, None, MetricType::Info)?.encode_info(&[("kind", kind)])?;
        let mut gauge = |name: &str, help: &str, value: u64| {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
        };
        gauge("store_queue", "Writes that wait to be committed", queued as u64)?;
        gauge("store_queue_capacity", "Maximum number of writes that may wait", queue_capacity as u64)?;
        if let Some(bytes) = log_bytes {
            gauge("sqlite_wal_bytes", "Size of the write-ahead log when it was last examined", bytes)?;
        }
        if let Some(damaged) = damaged {
            let help =
                "1 after a file of the database was damaged: nothing is written to it until the service is restarted";
            gauge("sqlite_damaged", help, damaged.into())?;
        }
        if let Some(ServerMetrics { is_primary, listener_age, reconnects }) = server {
            let help = "1 if the database server that was last asked is a primary, 0 if it is a standby";
            gauge("database_primary", help, is_primary.into())?;
            if let Some(age) = listener_age {
                let help = "Seconds since anything arrived on the connection that receives notifications";
                let gauge = ConstGauge::new(age.as_secs_f64());
                let name = "database_listener_age_seconds";
                gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
            }
            let help = "Connections that replaced one that failed, or whose server had become a standby";
            let reconnects = ConstCounter::new(reconnects);
            let name = "database_reconnects";
            reconnects.encode(encoder.encode_descriptor(name, help, None, reconnects.metric_type())?)?;
        }
        let mut histogram = |name: &str, help: &str, Distribution { buckets, sum }: Distribution| {
            let count = buckets.iter().map(|(_, count)| count).sum();
            let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Histogram)?;
            metric.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
        };
        let help = "How long groups of writes took from their first statement until they were on disk, in seconds";
        histogram("store_commit_seconds", help, commit_seconds)?;
        histogram("store_commit_writes", "How many writes were committed together", commit_writes)?;
        let help = "Reads and writes that failed, by kind: `busy` and `unavailable` changed nothing, of `unknown` the outcome is not known";
        let mut errors = encoder.encode_descriptor("store_errors", help, None, ConstCounter::<u64>::TYPE)?;
        for (operation, Errors { busy, unavailable, unknown }) in [("read", read_errors), ("write", write_errors)] {
            for (kind, count) in [("busy", busy), ("unavailable", unavailable), ("unknown", unknown)] {
                let labels = [("operation", operation), ("kind", kind)];
                ConstCounter::new(count).encode(errors.encode_family(&labels)?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::RouteName;

    #[test]
    fn routes_of_all_games_have_one_name() {
        for (path, due) in [
            ("/v1/games/slide-jam/play", "/v1/games/{game}/play"),
            ("/v1/games/{game}/rules", "/v1/games/{game}/rules"),
            ("/v1/players/{id}", "/v1/players/{id}"),
        ] {
            assert_eq!(&*RouteName::of(path, std::iter::empty()).path, due);
        }
    }
}
