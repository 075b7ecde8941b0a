//! Encodes responses as the client prefers. Long ones are compressed in the pool. Responses that never change are encoded already: see
//! [`Fixed`](crate::api::response::Fixed).

use actix_web::body::{BoxBody, MessageBody as _};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpRequest, ResponseError as _};

use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::add_vary;
use crate::api::response::compress::{Accepted, Effort, Encoding, compressed, compressible};
use crate::api::shared::Shared;
use crate::pool::Lane;

/// Shorter bodies are not compressed: they would hardly become shorter.
const MIN_BYTES: usize = 256;
/// Longer bodies are compressed in the pool. A body of this size takes about half a millisecond.
const MAX_INLINE_BYTES: usize = 32 * 1024;

/// Encodes the response to a request.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn encode(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let accepted = Accepted::of(&request);
    let Some(encoding) = accepted.best() else {
        let detail = format_args!("`Accept-Encoding` excludes the encodings of this response: {}", Encoding::NAMES);
        let mut refused = Problem::new(Code::NotAcceptable, detail).error_response();
        add_vary(refused.headers_mut(), &header::ACCEPT_ENCODING);
        return Ok(request.into_response(refused));
    };
    let mut response = next.call(request).await?;
    add_vary(response.headers_mut(), &header::ACCEPT_ENCODING);
    let encoded = response.headers().contains_key(header::CONTENT_ENCODING);
    if encoding == Encoding::Identity || encoded || !compressible(response.headers()) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        Err(body) => return Ok(ServiceResponse::new(request, response.set_body(body))),
    };
    if body.is_empty() || (body.len() < MIN_BYTES && accepted.identity()) {
        return Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))));
    }
    let body = match encoded_body(&request, body.clone(), encoding).await {
        Some(encoded) => {
            let name = encoding.content_encoding();
            name.map(|name| response.headers_mut().insert(header::CONTENT_ENCODING, name));
            encoded
        }
        None if accepted.identity() => body,
        None => {
            let busy = Problem::new(Code::Busy, "too many responses wait to be compressed");
            let busy = busy.with_header(header::RETRY_AFTER, HeaderValue::from_static("1"));
            return Ok(ServiceResponse::new(request, busy.error_response()));
        }
    };
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))))
}

/// Encodes a body. Returns `None` when the pool is full.
async fn encoded_body(request: &HttpRequest, body: Bytes, encoding: Encoding) -> Option<Bytes> {
    let long = body.len() > MAX_INLINE_BYTES;
    let encode = move || compressed(&body, encoding, Effort::Once).ok();
    let encoded = if long {
        let pool = &request.app_data::<web::Data<Shared>>()?.pool;
        pool.run(Lane::Rest, Client::of(request).share(), encode).await.ok()?
    } else {
        encode()
    };
    encoded.map(Bytes::from)
}
