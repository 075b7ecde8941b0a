//! Reading bodies: media type, encoding, size and time are checked, then JSON is read straight into its type.
//!
//! The fast path is one pass of `serde_json`. Only when that fails is the body read again, to find the place of the
//! fault.

use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{Error, FromRequest, HttpRequest};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::problem::{Code, Problem};
use crate::rules::wire;

/// The most bytes of a body.
pub const MOST_BYTES: usize = 256 * 1024;
/// The most bytes of a body that is a run.
pub const MOST_BYTES_OF_RUN: usize = 1024 * 1024;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);

/// A body of JSON.
#[derive(Clone, Copy, Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let unparsed = Unparsed::from_request(request, payload);
        Box::pin(async move { Ok(Self(parse(&unparsed.await?.0)?)) })
    }
}

/// A body that is said to be JSON, not read yet.
#[derive(Clone, Debug)]
pub struct Unparsed(pub Bytes);

impl FromRequest for Unparsed {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let checked = check_media_type(request).and_then(|()| check_encoding(request));
        let bytes = Bytes::from_request(request, payload);
        Box::pin(async move {
            checked?;
            let bytes = actix_web::rt::time::timeout(PATIENCE, bytes).await;
            let bytes = bytes.map_err(|_| Problem::new(Code::RequestTimeout, Code::RequestTimeout.meaning()))?;
            Ok(Self(bytes.map_err(|error| unread(&error))?))
        })
    }
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

fn check_encoding(request: &HttpRequest) -> Result<(), Problem> {
    let Some(given) = request.headers().get(header::CONTENT_ENCODING) else { return Ok(()) };
    let known = ["gzip", "deflate", "br", "zstd", "identity"];
    match given.to_str() {
        Ok(given) if known.iter().any(|known| given.trim().eq_ignore_ascii_case(known)) => Ok(()),
        _ => Err(Problem::new(Code::UnsupportedEncoding, format_args!("known encodings are {}", known.join(", ")))),
    }
}

fn unread(error: &Error) -> Problem {
    match error.as_error::<PayloadError>() {
        Some(PayloadError::Overflow) => Problem::new(Code::BodyTooLarge, Code::BodyTooLarge.meaning()),
        Some(PayloadError::EncodingCorrupted | PayloadError::Io(_)) => {
            Problem::new(Code::BadRequest, "the body is not what its Content-Encoding says")
        }
        _ => Problem::new(Code::BadRequest, "the body could not be read to its end"),
    }
}

/// Reads JSON into a type.
///
/// # Errors
/// A problem that says whether it is no JSON or not of the schema, and where.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| {
        // serde_json calls a null where a name is due a fault of syntax, so that it must be asked again.
        if !error.is_data() && !is_json(bytes) {
            return Problem::new(Code::InvalidJson, error);
        }
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        match serde_path_to_error::deserialize::<_, T>(&mut reader) {
            Ok(_) => Problem::new(Code::InvalidBody, error),
            Err(error) => {
                let (inner, detail) = wire::split_place(&without_place(&error.inner().to_string()));
                let pointer = wire::pointer(error.path()) + &inner;
                let place = if pointer.is_empty() { "the body".to_owned() } else { pointer.clone() };
                Problem::new(Code::InvalidBody, format_args!("{place}: {detail}")).at(pointer, "invalid", detail)
            }
        }
    })
}

fn is_json(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// The message without line and column, which say little of a body in one line.
fn without_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
}
