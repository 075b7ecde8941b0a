//! A contest as JSON.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::api::response::raw;
use crate::api::schemas;
use crate::api::schemas::player_name::PlayerName;
use crate::rules::chance::Seed;
use crate::rules::contest::ContestScoring;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::Timestamp;
use crate::store::{
    AppId, ContestId, EntrantState, Entry, RoundEntry, RoundState, RunId, StoredContest, StoredRound, TableId,
    TableStatus,
};
use crate::tables::table::commitment;

/// Who may enter a contest: anyone with its id, players who act through the app with which it was created, or anyone, in which case it is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ContestEntry)]
pub(super) enum EntryName {
    #[default]
    Link,
    App,
    Open,
}

impl From<EntryName> for Entry {
    fn from(name: EntryName) -> Self {
        match name {
            EntryName::Link => Self::Link,
            EntryName::App => Self::App,
            EntryName::Open => Self::Open,
        }
    }
}

impl From<Entry> for EntryName {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::Link => Self::Link,
            Entry::App => Self::App,
            Entry::Open => Self::Open,
        }
    }
}

/// A contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Contest)]
pub(super) struct ContestInfo {
    #[schema(value_type = schemas::ContestNumber)]
    id: ContestId,
    name: String,
    /// The player who created it. Absent if the player is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    organizer: Option<PlayerName>,
    /// The app through which it was created. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AppNumber>)]
    app: Option<AppId>,
    #[schema(value_type = schemas::GameId)]
    game: String,
    #[schema(value_type = wire::RulesVersion)]
    rules: u32,
    #[schema(value_type = schemas::AnyOptions)]
    options: Box<RawValue>,
    entry: EntryName,
    /// Whether the organizer approves entrants.
    approval: bool,
    scoring: ContestScoring,
    /// When it was created.
    #[schema(value_type = schemas::Moment)]
    created_at: Timestamp,
    /// The number of players who have entered, without those who ask.
    #[schema(maximum = 10000)]
    entrants: u32,
    /// Its rounds, from round 1.
    #[schema(min_items = 1, max_items = 12)]
    rounds: Vec<RoundInfo>,
    /// Your relation to it. Absent without a token, and if you neither created it nor asked to enter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    you: Option<YouInfo>,
}

/// The status of a round: it has not opened yet; it is open; it is closed, and its last games are being ended; it is closed, and counts in the
/// standings unless it is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ContestRoundStatus)]
enum RoundStatus {
    Scheduled,
    Open,
    Closing,
    Closed,
}

/// A round of a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestRound)]
struct RoundInfo {
    #[schema(minimum = 1, maximum = 12)]
    number: u8,
    #[schema(inline)]
    status: RoundStatus,
    /// The SHA-256 of the seed, in hexadecimal.
    commitment: String,
    /// The seed. Absent until the round is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seed: Option<Seed>,
    /// When it opens.
    #[schema(value_type = schemas::Moment)]
    opens_at: Timestamp,
    /// When it closes.
    #[schema(value_type = schemas::Moment)]
    closes_at: Timestamp,
    /// Whether it counts for no one, because the database lost a part of one of its games. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    void: bool,
}

impl From<&StoredRound> for RoundInfo {
    fn from(round: &StoredRound) -> Self {
        Self {
            number: round.number,
            status: match round.state {
                RoundState::Scheduled => RoundStatus::Scheduled,
                RoundState::Open => RoundStatus::Open,
                RoundState::Closed => RoundStatus::Closing,
                RoundState::Settled => RoundStatus::Closed,
            },
            commitment: commitment(round.seed.as_str()),
            seed: round.state.is_closed().then(|| round.seed.clone()),
            opens_at: round.opens_at,
            closes_at: round.closes_at,
            void: round.is_void,
        }
    }
}

/// The relation of a player to a contest: the organizer, who has not entered; waits for the organizer's approval; has entered; was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum EntrantStatus {
    Organizer,
    Asked,
    Entered,
    Refused,
}

impl From<EntrantState> for EntrantStatus {
    fn from(state: EntrantState) -> Self {
        match state {
            EntrantState::Organizer => Self::Organizer,
            EntrantState::Asked => Self::Asked,
            EntrantState::Entered => Self::Entered,
            EntrantState::Refused => Self::Refused,
        }
    }
}

/// Your relation to a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestYou)]
pub(super) struct YouInfo {
    #[schema(inline)]
    pub(super) status: EntrantStatus,
    /// Your games, one for each round that you began.
    #[schema(max_items = 12)]
    pub(super) games: Vec<OwnGame>,
}

/// Your game of a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestGame)]
pub(super) struct OwnGame {
    #[schema(minimum = 1, maximum = 12)]
    round: u8,
    #[schema(value_type = schemas::TableNumber)]
    table: TableId,
    /// Whether the game is over.
    over: bool,
    /// The score. Absent unless the game was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<wire::Points>)]
    score: Option<u64>,
    /// The run. Absent unless the game was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    run: Option<RunId>,
}

impl OwnGame {
    pub(super) fn of(round: u8, entry: &RoundEntry) -> Self {
        Self {
            round,
            table: entry.table,
            over: matches!(entry.status, TableStatus::Over(_)),
            score: entry.run.map(|run| run.key.score()),
            run: entry.run.map(|run| run.id),
        }
    }
}

impl ContestInfo {
    pub(super) fn of(contest: StoredContest, you: Option<YouInfo>) -> Self {
        let StoredContest { id, terms, organizer, entrants, rounds } = contest;
        Self {
            id,
            name: terms.name,
            organizer: organizer.map(PlayerName::from),
            app: terms.app,
            game: terms.game,
            rules: terms.rules,
            options: raw(&terms.options),
            entry: terms.entry.into(),
            approval: terms.approval,
            scoring: if terms.by_points { ContestScoring::Points } else { ContestScoring::Total },
            created_at: terms.created_at,
            entrants,
            rounds: rounds.iter().map(RoundInfo::from).collect(),
            you,
        }
    }
}
