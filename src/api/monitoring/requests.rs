//! Observes every request: its id, its metrics, its line in the log. Turns error responses of the framework into problems.

use std::time::Duration;

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, ResponseError as _, web};
use tracing::Instrument as _;

use super::metrics::{Metrics, RouteName, known_method};
use crate::api::problem::{HTML, MEDIA_TYPE, of_status};

/// The header that carries the request's id, both ways.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives a request its id, and measures, counts and logs its response.
///
/// # Errors
/// A problem, when an inner layer fails without a response.
#[allow(clippy::disallowed_types, reason = "durations are measured here, outside the rules")]
pub async fn observe<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let started = std::time::Instant::now();
    let metrics = request.app_data::<web::Data<Metrics>>().cloned();
    let id = request_id(&request);
    let method = known_method(request.method());
    let span = span(&id);
    // Keep no clone of the request: routing modifies it, which requires the only reference.
    let answered = next.call(request).instrument(span).await;
    let mut response = problem_only(answered.map_err(|error| of_status(error.as_response_error().status_code()))?);
    let status = response.status().as_u16();
    let took = started.elapsed();
    if let Some(metrics) = metrics {
        metrics.count(method, response.request().app_data::<RouteName>(), response.status(), took);
    }
    log(&id, method, logged_path(response.request()), status, took);
    response.headers_mut().insert(REQUEST_ID, id);
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// The span whose `id` every line has that is logged meanwhile. It is at the level of errors, so that the filter keeps it with any of them.
fn span(id: &HeaderValue) -> tracing::Span {
    tracing::error_span!(target: "funhouse::request", "request", id = id.to_str().unwrap_or_default())
}

/// The path as the log has it: the pattern for calls of apps, whose paths have the ids of their users.
fn logged_path(request: &HttpRequest) -> &str {
    const APPS: &str = "/v1/apps/";
    match request.app_data::<RouteName>().map(RouteName::path) {
        Some(pattern) if pattern.starts_with(APPS) => pattern,
        _ if request.path().starts_with(APPS) => APPS,
        _ => request.path(),
    }
}

/// Writes the line in the log, as an error for status 500.
fn log(id: &HeaderValue, method: &str, path: &str, status: u16, took: Duration) {
    let (id, micros) = (id.to_str().unwrap_or_default(), took.as_micros() as u64);
    if status == 500 {
        tracing::error!(target: "funhouse::request", id, method, path, status, micros);
    } else {
        tracing::info!(target: "funhouse::request", id, method, path, status, micros);
    }
}

/// Replaces an error response that is neither a problem nor a page by the problem of its status.
fn problem_only<B>(response: ServiceResponse<B>) -> ServiceResponse<EitherBody<B, BoxBody>> {
    let status = response.status();
    let media_type = response.headers().get(header::CONTENT_TYPE);
    let is_own = media_type.is_some_and(|media_type| [MEDIA_TYPE, HTML].iter().any(|ours| media_type == ours));
    if !(status.is_client_error() || status.is_server_error()) || is_own {
        return response.map_into_left_body();
    }
    let (request, foreign) = response.into_parts();
    let mut answer = of_status(status).error_response();
    for (name, value) in foreign.headers() {
        let of_body =
            [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING, header::TRANSFER_ENCODING];
        if !of_body.contains(name) && !answer.headers().contains_key(name) {
            answer.headers_mut().append(name.clone(), value.clone());
        }
    }
    ServiceResponse::new(request, answer).map_into_right_body()
}

/// The id that the request has, if it is short and plain, else a new one.
fn request_id(request: &ServiceRequest) -> HeaderValue {
    let plain = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        (1..=64).contains(&bytes.len()) && bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b))
    };
    let given = request.headers().get(REQUEST_ID).filter(plain).cloned();
    given.unwrap_or_else(new_id)
}

/// Adds a new id to a response that no request of the service gets.
pub fn add_id(headers: &mut HeaderMap) {
    headers.insert(REQUEST_ID, new_id());
}

/// A new random id: one that counts would reveal to a caller how much the others do.
fn new_id() -> HeaderValue {
    let id = getrandom::u64().map(|id| format!("{id:016x}")).unwrap_or_default();
    HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("-"))
}
