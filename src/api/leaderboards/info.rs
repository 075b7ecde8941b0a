//! Parts of leaderboards as JSON.

use serde::Serialize;

use crate::api::schemas;
use crate::engine::{self, Facts, games};
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::Period;
use crate::store::{ScopeScore, Summary};

/// A room of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomMark {
    /// The room.
    #[schema(value_type = schemas::GameId)]
    pub room: &'static str,
    /// The points that it scored.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// The number of moves in the room.
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

/// The entries that a board lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LeaderboardShows)]
pub enum Show {
    /// The best run of each player.
    Bests,
    /// The best run of each player on each seed.
    Runs,
}

/// The length of a board's period.
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
    /// A season of an app.
    Season,
}

impl PeriodKind {
    /// The kind of a period.
    pub(in crate::api) fn of(period: Period) -> Self {
        match period {
            Period::All => Self::All,
            Period::Day(_) => Self::Day,
            Period::Week(_) => Self::Week,
            Period::Month(_) => Self::Month,
            Period::Span(..) => Self::Season,
        }
    }
}
