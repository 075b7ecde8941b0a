//! What is told of leaderboards.

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::schemas;
use crate::api::schemas::player_name::PlayerName;
use crate::engine::{self, Facts, games};
use crate::rules::chance::Seed;
use crate::rules::game::ScoreOrder;
use crate::rules::wire;
use crate::store::calendar::{ClosedDays, Day, Period, Timestamp};
use crate::store::{ScopeScore, SeedClass, Summary};

/// A room of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomMark {
    /// The room.
    #[schema(value_type = schemas::AnyGameId)]
    pub room: &'static str,
    /// What it scored.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// How many moves were made in it.
    #[schema(value_type = wire::MoveCount)]
    pub moves: u32,
}

impl RoomMark {
    /// The rooms of a run, if its game has rooms.
    #[must_use]
    pub fn of(run: &Summary) -> Option<Vec<Self>> {
        let rooms = rooms(&run.category.game, run.category.rules);
        let room_mark =
            |(room, score): (&&'static str, &ScopeScore)| Self { room, score: score.key.score(), moves: score.moves };
        (!rooms.is_empty()).then(|| rooms.iter().zip(&run.scores.rooms).map(room_mark).collect())
    }
}

/// The rooms of a game at a rules version; none if it is not known.
fn rooms(game: &str, rules: u32) -> &'static [&'static str] {
    games::ruleset(game, rules).and_then(|ruleset| ruleset.ranked()).map_or(&[], |ruleset| ruleset.scoring().rooms)
}

/// The room that a scope ranks: none for 0, which ranks totals.
pub(in crate::api) fn room_id(game: &str, rules: u32, scope: u8) -> Option<String> {
    let place = usize::from(scope).checked_sub(1)?;
    rooms(game, rules).get(place).map(|room| (*room).to_owned())
}

/// Whether everything that decides a score is open after the deal: the score of a room, or that of the whole game. Each room is a game
/// of its own, which takes its options from those of the whole. `options` are canonical JSON.
pub(super) fn open_information(game: &Facts, room: Option<&str>, options: &str) -> bool {
    let facts = room.and_then(engine::game).map_or(game, |room| room.newest().facts());
    facts.open_information.with(&serde_json::from_str(options).unwrap_or_default())
}

/// What a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeaderboardShows)]
pub enum Show {
    /// The best run of each player.
    Bests,
    /// The best run of each player on each seed.
    Runs,
}

/// The kind of a board's period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeaderboardPeriod)]
pub enum PeriodKind {
    /// All time.
    All,
    /// A day.
    Day,
    /// An ISO week, from Monday.
    Week,
    /// A month.
    Month,
}

impl PeriodKind {
    /// The kind of a period.
    pub(in crate::api) fn of(period: Period) -> Self {
        match period {
            Period::All => Self::All,
            Period::Day(_) => Self::Day,
            Period::Week(_) => Self::Week,
            Period::Month(_) => Self::Month,
        }
    }

    /// The period of this kind that a day falls into.
    #[must_use]
    pub fn with(self, day: Day) -> Period {
        match self {
            Self::All => Period::All,
            Self::Day => Period::Day(day),
            Self::Week => day.week(),
            Self::Month => day.month(),
        }
    }
}

/// A page of a leaderboard, or of the runs of a range of time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The game.
    #[schema(value_type = schemas::AnyGameId)]
    pub game: &'static str,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = schemas::AnyOptions)]
    pub options: Box<RawValue>,
    /// Whether low or high scores win.
    #[schema(inline = false)]
    pub wins: ScoreOrder,
    /// How the seeds of the runs came to be.
    #[schema(inline = false)]
    pub class: SeedClass,
    /// Whether everything that decides the score (of the room, where one ranks) is open after the deal. Then a program can compute the
    /// best moves even where the seed is secret: label the board "computer help possible".
    pub open_information: bool,
    /// The seed of all runs, on a seed's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// The room whose score ranks. Absent where the total does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AnyGameId>)]
    pub room: Option<String>,
    /// The kind of period. Absent from a range of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, inline = false)]
    pub period: Option<PeriodKind>,
    /// The first moment; absent where the board is of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    pub since: Option<Timestamp>,
    /// The moment after the last; absent where the board is of all time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    pub until: Option<Timestamp>,
    /// Whether the board lists the best run of each player, or of each player on each seed. A range of time lists all runs.
    #[schema(inline = false)]
    pub show: Show,
    /// Number of entries. Absent from a range of time, and where a seed's board has more than 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub count: Option<u64>,
    /// The entries, the best first; equal ones in the order of arrival. In a range of time the newest are first.
    pub entries: Vec<LeaderboardEntry>,
    /// The cursor of the page before; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub previous: Option<String>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderboardEntry {
    /// 1 plus the number of entries that are strictly better by score, then by fewer moves. Absent from a range of time, and
    /// after the first 10,000 entries of a seed's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub rank: Option<u64>,
    /// The run's number.
    #[schema(value_type = schemas::RunNumber)]
    pub run: String,
    /// Whose it is; absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerName>,
    /// The score that ranks: the total, or that of the board's room.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// The number of moves that ranks among equal scores: of the run, or of the board's room.
    #[schema(value_type = wire::MoveCount)]
    pub moves: u32,
    /// The total.
    #[schema(value_type = wire::Points)]
    pub total: u64,
    /// Room by room, where the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rooms: Option<Vec<RoomMark>>,
    /// The seed; absent for a sealed daily game until its day is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// When it was received.
    #[schema(value_type = schemas::Moment)]
    pub received_at: Timestamp,
    /// The first run like this one, if another player handed one in before: the same moves but for what has no effect on
    /// the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    pub same_as: Option<String>,
    /// How many moves the player says to have taken back; absent where that was not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TakenBack>)]
    pub taken_back: Option<u32>,
}

impl LeaderboardEntry {
    /// A run on a board that this score ranks.
    pub(super) fn of(rank: Option<u64>, score: ScopeScore, run: Summary, closed: ClosedDays) -> Self {
        Self {
            rank,
            run: run.id.to_string(),
            score: score.key.score(),
            moves: score.moves,
            total: run.scores.whole.key.score(),
            rooms: RoomMark::of(&run),
            seed: run.open_seed(closed).map(Seed::to_string),
            player: run.player.map(|(id, name)| PlayerName { id, name }),
            received_at: run.received_at,
            same_as: run.same_as.map(|run| run.to_string()),
            taken_back: run.taken_back,
        }
    }
}
