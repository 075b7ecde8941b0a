//! Extractors of request bodies: media type, content encoding, size, memory and time are checked before JSON is parsed.

use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use actix_http::{HttpMessage as _, Request, Response};
use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::ConnectionType;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes};
use actix_web::{Error, FromRequest, HttpRequest, ResponseError as _};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use crate::api::connection::payload::announced_length;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::request::inflate;
use crate::api::request::inflate::{InflateError, inflate};
use crate::api::request::memory::{BodyMemory, ChargedBytes, Share};
use crate::api::response::JSON;
use crate::api::shared::Shared;
use crate::engine::read::read;
use crate::rules::wire::MAX_MOVES_OF_ANY;

/// Maximum size of a body in bytes, after decoding.
pub const MAX_BYTES: usize = 256 * 1024;
/// Maximum size of a body that is a run in bytes, after decoding.
pub const MAX_BYTES_OF_RUN: usize = 1024 * 1024;
/// Maximum size of any body in bytes, after decoding: that of the longest run.
const MAX_BYTES_OF_ANY: usize = max_bytes_of_run(MAX_MOVES_OF_ANY);
/// The bytes of a move in a long run, with space around it: a slide has 45.
const BYTES_OF_MOVE: usize = 64;

/// Returns the maximum size of a body in bytes that is a run of at most this many moves, after decoding.
pub const fn max_bytes_of_run(moves: usize) -> usize {
    let bytes = moves * BYTES_OF_MOVE;
    if bytes > MAX_BYTES_OF_RUN { bytes } else { MAX_BYTES_OF_RUN }
}

/// The content codings of requests, as `Accept-Encoding` lists them in the response to any other.
const CODINGS: &str = "gzip, identity";
/// A compressed body of at most this many bytes is inflated immediately, in some tens of microseconds, if it becomes no larger than
/// [`CHEAP_INFLATED`]. Any other counts as long work, and is inflated in the pool.
const CHEAP: usize = 1024;
/// Maximum size in bytes of a body that is inflated immediately.
const CHEAP_INFLATED: usize = 16 * 1024;
/// A compressed body counts as work once for each part of its limit that it fills, of this many parts. JSON becomes smaller than one part
/// with any compressor. Data that does not takes longest to decode, for example many short blocks that each have their own Huffman codes.
const PARTS_OF_WORK: usize = 4;

/// The memory and the time that bodies of requests may take.
#[derive(Clone, Debug)]
pub struct Intake {
    /// The memory that all bodies share.
    pub memory: BodyMemory,
    /// Maximum time for a body to arrive.
    pub timeout: Duration,
}

/// A body of JSON, parsed, with the share of memory that it was charged.
#[derive(Debug)]
pub struct Body<T>(pub T, pub Share);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = bytes(request, payload);
        Box::pin(async move {
            let bytes = bytes.await?;
            Ok(Self(read(bytes.as_ref()).map_err(Problem::from)?, bytes.into_share()))
        })
    }
}

/// A body that has the media type of JSON and is not parsed yet. `T` is the type that the handler or the engine will parse it as.
#[derive(Clone, Debug)]
pub struct Unparsed<T> {
    /// The body, decoded. Its memory is charged until the last clone is dropped.
    pub bytes: Bytes,
    of: PhantomData<fn() -> T>,
}

impl<T: 'static> FromRequest for Unparsed<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = bytes(request, payload);
        Box::pin(async move { Ok(Self { bytes: Bytes::from_owner(bytes.await?), of: PhantomData }) })
    }
}

/// Maximum size of a body of a path in bytes, after it is inflated.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct MaxBytes(pub(in crate::api) usize);

/// The media type of the bodies of a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct MediaType(pub(in crate::api) &'static str);

/// Reads a body to its end, and inflates it.
fn bytes(request: &HttpRequest, payload: &mut Payload) -> Pin<Box<dyn Future<Output = Result<ChargedBytes, Problem>>>> {
    let is_gzip = check_media_type(request).and_then(|()| is_gzip(request));
    let max_bytes = request.app_data::<MaxBytes>().map_or(MAX_BYTES, |max| max.0);
    let is_too_large = announced_length(request.headers()) > max_bytes;
    let intake = request.app_data::<web::Data<Intake>>().cloned();
    let request = request.clone();
    // The server does not inflate a payload that is taken directly.
    let payload = payload.take();
    Box::pin(async move {
        let is_gzip = is_gzip?;
        if is_too_large {
            return Err(too_large(max_bytes));
        }
        let intake = intake.ok_or_else(|| Problem::of(Code::InternalError))?;
        let body = ChargedBytes::new(&intake.memory, Client::of(&request).address());
        let arrived = actix_web::rt::time::timeout(intake.timeout, arrived(payload, max_bytes, body)).await;
        let raw = arrived.map_err(|_| Problem::of(Code::RequestTimeout))??;
        if is_gzip { inflated(&request, raw, max_bytes, &intake.memory).await } else { Ok(raw) }
    })
}

/// Decides about a request that waits for `100 Continue` before it sends its body: none may announce more than the largest body of any path.
///
/// # Errors
/// 413, after which the connection is closed.
pub fn expected(request: Request) -> Result<Request, Response<BoxBody>> {
    if announced_length(request.headers()) <= MAX_BYTES_OF_ANY {
        return Ok(request);
    }
    let mut response = too_large(MAX_BYTES_OF_ANY).error_response();
    response.head_mut().set_connection_type(ConnectionType::Close);
    Err(response.into())
}

/// A body as it is sent.
async fn arrived(mut payload: Payload, max_bytes: usize, mut body: ChargedBytes) -> Result<ChargedBytes, Problem> {
    while let Some(piece) = payload.next().await {
        let piece =
            piece.map_err(|_| Problem::new(Code::BadRequest, "the connection failed before the end of the body"))?;
        if body.as_ref().len().saturating_add(piece.len()) > max_bytes {
            return Err(too_large(max_bytes));
        }
        body.extend(&piece, max_bytes)?;
    }
    Ok(body)
}

/// Inflates a body, in the pool if that is expensive.
async fn inflated(
    request: &HttpRequest,
    raw: ChargedBytes,
    max_bytes: usize,
    memory: &BodyMemory,
) -> Result<ChargedBytes, Problem> {
    let address = Client::of(request).address();
    if raw.as_ref().len() <= CHEAP {
        let cheap = inflated_to(CHEAP_INFLATED.min(max_bytes), &raw, memory.share(address));
        if !cheap.as_ref().is_err_and(|why| why.code == Code::BodyTooLarge) {
            return cheap;
        }
    }
    let shared = request.app_data::<web::Data<Shared>>().cloned();
    let shared = shared.ok_or_else(|| Problem::of(Code::InternalError))?;
    for _ in 1..raw.as_ref().len().div_ceil(max_bytes / PARTS_OF_WORK) {
        shared.count_work(request)?;
    }
    let share = memory.share(address);
    shared.run_in_pool(request, move || inflated_to(max_bytes, &raw, share)).await
}

fn inflated_to(max_bytes: usize, raw: &ChargedBytes, mut share: Share) -> Result<ChargedBytes, Problem> {
    share.grow(inflate::max_memory(max_bytes))?;
    let inflated = inflate(raw.as_ref(), max_bytes).map_err(|why| match why {
        InflateError::TooLarge => too_large(max_bytes),
        InflateError::Corrupt => {
            Problem::new(Code::BadRequest, "a gzip body must be one complete member, with nothing after it")
        }
    })?;
    Ok(ChargedBytes::of(inflated, share))
}

fn too_large(max_bytes: usize) -> Problem {
    let detail = format!("the body must have at most {max_bytes} bytes, as sent and after decompression");
    Problem::new(Code::BodyTooLarge, detail)
}

fn check_media_type(request: &HttpRequest) -> Result<(), Problem> {
    let expected = request.app_data::<MediaType>().map_or(JSON, |media_type| media_type.0);
    let given = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = given.and_then(|given| given.split(';').next()).map(str::trim);
    let detail = match essence {
        Some(essence) if essence.eq_ignore_ascii_case(expected) => return Ok(()),
        Some(other) => format!("the Content-Type must be {expected} (got {other:?})"),
        None => format!("the Content-Type must be {expected} (got none)"),
    };
    Err(Problem::new(Code::UnsupportedMediaType, detail))
}

/// Whether the body is compressed with gzip, by either of its names (RFC 9110, section 8.4.1.3).
fn is_gzip(request: &HttpRequest) -> Result<bool, Problem> {
    let mut given = request.headers().get_all(header::CONTENT_ENCODING);
    let Some(coding) = given.next() else { return Ok(false) };
    let named = |name: &str| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(name.as_bytes());
    match given.next() {
        None if named("gzip") || named("x-gzip") => Ok(true),
        None if named("identity") => Ok(false),
        _ => {
            let detail = format_args!("the Content-Encoding must be one of {CODINGS}");
            let accepted = HeaderValue::from_static(CODINGS);
            Err(Problem::new(Code::UnsupportedEncoding, detail).with_header(header::ACCEPT_ENCODING, accepted))
        }
    }
}
