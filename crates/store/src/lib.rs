//! The store of players, runs, leaderboards and tables.
//!
//! The traits [`Store`], [`Tables`], [`Events`], [`Apps`], [`Contests`] and [`Opponents`] have all calls, without SQL. [`sqlite`] and [`postgres`] implement them. The store
//! computes no scores: callers verify runs first. It contains no game, so it also stores, ranks and lists runs of games and rules versions that
//! the program does not know.

mod apps;
mod backend;
mod contests;
pub mod database;
mod error;
mod events;
mod fold;
pub mod metrics;
mod model;
mod opponents;
mod outage;
#[allow(clippy::duplicate_mod, reason = "the SQL is stated once and compiled for each backend")]
pub mod postgres;
mod rating;
pub mod sqlite;
mod store;
mod tables;

pub use self::apps::Apps;
pub use self::backend::backup;
pub use self::contests::Contests;
pub use self::error::StoreError;
pub use self::events::Events;
pub use self::metrics::{DatabaseKind, OpenTables, ServerMetrics, StoreMetrics};
pub use self::model::apps::{
    App, AppKeyHash, AppLink, AppState, AppUser, Consented, Control, LinkPurpose, MAX_APP_KEYS, MAX_APPS,
    MAX_SEASONS_A_YEAR, MAX_USER_ID_BYTES, NewApp, NewAppLink, NewSeason, OfferedName, Registered, RepeatableSignIn,
    Season, SeasonCreated, SignIn, SignedIn, TakeOver, ThroughApp, TookOver, USAGE_DAYS, UsageCount, UsageKind, UserId,
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
pub use self::model::contests::{
    ContestCanceled, ContestCreated, ContestPlace, ContestTerms, DueRound, Entrant, EntrantChange, EntrantChanged,
    EntrantState, Entry, EntryRun, MAX_ENTRANTS, MAX_OPEN_CONTESTS, MAX_ROUNDS, NewContest, NewRound, RoundEntry,
    RoundState, StoredContest, StoredRound,
};
pub use self::model::events::{
    AppEvent, EVENT_SECONDS, EventPosition, EventsAfter, NewEvent, NewestOfApp, PlayerEvent, StoredEvent, UserEvent,
};
pub use self::model::history::History;
pub use self::model::ids::{
    ActionId, AppId, ContestId, PairingId, PlayerId, RoundId, RunId, SeasonId, TableId, TokenId,
};
pub use self::model::leaves::{EarlyLeaves, FIRST_WAIT, Patience};
pub use self::model::moderation::{
    Act, LoggedAct, LoggedAction, MAX_REASON_CHARACTERS, Moderated, ModerationOrder, Names, Reason, ReasonError,
};
pub use self::model::opponents::{
    Blocked, Invitation, Invited, MAX_BLOCKS, MAX_INVITATIONS_OF_PLAYER, MAX_INVITATIONS_OF_TABLE, NewInvitation,
};
pub use self::model::pairings::{
    Asked, NewPairing, PAIRING_SECONDS, PairedTable, Pairing, PairingPlace, PairingTerms, WaitingPairings,
};
pub use self::model::pars::{Deal, Lease, Par, ParLine};
pub use self::model::players::{Created, NamedPlayer, NewPlayer, Player, RecoveryHash, Repeatable, TokenHash};
pub use self::model::ratings::{ListedRating, MIN_RATED_OPPONENTS, PlayerRating, RatingPage, RatingPlace};
pub use self::model::records::Record;
pub use self::model::requests::SeatRequests;
pub use self::model::retention::{FinalResult, Retention};
pub use self::model::rounds::ContestRound;
pub use self::model::runs::{
    Category, GameRuns, Hidden, HiddenFor, NewRun, PackedMoves, RankKey, ScopeScore, Scores, SeedClass, StoredRun,
    Submitted, Summary,
};
pub use self::model::secret::{Secret, SecretPlace};
pub use self::model::tables::{
    Departure, DuePlace, Ending, MovedBy, Occupant, RankedSeed, StoredMove, StoredTable, TableMark, TablePlace,
    TableSeat, TableState, TableStatus, TableTerms, WaitingTables, Window,
};
pub use self::model::tokens::{
    ActingApp, Added, KnownToken, MAX_TOKENS, NewToken, Recovered, Recovery, Revoked, StoredToken,
};
pub use self::model::{calendar, label, name};
pub use self::opponents::Opponents;
pub use self::rating::Rating;
pub use self::store::{AnyStore, Store};
pub use self::tables::Tables;
