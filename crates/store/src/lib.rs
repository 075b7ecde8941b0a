//! The store of players, runs, leaderboards and tables.
//!
//! The traits [`Store`], [`Tables`], [`Events`] and [`Apps`] have all calls, without SQL. [`sqlite`] and [`postgres`] implement them. The store
//! computes no scores: callers verify runs first. It contains no game, so it also stores, ranks and lists runs of games and rules versions that
//! the program does not know.

mod apps;
mod backend;
pub mod database;
mod error;
mod events;
mod fold;
pub mod metrics;
mod model;
mod outage;
#[allow(clippy::duplicate_mod, reason = "the SQL is stated once and compiled for each backend")]
pub mod postgres;
mod rating;
pub mod sqlite;
mod store;
mod tables;

pub use self::apps::Apps;
pub use self::backend::backup;
pub use self::error::StoreError;
pub use self::events::Events;
pub use self::metrics::{DatabaseKind, OpenTables, ServerMetrics, StoreMetrics};
pub use self::model::apps::{
    App, AppKeyHash, AppLink, AppState, AppUser, Consented, Control, LinkPurpose, MAX_APP_KEYS, MAX_SEASONS_A_YEAR, NewSeason, Season, SeasonCreated, MAX_APPS, MAX_USER_ID_BYTES, NewApp, NewAppLink,
    OfferedName, Registered, RepeatableSignIn, SignIn, SignedIn, TakeOver, ThroughApp, TookOver, USAGE_DAYS, UsageCount, UsageKind, UserId,
};
pub use self::model::averages::{
    Average, AverageList, AveragePage, AveragePlace, GameCounts, MIN_AVERAGED_GAMES, PlayerAverage,
};
pub use self::model::boards::{
    Best, Board, BoardEntry, BoardKind, BoardPage, BoardPlace, BoardRank, MAX_SEED_RANK, PageStart, TimeRange,
    TimeRangePlace,
};
pub use self::model::changes::{
    Changed, Counting, NewTable, Outcome, PlayerResult, RepeatableTable, RunOfTable, TableChange, TableCreated,
};
pub use self::model::events::{EVENT_SECONDS, EventPosition, EventsAfter, NewEvent, PlayerEvent, StoredEvent};
pub use self::model::history::History;
pub use self::model::ids::{ActionId, AppId, PlayerId, RunId, SeasonId, TableId, TokenId};
pub use self::model::leaves::{EarlyLeaves, FIRST_WAIT, Patience};
pub use self::model::moderation::{
    Act, LoggedAct, LoggedAction, MAX_REASON_CHARACTERS, Moderated, ModerationOrder, Names, Reason, ReasonError,
};
pub use self::model::pars::{Deal, Lease, Par, ParLine};
pub use self::model::players::{Created, NewPlayer, Player, RecoveryHash, Repeatable, TokenHash};
pub use self::model::ratings::{ListedRating, MIN_RATED_OPPONENTS, PlayerRating, RatingPage, RatingPlace};
pub use self::model::records::Record;
pub use self::model::requests::SeatRequests;
pub use self::model::retention::{FinalResult, Retention};
pub use self::model::runs::{
    Category, GameRuns, Hidden, HiddenFor, NewRun, PackedMoves, RankKey, ScopeScore, Scores, SeedClass, StoredRun,
    Submitted, Summary,
};
pub use self::model::secret::{Secret, SecretPlace};
pub use self::model::tables::{
    Departure, DuePlace, Ending, MovedBy, Occupant, RankedSeed, StoredMove, StoredTable, TableMark, TablePlace,
    TableSeat, TableState, TableStatus, TableTerms, WaitingTables,
};
pub use self::model::tokens::{
    ActingApp, Added, KnownToken, MAX_TOKENS, NewToken, Recovered, Recovery, Revoked, StoredToken,
};
pub use self::model::{calendar, label, name};
pub use self::rating::Rating;
pub use self::store::{AnyStore, Store};
pub use self::tables::Tables;
