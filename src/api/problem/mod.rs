//! Problems as error responses. Their bodies are [`engine::problem`](crate::engine::problem); a response can have a header too.
//!
//! The cause of an internal error is logged, and never sent.

mod convert;

use std::fmt;
use std::ops::Deref;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;

pub use crate::engine::problem::Code;
use crate::engine::problem::Problem as Body;
use crate::rules::fault::{Faults, Illegal};
use crate::store::TableId;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// The media type of pages, which browsers get for unknown paths.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// An error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problem {
    body: Body,
    /// A header of the response.
    #[serde(skip)]
    header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl Deref for Problem {
    type Target = Body;

    fn deref(&self) -> &Body {
        &self.body
    }
}

impl Problem {
    /// Creates a problem with a code. `detail` says what is wrong with this request.
    pub fn new(code: Code, detail: impl fmt::Display) -> Self {
        Body::new(code, detail).into()
    }

    /// Creates a problem whose code says everything.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Body::of(code).into()
    }

    /// Creates a problem of one value in the body. `predicate` says what is wrong: `must be at most 7 (got 8)`.
    #[must_use]
    pub fn of_field(code: Code, pointer: &str, predicate: impl fmt::Display) -> Self {
        Body::of_field(code, pointer, predicate).into()
    }

    /// Adds an entry to `errors`. `pointer` is a JSON pointer (RFC 6901) into the body.
    #[must_use]
    pub fn at(self, pointer: impl fmt::Display, code: &str, detail: impl fmt::Display) -> Self {
        Self { body: self.body.at(pointer, code, detail), ..self }
    }

    /// A move that the rules refuse. `pointer` is its location in the body.
    #[must_use]
    pub fn illegal_move(illegal: &Illegal, pointer: &str) -> Self {
        Body::illegal_move(illegal, pointer).into()
    }

    /// A game that is no solitaire, in a request that only solitaires have.
    #[must_use]
    pub fn seated_game(title: &str) -> Self {
        Body::seated_game(title).into()
    }

    /// Parts of a body that match the schema but contradict each other.
    #[must_use]
    pub fn inconsistent(faults: &Faults) -> Self {
        Body::inconsistent(faults).into()
    }

    /// The refusal of a banned player.
    #[must_use]
    pub fn banned() -> Self {
        Self::new(Code::Banned, "a moderator banned this player; you can use the service without a token")
    }

    /// Sets a header of the response.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some(Box::new((name, value)));
        self
    }

    /// Sets the number of moves that were made at a table.
    #[must_use]
    pub fn with_moves(mut self, moves: usize) -> Self {
        self.body.moves = u16::try_from(moves).ok();
        self
    }

    /// Sets free names that are similar to the one that is taken.
    #[must_use]
    pub fn with_names(mut self, names: Vec<String>) -> Self {
        self.body.names = (!names.is_empty()).then(|| Box::new(names.into()));
        self
    }

    /// Sets the id of the table with the open ranked game.
    #[must_use]
    pub fn with_table(mut self, table: TableId) -> Self {
        self.body.table = Some(Box::new(table.to_string().into()));
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body.fmt(f)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(header) = &self.header {
            response.insert_header(header.as_ref().clone());
        }
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        response.content_type(MEDIA_TYPE).body(serde_json::to_vec(self).unwrap_or_default())
    }
}

/// Creates the problem for a status that the framework set.
#[must_use]
pub fn of_status(status: StatusCode) -> Problem {
    let code = match status {
        StatusCode::UNAUTHORIZED => Code::Unauthorized,
        StatusCode::FORBIDDEN => Code::Forbidden,
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Code::MethodNotAllowed,
        StatusCode::NOT_ACCEPTABLE => Code::NotAcceptable,
        StatusCode::REQUEST_TIMEOUT => Code::RequestTimeout,
        StatusCode::PAYLOAD_TOO_LARGE => Code::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType,
        StatusCode::TOO_MANY_REQUESTS => Code::TooManyRequests,
        status if status.is_client_error() => Code::BadRequest,
        _ => Code::InternalError,
    };
    Problem::new(code, code.meaning())
}
