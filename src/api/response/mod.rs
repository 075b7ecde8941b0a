//! Responses: typed JSON, representations with an entity tag (RFC 9110), and responses that never or rarely change.

pub(super) mod compress;
pub(super) mod event_stream;
mod fixed;
mod known;
pub mod media_ranges;
pub mod picture;

use std::marker::PhantomData;

use actix_web::http::header::{self, ETag, EntityTag, Header as _, HeaderMap, HeaderName, HeaderValue, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

pub use self::known::KnownResponses;
pub(super) use super::response::fixed::{Caching, Fixed, FixedJson};

/// The media type of JSON.
pub(super) const JSON: &str = "application/json";

/// A response whose body is a `T` as JSON. With the type, the compiler compares it with the operation in the document.
pub struct JsonResponse<T> {
    response: HttpResponse,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize> JsonResponse<T> {
    /// 200 with `Cache-Control: no-store`.
    #[must_use]
    pub fn no_store(value: &T) -> Self {
        let response =
            HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).content_type(JSON).body(json(value));
        Self { response, of: PhantomData }
    }

    /// 201 with the path of what was created in `Location`, and `Cache-Control: no-store`.
    #[must_use]
    pub fn created(location: String, value: &T) -> Self {
        Self::no_store(value).with_status(actix_web::http::StatusCode::CREATED).location(location)
    }

    /// 200 with an entity tag, or 304 if the request's `If-None-Match` has that tag.
    #[must_use]
    pub fn with_entity_tag(value: &T, request: &HttpRequest) -> Self {
        JsonRepresentation::new(value).respond(request)
    }

    /// The response with this path in `Location`.
    #[must_use]
    pub fn location(mut self, path: String) -> Self {
        if let Ok(path) = HeaderValue::try_from(path) {
            self.response.headers_mut().insert(header::LOCATION, path);
        }
        self
    }

    fn with_status(mut self, status: actix_web::http::StatusCode) -> Self {
        *self.response.status_mut() = status;
        self
    }
}

impl<T> Responder for JsonResponse<T> {
    type Body = actix_web::body::BoxBody;
    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.response
    }
}

/// The representation of a `T` as JSON, which can be built on another thread than the response.
pub struct JsonRepresentation<T> {
    representation: Representation,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize> JsonRepresentation<T> {
    /// A value with its entity tag.
    #[must_use]
    pub fn new(value: &T) -> Self {
        Self { representation: Representation::new(json(value).into()), of: PhantomData }
    }

    /// 200 with the value, or 304 if the request's `If-None-Match` has its tag.
    #[must_use]
    pub fn respond(&self, request: &HttpRequest) -> JsonResponse<T> {
        JsonResponse { response: self.representation.respond(request, JSON), of: PhantomData }
    }
}

/// Adds a request header on which the response depends to its `Vary`.
pub(super) fn add_vary(headers: &mut HeaderMap, name: &HeaderName) {
    let known: Vec<&str> = headers.get_all(header::VARY).filter_map(|names| names.to_str().ok()).collect();
    let vary = if known.is_empty() { name.to_string() } else { format!("{}, {name}", known.join(", ")) };
    if let Ok(vary) = HeaderValue::try_from(vary) {
        headers.insert(header::VARY, vary);
    }
}

/// Marks a response as meant for one caller only: no cache may store it.
pub(super) fn make_personal(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    add_vary(headers, &header::AUTHORIZATION);
}

/// A value as JSON.
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    // Serialization fails only for maps with keys that are not strings, and no body has one.
    serde_json::to_vec(value).unwrap_or_default()
}

/// Stored JSON, written unchanged; `null` if it is not JSON.
pub(super) fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// A representation (RFC 9110): a body and its entity tag.
#[derive(Clone, Debug)]
pub struct Representation {
    body: Bytes,
    tag: EntityTag,
}

impl Representation {
    /// A body, tagged with the first 12 bytes of its SHA-256 in hexadecimal.
    #[must_use]
    pub fn new(body: Bytes) -> Self {
        let digest = Sha256::digest(&body);
        // Weak, since all content encodings share the tag.
        Self { tag: EntityTag::new_weak(hex::encode(digest.get(..12).unwrap_or_default())), body }
    }

    /// Whether the request's `If-None-Match` has the tag.
    #[must_use]
    pub fn is_known(&self, request: &HttpRequest) -> bool {
        match IfNoneMatch::parse(request) {
            // An absent header parses as `*`.
            Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(&self.tag)),
            Err(_) => false,
        }
    }

    /// 200 with the body, or 304 if the request's `If-None-Match` has its tag.
    pub fn respond(&self, request: &HttpRequest, media_type: &str) -> HttpResponse {
        let matches = self.is_known(request);
        let mut response = if matches { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(ETag(self.tag.clone())).insert_header((header::CACHE_CONTROL, "no-cache"));
        if matches { response.finish() } else { response.content_type(media_type).body(self.body.clone()) }
    }
}
