//! Turns a panic in a handler into a problem with status 500. The worker continues to serve.

use std::panic::AssertUnwindSafe;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, ResponseError as _, Route, web};
use futures_util::FutureExt as _;

use super::metrics::Metrics;
use crate::api::problem::{Code, Problem};
use crate::pool::panic_message;

/// Turns panics of the handler of a route into problems.
pub(in crate::api) fn catch_panics(route: Route) -> Route {
    route.wrap(from_fn(catch))
}

async fn catch(request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    let original = request.request().clone();
    // Unwinding cannot leave broken state behind: what belongs to the request is dropped, and what requests share is changed
    // atomically.
    let caught = AssertUnwindSafe(async { next.call(request).await }).catch_unwind().await;
    caught.unwrap_or_else(|panic| {
        tracing::error!(target: "funhouse::request", why = panic_message(&*panic), "a handler panicked");
        if let Some(metrics) = original.app_data::<web::Data<Metrics>>() {
            metrics.panicked();
        }
        let problem = Problem::of(Code::InternalError);
        Ok(ServiceResponse::new(original, problem.error_response()))
    })
}
