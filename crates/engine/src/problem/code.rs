//! The table of error codes, each with its status, title and meaning.

use serde::Serialize;

use funhouse_rules::wire::ToSchema;

macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $Code:ident = $code:literal, $status:literal, $title:literal; )+) => {
        /// The stable code of an error. `GET /v1/problems` lists all codes with their meanings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = ProblemCode)]
        pub enum Code {
            $( $(#[doc = $doc])+ $Code, )+
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$( Self::$Code ),+];

            /// The code as in the body.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Self::$Code => $code ),+ }
            }

            /// The `type` of problems with this code: a reference into `GET /v1/problems`.
            #[must_use]
            pub const fn reference(self) -> &'static str {
                match self { $( Self::$Code => concat!("/v1/problems#", $code) ),+ }
            }

            /// The HTTP status.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $( Self::$Code => $status ),+ }
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
    /// The body is not valid JSON.
    InvalidJson = "invalid_json", 400, "Invalid JSON";
    /// The body is JSON but does not match the schema. `errors` has the location.
    InvalidBody = "invalid_body", 400, "The body does not match the schema";
    /// A query parameter is unknown, given twice, or has an invalid value.
    InvalidQuery = "invalid_query", 400, "Invalid query parameter";
    /// The request is malformed in another way, such as a broken content encoding or an invalid header.
    BadRequest = "bad_request", 400, "Malformed request";
    /// The cursor is not from this list: it is from a list of another board or game, or was changed.
    InvalidCursor = "invalid_cursor", 400, "Invalid cursor";
    /// The call needs a token in `Authorization: Bearer <token>`: a player's, or, under `/v1/moderation`, the moderator's. None was sent, or
    /// it is unknown or revoked.
    Unauthorized = "unauthorized", 401, "A valid token is required";
    /// The token belongs to another player.
    Forbidden = "forbidden", 403, "Not allowed";
    /// A moderator banned the player whose token or recovery code was sent. You can use the service without a token.
    Banned = "banned", 403, "The player is banned";
    /// Only the operator of this service creates apps.
    AppsClosed = "apps_closed", 403, "Only the operator creates apps";
    /// Until its day, or the round of its contest, is closed, only the player sees this; a ranked run only at its table.
    Embargoed = "embargoed", 403, "Not visible yet";
    /// You have no seat at this table, or the seat or the move is another's.
    NotSeated = "not_seated", 403, "Not your seat";
    /// The path, or something in it such as a seat or a day, does not exist.
    NotFound = "not_found", 404, "Not found";
    /// No game has this id. `GET /v1/games` lists all games.
    UnknownGame = "unknown_game", 404, "Unknown game";
    /// No run has this id.
    UnknownRun = "unknown_run", 404, "Unknown run";
    /// No player has this id, or the player was deleted.
    UnknownPlayer = "unknown_player", 404, "Unknown player";
    /// There is no such app, or the key that is sent is not its own.
    UnknownApp = "unknown_app", 404, "Unknown app";
    /// The link of an app is unknown, has expired, or was used or replaced.
    UnknownLink = "unknown_link", 404, "Unknown link";
    /// The app has no such season.
    UnknownSeason = "unknown_season", 404, "Unknown season";
    /// The player has no token with this id, or it was revoked.
    UnknownToken = "unknown_token", 404, "Unknown token";
    /// No table has this id. Tables that no one joined are deleted.
    UnknownTable = "unknown_table", 404, "Unknown table";
    /// You have no request for opponents with this id, or it has ended.
    UnknownPairing = "unknown_pairing", 404, "Unknown request for opponents";
    /// No contest has this id.
    UnknownContest = "unknown_contest", 404, "Unknown contest";
    /// The par of the deal is not computed yet. Try again later.
    ParPending = "par_pending", 404, "The par is not computed yet";
    /// The run is not on this board. On a board of bests, its player may have a better run.
    NotOnBoard = "not_on_board", 404, "The run is not on this board";
    /// The path exists, but not for this method. `Allow` lists its methods.
    MethodNotAllowed = "method_not_allowed", 405, "Method not allowed";
    /// `Accept-Encoding` excludes every encoding of the response.
    NotAcceptable = "not_acceptable", 406, "No acceptable encoding";
    /// `Accept` excludes every media type of the response.
    UnacceptableMediaType = "unacceptable_media_type", 406, "No acceptable media type";
    /// Another player has or had this name, or one that looks like it.
    NameTaken = "name_taken", 409, "The name is taken";
    /// The player has asked for the maximum number of apps.
    TooManyApps = "too_many_apps", 409, "Too many apps";
    /// The user took the player over, so the app no longer acts for them, and the link to do so was used.
    TakenOver = "taken_over", 409, "The user took the player over";
    /// The season has days of another one, or too many begin in its year, or it has begun.
    SeasonConflict = "season_conflict", 409, "The season conflicts with others or with time";
    /// The player has the maximum number of tokens. Revoke one first.
    TooManyTokens = "too_many_tokens", 409, "Too many tokens";
    /// This is the player's last token, and there is no recovery code to create another.
    LastToken = "last_token", 409, "Last token";
    /// The table is still waiting for players.
    TableNotBegun = "table_not_begun", 409, "The game has not started";
    /// The game at the table has started: no one can join or leave.
    TableBegun = "table_begun", 409, "The game has started";
    /// The game at the table is over.
    TableOver = "table_over", 409, "The game is over";
    /// The deadline of your move passed before the whole request arrived.
    DeadlinePassed = "deadline_passed", 409, "The deadline has passed";
    /// The day of the ranked daily game is over: it can no longer be started or played.
    DayClosed = "day_closed", 409, "The day is over";
    /// The round of the contest is closed: it can no longer be started or played.
    RoundClosed = "round_closed", 409, "The round is closed";
    /// The round of the contest has not opened yet.
    RoundNotOpen = "round_not_open", 409, "The round is not open yet";
    /// The last round of the contest is closed: no one can enter any more.
    ContestClosed = "contest_closed", 409, "The contest is closed";
    /// The contest has the maximum number of entrants.
    ContestFull = "contest_full", 409, "The contest is full";
    /// The player has entered the contest, so the organizer can no longer refuse them.
    AlreadyEntered = "already_entered", 409, "The player has entered the contest";
    /// A round was begun. A contest can be canceled until a player has begun a round, and you can withdraw until you have.
    ContestBegun = "contest_begun", 409, "A round of the contest was begun";
    /// You have not entered the contest, or its organizer has not approved you yet.
    NotEntered = "not_entered", 403, "You have not entered the contest";
    /// Only the organizer of the contest can do this.
    NotOrganizer = "not_organizer", 403, "You are not the organizer of the contest";
    /// The game at the table is not over yet.
    TableNotOver = "table_not_over", 409, "The game is not over";
    /// Someone else has the seat.
    SeatTaken = "seat_taken", 409, "The seat is taken";
    /// You cannot take a seat at this table: its maker refused or removed you, or someone there does not play with you.
    SeatRefused = "seat_refused", 403, "You cannot take a seat at this table";
    /// Only the player who created the table can approve, refuse or remove others, if it has `approval`.
    NotMaker = "not_maker", 403, "You are not the maker of the table";
    /// The player does not ask for a seat at the table.
    UnknownSeatRequest = "unknown_seat_request", 404, "The player does not ask for a seat";
    /// The maximum number of players wait for an answer of the table's maker.
    TooManySeatRequests = "too_many_seat_requests", 409, "Too many players ask for a seat";
    /// The player with the request cannot take a seat now, for example because they have seats at the maximum number of tables.
    CannotSit = "cannot_sit", 409, "The player cannot take a seat";
    /// The table has the maximum number of invitations, or the player has the maximum number of invitations by you.
    TooManyInvitations = "too_many_invitations", 409, "Too many invitations";
    /// The request for opponents has led to the table in `table`, at which you have a seat.
    Paired = "paired", 409, "Opponents were found";
    /// You block the maximum number of players.
    TooManyBlocks = "too_many_blocks", 409, "Too many blocks";
    /// You have another seat at this table.
    AlreadySeated = "already_seated", 409, "You have another seat";
    /// You resigned or ran out of time too often: a robot has your seat.
    SeatLeft = "seat_left", 409, "A robot has your seat";
    /// The game never asks all seats to react.
    NoWindows = "no_windows", 409, "No windows to decline";
    /// The game at the table has only one seat, so there is no one to talk to.
    NoPhrases = "no_phrases", 409, "No phrases at this table";
    /// You have seats at the maximum number of tables that are not over.
    TooManyTables = "too_many_tables", 409, "Too many tables";
    /// You have the maximum number of contests that are not over.
    TooManyContests = "too_many_contests", 409, "Too many contests";
    /// You have an open ranked game of the same game, rules version and options, at the table in `table`. Finish or resign it first.
    TableOpen = "table_open", 409, "You have an open ranked game";
    /// The moves of the table were removed, or cannot be read. Without `after`, `GET /v1/tables/{id}` shows what remains.
    MovesRemoved = "moves_removed", 410, "The moves were removed";
    /// Others moved first: the table has more moves than `after`. `moves` is their number. None of your moves was made.
    Stale = "stale", 412, "Others moved first";
    /// The body did not arrive in time.
    RequestTimeout = "request_timeout", 408, "The body arrived too slowly";
    /// The body exceeds its maximum size, as sent or after decompression.
    BodyTooLarge = "body_too_large", 413, "The body is too large";
    /// The `Content-Type` of the body is not the one of the call: `application/json` for all calls but `POST /v1/verifications`.
    UnsupportedMediaType = "unsupported_media_type", 415, "Unsupported Content-Type";
    /// The `Content-Encoding` of the body is not supported. `Accept-Encoding` lists those that are.
    UnsupportedEncoding = "unsupported_encoding", 415, "Unsupported Content-Encoding";
    /// A rule of the game refuses a move. `rule` is the id of the rule, and `errors` has the location of the move.
    IllegalMove = "illegal_move", 422, "Illegal move";
    /// Play cannot reach this state. `errors` lists all its faults.
    ImpossibleState = "impossible_state", 422, "Impossible state";
    /// No seat can have this view. `errors` lists the faults that a view can show: those of its state, `hidden` where something is hidden
    /// that the seat sees, and `shown` where something is visible that the seat does not see.
    ImpossibleView = "impossible_view", 422, "Impossible view";
    /// The state does not have this seat. `errors` has the location.
    UnknownSeat = "unknown_seat", 422, "Unknown seat";
    /// The days of the season are not valid.
    InvalidSeason = "invalid_season", 422, "Invalid season";
    /// The game is not a solitaire. Its runs can be replayed, but not submitted: play it at a table (`POST /v1/tables`).
    SeatedGame = "seated_game", 422, "Only solitaires have ranked runs";
    /// Parts of the request contradict each other. `errors` has the locations.
    Inconsistent = "inconsistent", 422, "Parts of the request contradict each other";
    /// The game has the maximum number of moves of a run.
    TooManyMoves = "too_many_moves", 422, "Too many moves";
    /// The game does not have this rules version.
    UnknownRules = "unknown_rules", 422, "Unknown rules version";
    /// The name is too short or too long, has a character that is not allowed, or is reserved.
    InvalidName = "invalid_name", 422, "Invalid name";
    /// The home page is not the address of a page.
    InvalidHomePage = "invalid_home_page", 422, "Invalid home page";
    /// The user id is empty or too long, or has a character that is not allowed.
    InvalidUserId = "invalid_user_id", 422, "Invalid user id";
    /// The label is empty or too long, or has a character that is not allowed.
    InvalidLabel = "invalid_label", 422, "Invalid label";
    /// The reason is blank or too long, or has control characters.
    InvalidReason = "invalid_reason", 422, "Invalid reason";
    /// The recovery code is malformed or unknown. Each code works once.
    InvalidRecoveryCode = "invalid_recovery_code", 422, "Invalid recovery code";
    /// The `Idempotency-Key` was used before with another body.
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The Idempotency-Key was used before";
    /// The submitted run does not claim a total score.
    ClaimMissing = "claim_missing", 422, "The claimed score is missing";
    /// The replayed score differs from the claimed one. `score` is the replayed score card.
    ClaimDiffers = "claim_differs", 422, "The replayed score differs from the claim";
    /// The run stops before the game ends. `score` is the score card after its last move.
    Incomplete = "incomplete", 422, "The run is incomplete";
    /// The player gave up, and such runs of this game are not ranked. `score` is the score card.
    NotRanked = "not_ranked", 422, "The run is not ranked";
    /// The seed of the run does not have the requested class.
    ClassDiffers = "class_differs", 422, "The seed has another class";
    /// You exceeded a rate limit. Send the request again after `Retry-After` seconds. `RateLimit` shows what remains.
    TooManyRequests = "too_many_requests", 429, "Too many requests";
    /// You left games early or took many seats at once, or others at your address did. You can take a seat at a listed table after
    /// `Retry-After` seconds.
    MustWait = "must_wait", 429, "Wait before you take another seat";
    /// Your address has the maximum number of connections. Connect again after `Retry-After` seconds. This response is sent before a
    /// request is read, and the connection is then closed.
    TooManyConnections = "too_many_connections", 429, "Too many connections";
    /// Your address, or your app or its user, has the maximum number of open event streams and waiting requests. Try again after `Retry-After` seconds.
    TooManyListeners = "too_many_listeners", 429, "Too many listeners";
    /// The service is overloaded. Send the request again after `Retry-After` seconds. Nothing was changed.
    Busy = "busy", 503, "Overloaded";
    /// The database cannot be reached or written, such as when the disk is full. Nothing was changed.
    StoreUnavailable = "store_unavailable", 503, "The database is unavailable";
    /// The database failed while writing: the request may or may not have taken effect. Send it again later: a run is not stored twice, and
    /// an `Idempotency-Key` does not take a name twice.
    OutcomeUnknown = "outcome_unknown", 503, "The outcome is unknown";
    /// The service's clock is more than a day ahead of the newest day that it served, and the operator has not confirmed it. Until then, later
    /// days have no seeds and accept no runs. Nothing was changed.
    ClockUnconfirmed = "clock_unconfirmed", 503, "The clock is not confirmed";
    /// The service is stopping, so load balancers send new requests to other instances. Only `GET /readyz` responds with it.
    Stopping = "stopping", 503, "The service is stopping";
    /// `GET /oembed` returns JSON only.
    UnsupportedFormat = "unsupported_format", 501, "Unsupported format";
    /// An error of the service. Report it with the `X-Request-Id` of the response.
    InternalError = "internal_error", 500, "Internal error";
}
