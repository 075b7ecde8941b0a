//! The headers of responses in the document.

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::ComponentsBuilder;
use utoipa::openapi::{Ref, RefOr};

use crate::rules::wire;

pub(in crate::api) const CACHE_CONTROL: &str = "Cache-Control";
pub(in crate::api) const LOCATION: &str = "Location";
const ALLOW: &str = "Allow";
const ETAG: &str = "ETag";
const RATE_LIMIT: &str = "RateLimit";
const RATE_LIMIT_POLICY: &str = "RateLimit-Policy";
const RETRY_AFTER: &str = "Retry-After";
const VARY: &str = "Vary";
const WWW_AUTHENTICATE: &str = "WWW-Authenticate";
const X_REQUEST_ID: &str = "X-Request-Id";

/// The headers of every response.
pub(in crate::api) const OF_ALL: &[&str] = &[VARY, X_REQUEST_ID];

/// The headers of every response to a request that is limited.
pub(in crate::api) const OF_LIMITED: &[&str] = &[RATE_LIMIT, RATE_LIMIT_POLICY];

/// The name of the response 304.
const NOT_MODIFIED: &str = "NotModified";

/// Every documented header: its name, description and example.
const ALL: &[(&str, &str, &str)] = &[
    (ALLOW, "The methods that the path allows.", "GET, HEAD"),
    (
        CACHE_CONTROL,
        "`no-cache`: the response can be stored, but must be validated with its entity tag before each use. \
         `no-store`: it must not be stored. `private`: it depends on the caller.",
        "no-cache",
    ),
    (
        ETAG,
        "The entity tag of the response. Send it as `If-None-Match` with the same request: 304 without a body means \
         that nothing changed.",
        "W/\"c9531c1fed979a4722b18f56\"",
    ),
    (LOCATION, "The path of the resource that was created or already existed.", "/v1/runs/1"),
    (
        RATE_LIMIT,
        "What remains of each limit that counted the request (draft-ietf-httpapi-ratelimit-headers): `r` is the \
         number of requests that remain, `t` the seconds until all are available again or, with 429, until one is. \
         Absent if the service has no limits.",
        "\"requests\";r=1999;t=1",
    ),
    (
        RATE_LIMIT_POLICY,
        "The limits themselves (draft-ietf-httpapi-ratelimit-headers): `q` requests at once, which become available \
         again evenly over `w` seconds. `requests` counts all requests, `work` those that take long, `players` new \
         players.",
        "\"requests\";q=2000;w=4",
    ),
    (RETRY_AFTER, "The seconds to wait before sending the request again.", "1"),
    (VARY, "The request headers on which the response depends.", "accept-encoding"),
    (WWW_AUTHENTICATE, "The authentication scheme to use: a token as a Bearer token.", "Bearer"),
    (
        X_REQUEST_ID,
        "The id of the request in the service's log: the one that was sent, or a new one.",
        "c3d63cd90f8e21b7",
    ),
];

/// The headers of error responses of a status, in addition to those of every response.
fn of_problem(status: u16) -> &'static [&'static str] {
    match status {
        401 => &[CACHE_CONTROL, WWW_AUTHENTICATE],
        405 => &[CACHE_CONTROL, ALLOW],
        429 | 503 => &[CACHE_CONTROL, RETRY_AFTER],
        _ => &[CACHE_CONTROL],
    }
}

/// Adds headers to a response.
pub(in crate::api) fn add(response: &mut Response, headers: &[&str]) {
    for name in headers {
        let reference = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
        response.headers.insert((*name).to_owned(), reference);
    }
}

/// Adds its headers to the error response of a status.
pub(in crate::api) fn add_to_problem(response: &mut Response, status: u16) {
    add(response, OF_ALL);
    add(response, OF_LIMITED);
    add(response, of_problem(status));
}

/// Adds the entity tag and the response 304 to a GET, unless its response is sent with `no-store`.
pub(in crate::api) fn revalidate(operation: &mut utoipa::openapi::path::Operation) {
    let responses = &mut operation.responses.responses;
    let Some(RefOr::T(response)) = responses.get_mut("200") else { return };
    if !response.headers.contains_key(CACHE_CONTROL) {
        add(response, &[CACHE_CONTROL, ETAG]);
        responses.insert("304".to_owned(), RefOr::Ref(Ref::from_response_name(NOT_MODIFIED)));
    }
}

/// Adds all headers and the response 304 to the components.
pub(in crate::api) fn components(components: ComponentsBuilder) -> ComponentsBuilder {
    let mut not_modified = ResponseBuilder::new()
        .description("Not modified: the representation still has the entity tag that `If-None-Match` gave.")
        .build();
    add(&mut not_modified, OF_ALL);
    add(&mut not_modified, OF_LIMITED);
    add(&mut not_modified, &[CACHE_CONTROL, ETAG]);
    let components = components.response(NOT_MODIFIED, not_modified);
    ALL.iter().fold(components, |components, (name, description, example)| {
        components.header(*name, header(description, example))
    })
}

fn header(description: &str, example: &str) -> Header {
    let header = HeaderBuilder::new().schema(Some(wire::any_text())).description(Some(description));
    header.example(Some(example.into())).build()
}
