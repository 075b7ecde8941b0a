//! Contests: the same secret deals for everyone, in rounds that open and close at set times.
//!
//! A committed row opens and closes each round. Until it is closed, its seed and everything that follows from it are secret, on every instance
//! and whatever its clock shows.

use funhouse_rules::chance::Seed;

use super::calendar::Timestamp;
use super::ids::{AppId, ContestId, PlayerId, RoundId, RunId, TableId};
use super::players::{NamedPlayer, Player};
use super::runs::RankKey;
use super::tables::TableStatus;

/// Maximum number of rounds of a contest.
pub const MAX_ROUNDS: u8 = 12;
/// Maximum number of contests of an organizer that are not over.
pub const MAX_OPEN_CONTESTS: i64 = 100;
/// Maximum number of entrants of a contest.
pub const MAX_ENTRANTS: u32 = 10_000;

/// Who may enter a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Anyone who has its id. It is in no list.
    Link,
    /// Players who act through the app with which it was created.
    App,
    /// Anyone. It is listed.
    Open,
}

impl Entry {
    /// Returns the number in databases: no number may change.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Link => 0,
            Self::App => 1,
            Self::Open => 2,
        }
    }

    pub(crate) fn of_number(number: i64) -> Option<Self> {
        [Self::Link, Self::App, Self::Open].into_iter().find(|entry| entry.number() == number)
    }
}

/// The part of a contest that never changes, but for the name, which a moderator can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestTerms {
    /// The player who created it.
    pub organizer: PlayerId,
    /// The app with whose token it was created.
    pub app: Option<AppId>,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// Who may enter.
    pub entry: Entry,
    /// Whether the organizer approves entrants.
    pub approval: bool,
    /// Whether players score points for those whom they beat in each round, instead of the total of the rounds.
    pub by_points: bool,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A contest to create.
#[derive(Clone, Debug)]
pub struct NewContest {
    /// Its number, drawn at random.
    pub id: ContestId,
    /// The part that never changes.
    pub terms: ContestTerms,
    /// Its rounds, from round 1.
    pub rounds: Vec<NewRound>,
    /// A hash of the organizer and the idempotency key, and a hash of the request; none without a key.
    pub repeatable: Option<([u8; 32], [u8; 32])>,
}

/// A round to create.
#[derive(Clone, Debug)]
pub struct NewRound {
    /// Its number in the store, drawn at random.
    pub id: RoundId,
    /// The secret seed.
    pub seed: Seed,
    /// When it opens.
    pub opens_at: Timestamp,
    /// When it closes.
    pub closes_at: Timestamp,
}

/// The outcome of creating a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestCreated {
    /// It was created.
    New,
    /// The same request created this one before.
    Existing(ContestId),
    /// The key was used with another request.
    OtherRequest,
    /// The organizer is banned.
    Banned,
    /// The organizer has the maximum number of contests that are not over.
    TooMany,
}

/// The state of a round. Each is final, and follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundState {
    /// It has not opened yet.
    Scheduled,
    /// It is open.
    Open,
    /// It is closed, and some of its games still have to be ended.
    Closed,
    /// It is closed, and all its games are over.
    Settled,
}

impl RoundState {
    /// Returns the number in databases: no number may change.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Scheduled => 0,
            Self::Open => 1,
            Self::Closed => 2,
            Self::Settled => 3,
        }
    }

    pub(crate) fn of_number(number: i64) -> Option<Self> {
        let all = [Self::Scheduled, Self::Open, Self::Closed, Self::Settled];
        all.into_iter().find(|state| state.number() == number)
    }

    /// Whether its seed and its games are public.
    #[must_use]
    pub fn is_closed(self) -> bool {
        self >= Self::Closed
    }
}

/// A stored round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRound {
    /// Its number in the store.
    pub id: RoundId,
    /// Its number in the contest, from 1.
    pub number: u8,
    /// The seed, which is secret until it is [closed](RoundState::is_closed).
    pub seed: Seed,
    /// When it opens.
    pub opens_at: Timestamp,
    /// When it closes.
    pub closes_at: Timestamp,
    /// The state.
    pub state: RoundState,
    /// Whether it counts for no one, because the database lost a part of one of its games.
    pub is_void: bool,
}

/// A stored contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredContest {
    /// Its number.
    pub id: ContestId,
    /// The part that never changes.
    pub terms: ContestTerms,
    /// The organizer; none if the player is deleted.
    pub organizer: Option<NamedPlayer>,
    /// How many players have entered.
    pub entrants: u32,
    /// Its rounds, from round 1.
    pub rounds: Vec<StoredRound>,
}

impl StoredContest {
    /// Its place among the open contests: when its last round closes.
    #[must_use]
    pub fn place(&self) -> ContestPlace {
        let closes_at = self.rounds.iter().map(|round| round.closes_at).max();
        ContestPlace { at: closes_at.unwrap_or(self.terms.created_at), id: self.id }
    }
}

/// The place of a contest in a list: by time, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestPlace {
    /// When its last round closes or, in the list of a player, when the player entered or asked.
    pub at: Timestamp,
    /// Its number.
    pub id: ContestId,
}

/// The relation of a player to a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrantState {
    /// The player asks the organizer.
    Asked,
    /// The player has entered.
    Entered,
    /// The organizer refused the player.
    Refused,
    /// The organizer, who has not entered.
    Organizer,
}

impl EntrantState {
    /// Returns the number in databases: no number may change.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Asked => 0,
            Self::Entered => 1,
            Self::Refused => 2,
            Self::Organizer => 3,
        }
    }

    pub(crate) fn of_number(number: i64) -> Option<Self> {
        let all = [Self::Asked, Self::Entered, Self::Refused, Self::Organizer];
        all.into_iter().find(|state| state.number() == number)
    }
}

/// A change of a player's relation to a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrantChange {
    /// The player enters, or asks the organizer.
    Enter,
    /// The organizer approves the player.
    Approve,
    /// The organizer refuses the player, who has not entered.
    Refuse,
    /// The player, who has begun no round, no longer asks, or leaves.
    Withdraw,
}

/// The outcome of changing a player's relation to a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrantChanged {
    /// The relation is this one now.
    Now(EntrantState),
    /// The player has no relation to it now.
    Gone,
    /// The player has entered, so the organizer can no longer refuse.
    HasEntered,
    /// The player has begun a round.
    HasBegun,
    /// There is no such contest.
    Unknown,
    /// The player did not ask.
    NoRequest,
    /// Its last round is closed.
    Closed,
    /// It has the maximum number of entrants.
    Full,
    /// The player is banned or deleted.
    Banned,
    /// An app acts for the player, or only users of an app may enter, and the request or the contest is of another app.
    OtherApp,
}

/// The outcome of canceling a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestCanceled {
    /// It is deleted.
    Deleted,
    /// There is no such contest.
    Unknown,
    /// A player has begun a round.
    Begun,
}

/// An entrant, or a player who asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The player.
    pub player: Player,
    /// The relation to the contest.
    pub state: EntrantState,
    /// When the player entered or asked.
    pub since: Timestamp,
    /// The numbers of the rounds that the player has finished.
    pub finished: Vec<u8>,
}

/// A game of a round: the entry of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEntry {
    /// The player.
    pub player: PlayerId,
    /// The table.
    pub table: TableId,
    /// Its status.
    pub status: TableStatus,
    /// The run, if the game was finished.
    pub run: Option<EntryRun>,
    /// Whether the player is banned.
    pub is_banned: bool,
}

/// The run of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRun {
    /// Its number.
    pub id: RunId,
    /// Its score.
    pub key: RankKey,
    /// Whether it is hidden: it failed its verification, or a moderator hid it or banned its player.
    pub is_hidden: bool,
}

/// A round for which something is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueRound {
    /// Its number in the store.
    pub id: RoundId,
    /// The contest.
    pub contest: ContestId,
    /// Its number in the contest.
    pub number: u8,
    /// The state.
    pub state: RoundState,
    /// When it opens.
    pub opens_at: Timestamp,
    /// When it closes.
    pub closes_at: Timestamp,
    /// The last player who got the event of this state; none if all have it.
    pub announced: Option<PlayerId>,
}
