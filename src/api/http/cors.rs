//! Cross-origin requests: open to every origin, without cookies.

use actix_cors::Cors;
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;

/// The headers that scripts of other origins may read.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("etag, location, ratelimit, ratelimit-policy, retry-after, x-request-id");

/// The layer that answers preflight requests and allows scripts to read responses.
pub(in crate::api) fn cors() -> Cors {
    Cors::default().allow_any_origin().send_wildcard().allow_any_method().allow_any_header().max_age(86_400)
}

/// Lists the headers that scripts may read. The layer itself would list them in another order on each thread.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn expose<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    if response.headers().contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN) {
        response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    Ok(response)
}
