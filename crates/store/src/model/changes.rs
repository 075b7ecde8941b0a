//! Changes of tables: what callers ask the store to write, and what becomes of it.

use super::apps::ThroughApp;
use super::averages::GameCounts;
use super::calendar::Timestamp;
use super::events::NewEvent;
use super::history::History;
use super::ids::{PlayerId, RunId, TableId};
use super::runs::{NewRun, RankKey};
use super::tables::{StoredMove, TableState, TableTerms, Window};

/// A table to create.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its number, drawn at random.
    pub id: TableId,
    /// The part that never changes.
    pub terms: TableTerms,
    /// The part that changes.
    pub state: TableState,
    /// How to recognize the same request, if the caller may repeat it.
    pub repeatable: Option<RepeatableTable>,
    /// The table of which this is the rematch.
    pub rematch_of: Option<TableId>,
    /// Maximum number of open tables of its maker, including this one.
    pub max_open_tables: u32,
    /// Maximum number of open tables of its app, including this one. Those that are created at the same time are not counted.
    pub max_open_of_app: u32,
    /// What a ranked game with its own seed counts in the average from its start; none for other tables.
    pub counts: Option<RankKey>,
    /// Its history before the first move.
    pub history: History,
    /// The events to store with it.
    pub events: Vec<NewEvent>,
}

/// What identifies a repeated request for a table.
#[derive(Clone, Copy, Debug)]
pub struct RepeatableTable {
    /// A hash of the player and the idempotency key.
    pub key: [u8; 32],
    /// A hash of the request.
    pub request: [u8; 32],
    /// When the request is forgotten.
    pub until: Timestamp,
}

/// The outcome of creating a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableCreated {
    /// The table was created.
    New,
    /// This table exists already: with the same number, of the same request, of the same player and day or round, or as the rematch of the same table.
    Existing(TableId),
    /// The key was used with another request.
    OtherRequest,
    /// Its maker has too many open tables.
    TooMany,
    /// Its app has too many open tables.
    TooManyOfApp,
    /// The [window](Window) of its secret seed is closed.
    WindowClosed,
    /// The round of the contest has not opened.
    RoundNotOpen,
    /// Its maker has not entered the contest.
    NotEntered,
    /// Its maker has this open table with its own secret seed, of the same game, rules version and options.
    HasOpen(TableId),
    /// Its maker is banned.
    Banned,
}

/// A change of a table.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// The state after the change. Players who are new in it sit down.
    pub state: TableState,
    /// The new moves, in order.
    pub moves: Vec<StoredMove>,
    /// The players who sit down, or ask for a seat, with the change. It is refused if one of them and another player of the table block each other.
    pub newcomers: Vec<PlayerId>,
    /// Maximum number of open tables of a player who sits down, including this one.
    pub max_open_tables: u32,
    /// The window of a game with a shared secret seed. The change is refused if the window is closed. None for other tables, and to end a
    /// table whose window is closed.
    pub window: Option<Window>,
    /// What a ranked game with its own seed counts in the average from now on; none if that does not change.
    pub counts: Option<GameCounts>,
    /// The outcome to store, if the change ends the table.
    pub outcome: Option<Outcome>,
    /// The player who requested the change, which is refused if the player is banned, as is one who sits down. None for changes by the service.
    pub by: Option<PlayerId>,
    /// The players who left the game early with the change, and when.
    pub left_early: Vec<(PlayerId, Timestamp)>,
    /// The history after the change.
    pub history: History,
    /// The events to store with it.
    pub events: Vec<NewEvent>,
    /// A random number, by which the next version exceeds the version after this one.
    pub fence: u32,
}

impl TableChange {
    /// Returns a change by the service without moves or an outcome, in which no one sits down.
    #[must_use]
    pub const fn of(state: TableState, history: History, fence: u32) -> Self {
        Self {
            state,
            moves: Vec::new(),
            newcomers: Vec::new(),
            max_open_tables: 0,
            window: None,
            counts: None,
            outcome: None,
            by: None,
            left_early: Vec::new(),
            history,
            events: Vec::new(),
            fence,
        }
    }

    /// Returns the version after the change of this version.
    #[must_use]
    pub fn next_version(&self, version: i64) -> i64 {
        version.saturating_add(1).saturating_add(self.fence.into())
    }
}

/// The outcome of a table.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The run of a ranked solitaire that was finished.
    Ranked(Box<NewRun>),
    /// The result of a game for several seats.
    Seated {
        /// The players without robots.
        players: Vec<PlayerResult>,
    },
}

/// The place of a player in the result of a game for several seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// The player.
    pub player: PlayerId,
    /// The place among all seats, robots included: 1 is the best.
    pub place: u8,
    /// How the result counts.
    pub counting: Counting,
}

/// How the result of a player counts for records and ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// In the record, and in the rating against every other player whose result is regular.
    Regular,
    /// In the record, and in the rating as a loss to every player who did not forfeit. No one gains from it.
    Forfeit,
    /// Not at all.
    Nothing,
}

/// The outcome of changing a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The change was applied.
    Applied {
        /// The run that was stored, if one was.
        run: Option<RunOfTable>,
    },
    /// The table is at another version, or was removed.
    Stale,
    /// A player who sits down has too many open tables.
    TooMany,
    /// The [window](TableChange::window) is closed.
    WindowClosed,
    /// The player who [requested](TableChange::by) it, or who sits down, is banned.
    Banned,
    /// A player who sits down was deleted.
    Deleted,
    /// A [newcomer](TableChange::newcomers) and another player of the table block each other.
    Blocked,
}

/// The run that was stored of a table: with this, [`NewRun::into_stored`] returns all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOfTable {
    /// Its number.
    pub id: RunId,
    /// The first equivalent run, if another player submitted one before.
    pub same_as: Option<RunId>,
    /// The app through which its table was created.
    pub app: Option<ThroughApp>,
}
