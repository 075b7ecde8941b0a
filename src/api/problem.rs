//! Problems: every error answer is `application/problem+json` (RFC 9457).
//!
//! One table, [`Code`], turns each kind of error into its code, status and title. What a caller is told and what
//! is logged are kept apart: a problem says what the caller can mend.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::fault::{Faults, Illegal};
use crate::rules::game::Refused;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";

macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $Code:ident = $code:literal, $status:ident, $title:literal; )+) => {
        /// The kinds of problem there are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = ProblemCode)]
        pub enum Code {
            $( $(#[doc = $doc])+ $Code, )+
        }

        impl Code {
            /// Every kind of problem.
            pub const ALL: &'static [Self] = &[$( Self::$Code ),+];

            /// The stable code, as in the body.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Self::$Code => $code ),+ }
            }

            /// The status.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $( Self::$Code => StatusCode::$status ),+ }
            }

            /// The title.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $( Self::$Code => $title ),+ }
            }

            /// What the code means.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $( Self::$Code => concat!($($doc),+).trim_ascii_start() ),+ }
            }
        }
    };
}

codes! {
    /// The body is not JSON, or cannot be read as such.
    InvalidJson = "invalid_json", BAD_REQUEST, "The body is not JSON";
    /// The body is JSON but not of the published schema; `errors` says where.
    InvalidBody = "invalid_body", BAD_REQUEST, "The body is not of the schema";
    /// A query parameter is unknown or has a value that is not allowed.
    InvalidQuery = "invalid_query", BAD_REQUEST, "The query is not understood";
    /// The request cannot be understood for another reason, such as an encoding that is broken.
    BadRequest = "bad_request", BAD_REQUEST, "The request is not understood";
    /// There is nothing at this path.
    NotFound = "not_found", NOT_FOUND, "There is nothing here";
    /// There is no game of this id.
    UnknownGame = "unknown_game", NOT_FOUND, "There is no such game";
    /// The path is there, but not for this method; `Allow` names those that are.
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "The method is not allowed here";
    /// No encoding that the request accepts can be given.
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE, "No acceptable answer can be given";
    /// No media type that the request accepts can be given.
    UnacceptableMediaType = "unacceptable_media_type", NOT_ACCEPTABLE, "No acceptable form can be given";
    /// The body did not arrive in time.
    RequestTimeout = "request_timeout", REQUEST_TIMEOUT, "The request took too long to arrive";
    /// The body is larger than allowed, counted after decompression.
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "The body is too large";
    /// The body is not sent as `application/json`.
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "The body must be application/json";
    /// The body's content encoding is not one that is understood: gzip, deflate, br, zstd or identity.
    UnsupportedEncoding = "unsupported_encoding", UNSUPPORTED_MEDIA_TYPE, "The body's encoding is not supported";
    /// A rule of the game refuses a move; `rule` names it and `errors` says which move.
    IllegalMove = "illegal_move", UNPROCESSABLE_ENTITY, "The move is illegal";
    /// The state is one that play cannot reach; `errors` lists all its faults.
    ImpossibleState = "impossible_state", UNPROCESSABLE_ENTITY, "The state is impossible";
    /// The parts of the request do not fit together; `errors` says which.
    Inconsistent = "inconsistent", UNPROCESSABLE_ENTITY, "The parts of the request do not fit together";
    /// The rules version is not known for this game.
    UnknownRules = "unknown_rules", UNPROCESSABLE_ENTITY, "The rules version is not known";
    /// Something went wrong that is not the caller's fault.
    InternalError = "internal_error", INTERNAL_SERVER_ERROR, "Something went wrong here";
}

/// One thing that is wrong in the body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemDetail {
    /// Where: a JSON pointer (RFC 6901) into the body.
    pub pointer: String,
    /// What kind of thing: a fault code or a rule id of the game, or `invalid` for what is not of the schema.
    pub code: String,
    /// What is wrong, for people to read.
    pub detail: String,
}

/// An error answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// A reference that tells the kind of problem: into `GET /v1/problems`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in a few words.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong here, for people to read.
    pub detail: String,
    /// The stable code of the kind of problem.
    #[schema(inline = false)]
    pub code: Code,
    /// The id of the rule that refuses a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<&'static str>,
    /// What in the body is at fault, where something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<ProblemDetail>,
    /// A header that belongs to the answer.
    #[serde(skip)]
    #[schema(ignore)]
    pub header: Option<Box<(HeaderName, HeaderValue)>>,
}

impl Problem {
    /// A problem of a kind.
    pub fn new(code: Code, detail: impl fmt::Display) -> Self {
        Self {
            kind: format!("/v1/problems#{}", code.name()),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.to_string(),
            code,
            rule: None,
            errors: Vec::new(),
            header: None,
        }
    }

    /// The problem with one more thing that is wrong.
    #[must_use]
    pub fn at(mut self, pointer: impl fmt::Display, code: &str, detail: impl fmt::Display) -> Self {
        let (pointer, code, detail) = (pointer.to_string(), code.to_owned(), detail.to_string());
        self.errors.push(ProblemDetail { pointer, code, detail });
        self
    }

    /// The problem with a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some(Box::new((name, value)));
        self
    }

    /// A move that the rules refuse, at a place in the body.
    #[must_use]
    pub fn illegal_move(illegal: &Illegal, pointer: &str) -> Self {
        let mut problem = Self::new(Code::IllegalMove, &illegal.why);
        problem.rule = Some(illegal.rule.0);
        problem.at(pointer, illegal.rule.0, &illegal.why)
    }

    /// A state or a run, at a place in the body, that is not taken.
    #[must_use]
    pub fn refused(refused: &Refused, pointer: &str) -> Self {
        match refused {
            Refused::UnknownRules(rules) => {
                let detail = format!("the rules version {rules} is not known for this game");
                Self::new(Code::UnknownRules, &detail).at(format_args!("{pointer}/rules"), "unknown_rules", &detail)
            }
            Refused::Impossible(faults) => Self::impossible(faults, pointer),
        }
    }

    fn impossible(faults: &Faults, pointer: &str) -> Self {
        let count = faults.count();
        let detail = format!("the state has {count} fault{}", if count == 1 { "" } else { "s" });
        Self::new(Code::ImpossibleState, detail).with_faults(faults, pointer)
    }

    /// Parts of a body, each of the schema, that do not fit together.
    #[must_use]
    pub fn inconsistent(faults: &Faults) -> Self {
        Self::new(Code::Inconsistent, Code::Inconsistent.meaning()).with_faults(faults, "")
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

/// The problem that fits a status given by something other than our own handlers.
#[must_use]
pub fn of_status(status: StatusCode) -> Problem {
    let code = match status {
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Code::MethodNotAllowed,
        StatusCode::NOT_ACCEPTABLE => Code::NotAcceptable,
        StatusCode::REQUEST_TIMEOUT => Code::RequestTimeout,
        StatusCode::PAYLOAD_TOO_LARGE => Code::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType,
        status if status.is_client_error() => Code::BadRequest,
        _ => Code::InternalError,
    };
    Problem::new(code, code.meaning())
}
