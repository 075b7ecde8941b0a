//! Problems: every error response is `application/problem+json` (RFC 9457).
//!
//! One table, [`Code`], has the code, status and title of each kind of error. A problem shows what the client can correct. The cause of an
//! internal error is logged, and never sent.

mod code;
mod convert;

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;

pub use self::code::Code;
use crate::engine::schema::AnyScore;
use crate::rules::fault::{Faults, Illegal};
use crate::rules::wire;
use crate::store::TableId;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// The media type of pages, which browsers get for unknown paths.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// A fault in the body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemDetail {
    /// The location: a JSON pointer (RFC 6901) into the body. A missing field has the pointer that it would have.
    pub pointer: String,
    /// The kind of fault: a fault code or a rule id of the game, or `invalid` for a value that does not match the schema.
    pub code: String,
    /// What is wrong with the value, as text for people: what is allowed, and what was sent.
    pub detail: String,
}

// Rare fields are boxed, because most functions return problems by value.
/// An error response (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// A reference to the meaning of `code` in `GET /v1/problems`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// A short text for `code`.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong with this request, as text for people.
    pub detail: Box<str>,
    /// The stable code. Programs decide by it.
    #[schema(inline = false)]
    pub code: Code,
    /// The id of the rule that refuses a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    pub rule: Option<Box<&'static str>>,
    /// The index of the illegal move, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveIndex>)]
    pub index: Option<u16>,
    /// The number of moves that were made at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveCount>)]
    pub moves: Option<u16>,
    /// The id of the table with the open ranked game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, pattern = "^[0-7][0-9a-f]{15}$")]
    pub table: Option<Box<TableId>>,
    /// The score card of the position at which the replay of a submitted run stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<AnyScore>)]
    pub score: Option<Box<Json>>,
    /// The faults of the body.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<ProblemDetail>,
    /// A header of the response.
    #[serde(skip)]
    #[schema(ignore)]
    pub header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl Problem {
    /// Creates a problem with a code. `detail` says what is wrong with this request.
    pub fn new(code: Code, detail: impl fmt::Display) -> Self {
        Self {
            kind: code.reference(),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.to_string().into(),
            code,
            rule: None,
            index: None,
            moves: None,
            table: None,
            score: None,
            errors: Vec::new(),
            header: None,
        }
    }

    /// Creates a problem whose code says everything.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Self::new(code, code.meaning())
    }

    /// Creates a problem of one value in the body. `predicate` says what is wrong: `must be at most 7 (got 8)`.
    #[must_use]
    pub fn of_field(code: Code, pointer: &str, predicate: impl fmt::Display) -> Self {
        let place = if pointer.is_empty() { "the body" } else { pointer };
        let entry = if code == Code::InvalidBody { "invalid" } else { code.name() };
        Self::new(code, format_args!("{place} {predicate}")).at(pointer, entry, predicate)
    }

    /// The refusal of a banned player.
    #[must_use]
    pub fn banned() -> Self {
        Self::new(Code::Banned, "a moderator banned this player; you can use the service without a token")
    }

    /// Adds an entry to `errors`. `pointer` is a JSON pointer (RFC 6901) into the body.
    #[must_use]
    pub fn at(mut self, pointer: impl fmt::Display, code: &str, detail: impl fmt::Display) -> Self {
        let (pointer, code, detail) = (pointer.to_string(), code.to_owned(), detail.to_string());
        self.errors.push(ProblemDetail { pointer, code, detail });
        self
    }

    /// Sets a header of the response.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some(Box::new((name, value)));
        self
    }

    /// Sets the number of moves that were made at a table.
    #[must_use]
    pub fn with_moves(self, moves: usize) -> Self {
        Self { moves: u16::try_from(moves).ok(), ..self }
    }

    /// Sets the id of the table with the open ranked game.
    #[must_use]
    pub fn with_table(self, table: TableId) -> Self {
        Self { table: Some(Box::new(table)), ..self }
    }

    /// A move that the rules refuse. `pointer` is its location in the body.
    #[must_use]
    pub fn illegal_move(illegal: &Illegal, pointer: &str) -> Self {
        let mut problem = Self::new(Code::IllegalMove, &illegal.why);
        problem.rule = Some(Box::new(illegal.rule.0));
        problem.at(pointer, illegal.rule.0, &illegal.why)
    }

    /// A game that is no solitaire, in a request that only solitaires have.
    #[must_use]
    pub fn seated_game(title: &str) -> Self {
        let detail = format!(
            "{title} is not a solitaire: its runs can be replayed, but not submitted or ranked; play it at a table (`POST /v1/tables`)"
        );
        Self::new(Code::SeatedGame, detail)
    }

    /// Parts of a body that match the schema but contradict each other.
    #[must_use]
    pub fn inconsistent(faults: &Faults) -> Self {
        Self::of(Code::Inconsistent).with_faults(faults, "")
    }

    fn with_faults(self, faults: &Faults, pointer: &str) -> Self {
        faults.iter().fold(self, |problem, fault| {
            problem.at(format_args!("{pointer}{}", fault.pointer), fault.code, &fault.detail)
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
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
