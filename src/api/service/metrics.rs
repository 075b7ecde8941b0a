//! `GET /metrics`: the metrics of the service.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

#[cfg(feature = "schemas")]
use super::document::describe;
use crate::api::monitoring::metrics::Metrics;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::rules::wire;

/// The path of the metrics.
pub const METRICS: &str = "/metrics";

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    describe(
        "get_metrics",
        "Metrics",
        "Returns metrics of the whole service, for Prometheus. With \
        `--metrics-listen`, they have an address of their own and are not served here.",
    )
    .ok_as("application/openmetrics-text", "Metrics in the OpenMetrics text format.", wire::any_text())
    .no_store()
}

pub(super) async fn handle(metrics: web::Data<Metrics>) -> Result<HttpResponse, Problem> {
    let text = metrics.text().map_err(|_| Problem::new(Code::InternalError, "the metrics could not be serialized"))?;
    Ok(HttpResponse::Ok()
        .content_type(Metrics::MEDIA_TYPE)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}
