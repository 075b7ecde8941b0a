//! Problems: every error answer is `application/problem+json` (RFC 9457).
//!
//! One table, [`Code`], turns each kind of error into its code, status and title. What a caller is told and what
//! is logged are kept apart: a problem says what the caller can mend.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;

use crate::rules::fault::{Faults, Illegal};
use crate::rules::game::Refused;
use crate::store::StoreError;
use crate::verification::{NotKept, Unreadable, Why};

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

            /// The reference that names it.
            #[must_use]
            pub const fn reference(self) -> &'static str {
                match self { $( Self::$Code => concat!("/v1/problems#", $code) ),+ }
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
    /// The cursor is not one that this list gave: it is of another board, or was changed.
    InvalidCursor = "invalid_cursor", BAD_REQUEST, "The cursor is not of this list";
    /// The call needs a player's token, as `Authorization: Bearer`; none was sent, or it is not known.
    Unauthorized = "unauthorized", UNAUTHORIZED, "A player's token is needed";
    /// The token is another player's.
    Forbidden = "forbidden", FORBIDDEN, "This is not yours to do";
    /// The moves of a daily run are shown to its player only, until the day has ended.
    Embargoed = "embargoed", FORBIDDEN, "The moves are not shown yet";
    /// There is nothing at this path.
    NotFound = "not_found", NOT_FOUND, "There is nothing here";
    /// There is no game of this id.
    UnknownGame = "unknown_game", NOT_FOUND, "There is no such game";
    /// There is no run of this number.
    UnknownRun = "unknown_run", NOT_FOUND, "There is no such run";
    /// There is no player of this number; one who was deleted is none.
    UnknownPlayer = "unknown_player", NOT_FOUND, "There is no such player";
    /// The run does not stand on the board; on a board of bests, its player may have a better one.
    NotOnBoard = "not_on_board", NOT_FOUND, "The run does not stand on this board";
    /// The path is there, but not for this method; `Allow` names those that are.
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "The method is not allowed here";
    /// No encoding that the request accepts can be given.
    NotAcceptable = "not_acceptable", NOT_ACCEPTABLE, "No acceptable answer can be given";
    /// No media type that the request accepts can be given.
    UnacceptableMediaType = "unacceptable_media_type", NOT_ACCEPTABLE, "No acceptable form can be given";
    /// The name equals one that is in use or once was, when case is folded, or looks like it.
    NameTaken = "name_taken", CONFLICT, "The name is taken";
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
    /// The name is too short or too long, or has a character that names may not have.
    InvalidName = "invalid_name", UNPROCESSABLE_ENTITY, "The name cannot be taken by anybody";
    /// The `Idempotency-Key` came before, with another body.
    IdempotencyKeyReused = "idempotency_key_reused", UNPROCESSABLE_ENTITY, "The Idempotency-Key was used before";
    /// A run is handed in without the total that is claimed for it.
    ClaimMissing = "claim_missing", UNPROCESSABLE_ENTITY, "The run claims no score";
    /// The run scores something else than it claims; `score` is the replayed score card.
    ClaimDiffers = "claim_differs", UNPROCESSABLE_ENTITY, "The run does not score what it claims";
    /// The run stops before the game has ended; `score` is the score card until there.
    Incomplete = "incomplete", UNPROCESSABLE_ENTITY, "The run is incomplete";
    /// The game was given up, and such a run of it stands on no board; `score` is its score card.
    NotRanked = "not_ranked", UNPROCESSABLE_ENTITY, "Such a run is not ranked";
    /// The run's seed is not of the class that was asked for.
    ClassDiffers = "class_differs", UNPROCESSABLE_ENTITY, "The seed is of another class";
    /// There is too much to do; `Retry-After` says when to try again. Nothing was done.
    Busy = "busy", SERVICE_UNAVAILABLE, "There is too much to do";
    /// What is stored cannot be reached or written for now, such as when the disk is full. Nothing was done.
    StoreUnavailable = "store_unavailable", SERVICE_UNAVAILABLE, "The store is unavailable";
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
    pub kind: &'static str,
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
    /// The place of the bad move in the run, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 9999)]
    pub index: Option<u16>,
    /// The score card where the replay of a run that is handed in stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Object)]
    pub score: Option<Box<Json>>,
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
            kind: code.reference(),
            title: code.title(),
            status: code.status().as_u16(),
            detail: detail.to_string(),
            code,
            rule: None,
            index: None,
            score: None,
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

    /// A run that may not be kept.
    #[must_use]
    pub fn not_kept(not_kept: NotKept) -> Self {
        let problem = match not_kept.why {
            Why::Illegal(index, illegal) => {
                let mut problem = Self::illegal_move(&illegal, &format!("/moves/{index}"));
                problem.index = u16::try_from(index).ok();
                problem
            }
            Why::Incomplete => Self::new(Code::Incomplete, "the game has not ended").at(
                "/moves",
                "incomplete",
                "the game has not ended",
            ),
            Why::NotRanked => Self::new(Code::NotRanked, "the game was given up, and stands on no board"),
            Why::Differs(score) => {
                let detail = format!("the run scores {score}");
                Self::new(Code::ClaimDiffers, &detail).at("/score", "claim_differs", &detail)
            }
        };
        Self { score: Some(Box::new(not_kept.score)), ..problem }
    }

    /// A stored run that cannot be replayed.
    #[must_use]
    pub fn unreadable(why: &Unreadable) -> Self {
        tracing::error!(target: "funhouse::store", why = why.0, "a stored run cannot be replayed");
        Self::new(Code::InternalError, "the stored run cannot be replayed")
    }

    /// What the store could not do. What is said of it is for the log only.
    #[must_use]
    pub fn of_store(error: &StoreError) -> Self {
        let (code, seconds) = match error {
            StoreError::Busy => (Code::Busy, "1"),
            StoreError::Unavailable(why) => {
                tracing::error!(target: "funhouse::store", why, "the store is unavailable");
                (Code::StoreUnavailable, "10")
            }
        };
        Self::new(code, code.meaning()).with_header(header::RETRY_AFTER, HeaderValue::from_static(seconds))
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

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::of_store(&error)
    }
}

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
        StatusCode::UNAUTHORIZED => Code::Unauthorized,
        StatusCode::FORBIDDEN => Code::Forbidden,
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
