//! The table of error codes, each with its status, title and meaning.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

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
    /// `GET /oembed` returns JSON only.
    UnsupportedFormat = "unsupported_format", NOT_IMPLEMENTED, "The format is not supported";
    /// Something went wrong that is not the caller's fault.
    InternalError = "internal_error", INTERNAL_SERVER_ERROR, "Something went wrong here";
}
