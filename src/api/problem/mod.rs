//! Problems: every error answer is `application/problem+json` (RFC 9457).
//!
//! One table, [`Code`], turns each kind of error into its code, status and title. A problem says what the client can correct;
//! the cause of an internal error is logged and never sent.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;

use crate::days::Unconfirmed;
use crate::engine::refusal::{Refusal, Rejection, RejectionReason};
use crate::engine::schema::AnyScore;
use crate::engine::verification::NoPosition;
use crate::rules::fault::{Faults, Illegal};
use crate::rules::game::{Seat, Seats};
use crate::rules::wire;
use crate::store::{StoreError, TableId};
use crate::verification::Unverifiable;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// The media type of a page, which browsers get where nothing is.
pub(super) const HTML: &str = "text/html; charset=utf-8";

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
    /// The call needs a token, as `Authorization: Bearer`: a player's, or, under `/v1/moderation`, the moderator's. None was sent, or it is not
    /// known.
    Unauthorized = "unauthorized", UNAUTHORIZED, "A token is needed";
    /// The token is another player's.
    Forbidden = "forbidden", FORBIDDEN, "This is not yours to do";
    /// A moderator banned the player whose token or recovery code was sent. The service can be used without a token.
    Banned = "banned", FORBIDDEN, "The player is banned";
    /// The moves of a daily run, and a sealed daily game, are shown to their player only, until the day is closed.
    Embargoed = "embargoed", FORBIDDEN, "The moves are not shown yet";
    /// You have no seat at this table, or what you want to move is another's.
    NotSeated = "not_seated", FORBIDDEN, "This is not your seat";
    /// There is nothing at this path.
    NotFound = "not_found", NOT_FOUND, "There is nothing here";
    /// There is no game of this id.
    UnknownGame = "unknown_game", NOT_FOUND, "There is no such game";
    /// There is no run of this number.
    UnknownRun = "unknown_run", NOT_FOUND, "There is no such run";
    /// There is no player of this number; one who was deleted is none.
    UnknownPlayer = "unknown_player", NOT_FOUND, "There is no such player";
    /// The player has no token of this number; it may have been revoked.
    UnknownToken = "unknown_token", NOT_FOUND, "There is no such token";
    /// There is no table of this number; one that nobody joined may have been put away.
    UnknownTable = "unknown_table", NOT_FOUND, "There is no such table";
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
    /// The player has as many tokens as there may be: one must be revoked first.
    TooManyTokens = "too_many_tokens", CONFLICT, "There are too many tokens";
    /// The token is the player's last one, and there is no recovery code with which another could be made.
    LastToken = "last_token", CONFLICT, "It is the last token";
    /// The table waits for players still.
    TableNotBegun = "table_not_begun", CONFLICT, "The table has not begun";
    /// The table has begun: nobody can sit down there or leave.
    TableBegun = "table_begun", CONFLICT, "The table has begun";
    /// The table is over.
    TableOver = "table_over", CONFLICT, "The table is over";
    /// The deadline of your move passed before the whole request had arrived: the built-in player moves for you.
    DeadlinePassed = "deadline_passed", CONFLICT, "The deadline has passed";
    /// The day of the sealed daily game is closed: it can no longer be begun or played. Nothing was done.
    DayClosed = "day_closed", CONFLICT, "The day is closed";
    /// The table is not over yet.
    TableNotOver = "table_not_over", CONFLICT, "The table is not over";
    /// Somebody else has the seat.
    SeatTaken = "seat_taken", CONFLICT, "The seat is taken";
    /// You gave up, or let time run out too often: the built-in player has your seat.
    SeatLeft = "seat_left", CONFLICT, "The built-in player has your seat";
    /// You sit at as many tables that are not over as a player may.
    TooManyTables = "too_many_tables", CONFLICT, "You sit at too many tables";
    /// You have an open sealed game of the same game, rules version and options: `table` is the number of its table. Finish that game or
    /// give it up first.
    TableOpen = "table_open", CONFLICT, "You have an open sealed game";
    /// More moves were made at the table than you know of: `moves` says how many. Yours were not made.
    Stale = "stale", PRECONDITION_FAILED, "Others moved before you";
    /// The body did not arrive in time.
    RequestTimeout = "request_timeout", REQUEST_TIMEOUT, "The request took too long to arrive";
    /// The body is larger than allowed, as it is sent or after decompression.
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "The body is too large";
    /// The body is not sent as `application/json`.
    UnsupportedMediaType = "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "The body must be application/json";
    /// The body's content encoding is not supported: it must be gzip or identity, as `Accept-Encoding` says.
    UnsupportedEncoding = "unsupported_encoding", UNSUPPORTED_MEDIA_TYPE, "The body's encoding is not supported";
    /// A rule of the game refuses a move; `rule` names it and `errors` says which move.
    IllegalMove = "illegal_move", UNPROCESSABLE_ENTITY, "The move is illegal";
    /// The state is one that play cannot reach; `errors` lists all its faults.
    ImpossibleState = "impossible_state", UNPROCESSABLE_ENTITY, "The state is impossible";
    /// The view is one that nobody can have; `errors` lists its faults, as far as a view can tell: those of its state, `hidden` where
    /// something is unknown that its seat sees, and `shown` where something is known that its seat does not see.
    ImpossibleView = "impossible_view", UNPROCESSABLE_ENTITY, "The view is impossible";
    /// The state has no such seat; `errors` says where it is asked for.
    UnknownSeat = "unknown_seat", UNPROCESSABLE_ENTITY, "There is no such seat";
    /// The game is for several seats. Its runs are replayed, but not kept or ranked: play it at a table (`POST /v1/tables`).
    SeatedGame = "seated_game", UNPROCESSABLE_ENTITY, "Runs of games for several seats are not kept";
    /// The parts of the request do not fit together; `errors` says which.
    Inconsistent = "inconsistent", UNPROCESSABLE_ENTITY, "The parts of the request do not fit together";
    /// The game has as many moves as a run may have: no more can be made.
    TooManyMoves = "too_many_moves", UNPROCESSABLE_ENTITY, "The game has too many moves";
    /// The rules version is not known for this game.
    UnknownRules = "unknown_rules", UNPROCESSABLE_ENTITY, "The rules version is not known";
    /// The name is too short or too long, or has a character that names may not have.
    InvalidName = "invalid_name", UNPROCESSABLE_ENTITY, "The name cannot be taken by anybody";
    /// The label is empty or too long, or has a character that labels may not have.
    InvalidLabel = "invalid_label", UNPROCESSABLE_ENTITY, "No token can have this label";
    /// The reason is blank or too long, or has control characters.
    InvalidReason = "invalid_reason", UNPROCESSABLE_ENTITY, "The reason cannot be used";
    /// The recovery code is not one, or is not known: each works once.
    InvalidRecoveryCode = "invalid_recovery_code", UNPROCESSABLE_ENTITY, "The recovery code is not known";
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
    /// The caller asked for more than its limit allows; `Retry-After` says when to try again, and `RateLimit` how it stands.
    TooManyRequests = "too_many_requests", TOO_MANY_REQUESTS, "There were too many requests";
    /// Your address has as many connections as it may; `Retry-After` says when to try again. This response is sent before a request is
    /// read, and then the connection is closed.
    TooManyConnections = "too_many_connections", TOO_MANY_REQUESTS, "There are too many connections";
    /// As many wait for news of tables from your address as may; `Retry-After` says when to try again.
    TooManyListeners = "too_many_listeners", TOO_MANY_REQUESTS, "Too many wait for news";
    /// There is too much to do; `Retry-After` says when to try again. Nothing was done.
    Busy = "busy", SERVICE_UNAVAILABLE, "There is too much to do";
    /// What is stored cannot be reached or written for now, such as when the disk is full. Nothing was done.
    StoreUnavailable = "store_unavailable", SERVICE_UNAVAILABLE, "The store is unavailable";
    /// What is stored failed while it was written: the request may have been done or not. Ask again later: a run that was kept is not
    /// kept twice, nor is a name taken twice for one `Idempotency-Key`.
    OutcomeUnknown = "outcome_unknown", SERVICE_UNAVAILABLE, "Whether it was done is not known";
    /// The service's clock is more than a day ahead of the newest day that was served, and its operator has not confirmed it: no later day's
    /// seeds are served, and no run of them is taken. Nothing was done.
    ClockUnconfirmed = "clock_unconfirmed", SERVICE_UNAVAILABLE, "The clock must be confirmed";
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

/// An error answer. What few problems have is boxed, since most functions return one by value.
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
    pub detail: Box<str>,
    /// The stable code of the kind of problem.
    #[schema(inline = false)]
    pub code: Code,
    /// The id of the rule that refuses a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    pub rule: Option<Box<&'static str>>,
    /// The place of the bad move in the run, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveIndex>)]
    pub index: Option<u16>,
    /// How many moves were made at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::MoveCount>)]
    pub moves: Option<u16>,
    /// The number of the table that is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, pattern = "^[0-7][0-9a-f]{15}$")]
    pub table: Option<Box<TableId>>,
    /// The score card where the replay of a run that is handed in stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<AnyScore>)]
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

    /// The refusal of a banned player.
    #[must_use]
    pub fn banned() -> Self {
        Self::new(Code::Banned, "a moderator banned this player; the service can be used without a token")
    }

    /// The problem with one more entry in `errors`. `pointer` is a JSON pointer (RFC 6901) into the body.
    #[must_use]
    pub fn at(mut self, pointer: impl fmt::Display, code: &str, detail: impl fmt::Display) -> Self {
        let (pointer, code, detail) = (pointer.to_string(), code.to_owned(), detail.to_string());
        self.errors.push(ProblemDetail { pointer, code, detail });
        self
    }

    /// The problem with a header for its response.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some(Box::new((name, value)));
        self
    }

    /// The problem with the number of moves that were made at a table.
    #[must_use]
    pub fn with_moves(self, moves: usize) -> Self {
        Self { moves: u16::try_from(moves).ok(), ..self }
    }

    /// The problem with the number of a table that is in the way.
    #[must_use]
    pub fn with_table(self, table: TableId) -> Self {
        Self { table: Some(Box::new(table)), ..self }
    }

    /// A move that the rules refuse, at a place in the body.
    #[must_use]
    pub fn illegal_move(illegal: &Illegal, pointer: &str) -> Self {
        let mut problem = Self::new(Code::IllegalMove, &illegal.why);
        problem.rule = Some(Box::new(illegal.rule.0));
        problem.at(pointer, illegal.rule.0, &illegal.why)
    }

    fn unknown_rules(rules: u32, pointer: &str) -> Self {
        let detail = format!("the rules version {rules} is not known for this game");
        Self::new(Code::UnknownRules, &detail).at(pointer, "unknown_rules", &detail)
    }

    fn not_of_schema(pointer: Option<String>, detail: &str) -> Self {
        let Some(pointer) = pointer else { return Self::new(Code::InvalidBody, detail) };
        let place = if pointer.is_empty() { "the body" } else { &pointer };
        Self::new(Code::InvalidBody, format_args!("{place}: {detail}")).at(&pointer, "invalid", detail)
    }

    fn unknown_seat(seat: Seat, seats: Seats) -> Self {
        let detail = format!("there is no seat {seat}: there are {} seats", seats.count());
        Self::new(Code::UnknownSeat, &detail).at("/seat", "unknown_seat", &detail)
    }

    /// A game for several seats where runs are kept and ranked.
    #[must_use]
    pub fn seated_game(title: &str) -> Self {
        let detail = format!(
            "{title} is for several seats: its runs are replayed, but not kept or ranked: play it at a table (`POST /v1/tables`)"
        );
        Self::new(Code::SeatedGame, detail)
    }

    fn claim_missing() -> Self {
        let detail = "a run is handed in with the total that it claims";
        Self::new(Code::ClaimMissing, detail).at("", "claim_missing", detail)
    }

    fn impossible(code: Code, what: &str, faults: &Faults) -> Self {
        let count = faults.count();
        let detail = format!("the {what} has {count} fault{}", if count == 1 { "" } else { "s" });
        Self::new(code, detail).with_faults(faults, &format!("/{what}"))
    }

    /// Parts of a body, each of the schema, that do not fit together.
    #[must_use]
    pub fn inconsistent(faults: &Faults) -> Self {
        Self::new(Code::Inconsistent, Code::Inconsistent.meaning()).with_faults(faults, "")
    }

    /// A run that was handed in and rejected.
    #[must_use]
    pub fn rejection(rejection: Rejection) -> Self {
        let problem = match rejection.reason {
            RejectionReason::Illegal(index, illegal) => {
                let mut problem = Self::illegal_move(&illegal, &format!("/moves/{index}"));
                problem.index = u16::try_from(index).ok();
                problem
            }
            RejectionReason::Incomplete => Self::new(Code::Incomplete, "the game has not ended").at(
                "/moves",
                "incomplete",
                "the game has not ended",
            ),
            RejectionReason::NotRanked => Self::new(Code::NotRanked, "the game was given up, and stands on no board"),
            RejectionReason::ScoreDiffers(score) => {
                let detail = format!("the run scores {score}");
                Self::new(Code::ClaimDiffers, &detail).at("/score", "claim_differs", &detail)
            }
        };
        Self { score: Some(Box::new(rejection.score)), ..problem }
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
            StoreError::Unknown(why) => {
                tracing::error!(target: "funhouse::store", why, "the store failed while it wrote");
                (Code::OutcomeUnknown, "10")
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

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotJson(why) => Self::new(Code::InvalidJson, why),
            Refusal::NotOfSchema { pointer, detail } => Self::not_of_schema(pointer, &detail),
            Refusal::UnknownRules { pointer, rules } => Self::unknown_rules(rules, pointer),
            Refusal::ImpossibleState { faults } => Self::impossible(Code::ImpossibleState, "state", &faults),
            Refusal::ImpossibleView { faults } => Self::impossible(Code::ImpossibleView, "view", &faults),
            Refusal::IllegalMove { pointer, illegal } => Self::illegal_move(&illegal, &pointer),
            Refusal::UnknownSeat { seat, seats } => Self::unknown_seat(seat, seats),
            Refusal::Seated { title } => {
                let problem = Self::seated_game(title);
                let detail = problem.detail.clone();
                problem.at("/game", "seated_game", detail)
            }
            Refusal::ClaimMissing => Self::claim_missing(),
            Refusal::Rejected(rejection) => Self::rejection(*rejection),
            Refusal::NoSeed => Self::new(Code::InternalError, "no seed could be drawn"),
        }
    }
}

impl From<Unverifiable> for Problem {
    fn from(why: Unverifiable) -> Self {
        match why {
            Unverifiable::UnknownGame(_) | Unverifiable::UnknownRules { .. } => Self::new(Code::UnknownRules, why),
            Unverifiable::Unreadable(why) => {
                tracing::error!(target: "funhouse::store", why, "a stored run cannot be replayed");
                Self::new(Code::InternalError, "the stored run cannot be replayed")
            }
        }
    }
}

impl From<NoPosition> for Problem {
    fn from(why: NoPosition) -> Self {
        match why {
            NoPosition::TooFewMoves(moves) => Self::new(Code::NotFound, format_args!("the run has {moves} moves")),
            NoPosition::Unreadable(why) => Unverifiable::from(why).into(),
        }
    }
}

impl From<Unconfirmed> for Problem {
    fn from(Unconfirmed { newest }: Unconfirmed) -> Self {
        let detail = format!(
            "the clock is more than a day ahead of {newest}, the newest day that was served: no later day's seeds are served until the \
             operator confirms that it is right"
        );
        Self::new(Code::ClockUnconfirmed, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("60"))
    }
}

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

/// The problem for a status that came from the framework and not from one of our handlers.
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
