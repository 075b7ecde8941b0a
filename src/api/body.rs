//! Extractors of request bodies: media type, content encoding, size, memory and time are checked before JSON is parsed.

use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{Error, FromRequest, HttpRequest};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use super::inflate::{Encoding, NotInflated};
use super::memory::{BodyMemory, ChargedBytes, Share};
use super::problem::{Code, Problem};
use crate::engine::read::read;

/// The most bytes of a body, after decoding.
pub const MAX_BYTES: usize = 256 * 1024;
/// The most bytes of a body that is a run, after decoding.
pub const MAX_BYTES_OF_RUN: usize = 1024 * 1024;

/// What is given to bodies of requests.
#[derive(Clone, Debug)]
pub struct Intake {
    /// The memory that all of them share.
    pub memory: BodyMemory,
    /// How long one may take to arrive.
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

/// The most bytes of a body of a path, counted after it is inflated.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaxBytes(pub(super) usize);

/// Reads a body to its end, and inflates it.
fn bytes(request: &HttpRequest, payload: &mut Payload) -> Pin<Box<dyn Future<Output = Result<ChargedBytes, Problem>>>> {
    let encoding = check_media_type(request).and_then(|()| encoding(request));
    let max_bytes = request.app_data::<MaxBytes>().map_or(MAX_BYTES, |max| max.0);
    let intake = request.app_data::<web::Data<Intake>>().cloned();
    // Nothing inflates a payload that is taken as such.
    let payload = payload.take();
    Box::pin(async move {
        let encoding = encoding?;
        let intake = intake.ok_or_else(|| Problem::new(Code::InternalError, Code::InternalError.meaning()))?;
        // A body that is sent compressed is no larger than what it holds.
        let arrived = actix_web::rt::time::timeout(intake.timeout, arrived(payload, max_bytes, &intake.memory)).await;
        let raw = arrived.map_err(|_| Problem::new(Code::RequestTimeout, Code::RequestTimeout.meaning()))??;
        inflated(encoding, raw, max_bytes, &intake.memory)
    })
}

/// A body as it is sent.
async fn arrived(mut payload: Payload, max_bytes: usize, memory: &BodyMemory) -> Result<ChargedBytes, Problem> {
    let mut body = ChargedBytes::new(memory);
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|_| Problem::new(Code::BadRequest, "the body could not be read to its end"))?;
        if body.as_ref().len().saturating_add(piece.len()) > max_bytes {
            return Err(too_large());
        }
        body.extend(&piece, max_bytes)?;
    }
    Ok(body)
}

fn inflated(
    encoding: Encoding,
    raw: ChargedBytes,
    max_bytes: usize,
    memory: &BodyMemory,
) -> Result<ChargedBytes, Problem> {
    if encoding == Encoding::Identity {
        return Ok(raw);
    }
    let mut share = memory.share();
    share.grow(encoding.max_memory(max_bytes))?;
    let inflated = encoding.inflate(raw.as_ref(), max_bytes).map_err(|why| match why {
        NotInflated::TooLarge => too_large(),
        NotInflated::Corrupt => Problem::new(Code::BadRequest, "the body is not what its Content-Encoding says"),
    })?;
    Ok(ChargedBytes::of(inflated, share))
}

fn too_large() -> Problem {
    Problem::new(Code::BodyTooLarge, Code::BodyTooLarge.meaning())
}

fn check_media_type(request: &HttpRequest) -> Result<(), Problem> {
    let given = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = given.and_then(|given| given.split(';').next()).map(str::trim);
    match essence {
        Some(essence) if essence.eq_ignore_ascii_case("application/json") => Ok(()),
        Some(other) => Err(Problem::new(Code::UnsupportedMediaType, format_args!("the body is sent as {other:?}"))),
        None => Err(Problem::new(Code::UnsupportedMediaType, "the request has no Content-Type")),
    }
}

/// How the body is encoded.
fn encoding(request: &HttpRequest) -> Result<Encoding, Problem> {
    let Some(given) = request.headers().get(header::CONTENT_ENCODING) else { return Ok(Encoding::Identity) };
    let known = || format!("known encodings are {}", Encoding::NAMES.join(", "));
    let encoding = given.to_str().ok().and_then(Encoding::named);
    encoding.ok_or_else(|| Problem::new(Code::UnsupportedEncoding, known()))
}
