//! Cross-origin requests: open to every origin, without cookies.

use actix_cors::Cors;
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ResourceDef, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;

/// The headers that scripts of other origins may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, deprecation, etag, link, location, ratelimit, ratelimit-policy, retry-after, sunset, x-request-id",
);

/// The layer that answers preflight requests and allows scripts to read responses.
pub(in crate::api) fn cors() -> Cors {
    Cors::default().allow_any_origin().send_wildcard().allow_any_method().allow_any_header().max_age(86_400)
}

/// The methods of each path, as preflight responses list them.
pub(in crate::api) struct PreflightMethods(Vec<(ResourceDef, HeaderValue)>);

impl PreflightMethods {
    /// Reads the patterns of paths, each with its methods.
    pub(in crate::api) fn of<'a>(paths: impl Iterator<Item = (&'a str, HeaderValue)>) -> Self {
        Self(paths.map(|(pattern, methods)| (ResourceDef::new(pattern), methods)).collect())
    }

    /// Returns the methods of a path. Pages have those of a GET.
    fn at(&self, path: &str) -> HeaderValue {
        let known = self.0.iter().find(|(pattern, _)| pattern.is_match(path));
        known.map_or_else(|| HeaderValue::from_static("GET, HEAD"), |(_, methods)| methods.clone())
    }
}

/// Lists the methods of the path in responses to preflight requests, and the headers that scripts may read in all others. The layer itself
/// would list every method, and the headers in another order on each thread.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn expose<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    if response.headers().contains_key(header::ACCESS_CONTROL_ALLOW_METHODS)
        && let Some(methods) = response.request().app_data::<PreflightMethods>()
    {
        let methods = methods.at(response.request().path());
        response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    }
    if response.headers().contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN) {
        response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    Ok(response)
}
