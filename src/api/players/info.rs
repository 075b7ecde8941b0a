//! The bodies of the calls about players.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::api::leaderboards::RoomMark;
use crate::api::response::raw;
use crate::api::schemas;
use crate::api::schemas::decimal::Decimal;
use crate::api::schemas::player_name::PlayerName;
use crate::rules::chance::Seed;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Month, Timestamp};
use crate::store::{Player, PlayerAverage, PlayerId, Record, SeedClass, Summary};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerInfo {
    /// The player's id.
    #[schema(value_type = schemas::PlayerNumber)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When the player was created.
    #[schema(value_type = schemas::Moment)]
    pub created_at: Timestamp,
    /// Whether a moderator banned the player: then runs, averages, records and ratings are not shown. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub banned: bool,
    /// Whether the player says that they are a program. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub bot: bool,
}

impl From<Player> for PlayerInfo {
    fn from(Player { id, name, created_at, banned, bot }: Player) -> Self {
        Self { id, name, created_at, banned, bot }
    }
}

/// A player with a token and the recovery code, which only they know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerWithToken {
    /// The player.
    pub player: PlayerInfo,
    /// The player's token, shown only once. Send it as `Authorization: Bearer <token>`.
    #[schema(value_type = schemas::PlayerToken)]
    pub token: String,
    /// The player's recovery code, shown only once. It creates a new token if all others are lost.
    #[schema(value_type = schemas::RecoveryCodeText)]
    pub recovery_code: String,
    /// The code's id, as `GET /v1/players/{id}/tokens` returns it while the code is valid.
    #[schema(value_type = schemas::RecoveryCodeId)]
    pub recovery_code_id: String,
}

/// A run in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunSummary {
    /// The run's id.
    #[schema(value_type = schemas::RunNumber)]
    pub id: String,
    /// The game.
    #[schema(value_type = schemas::GameId)]
    pub game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, in the schema of the game.
    #[schema(value_type = schemas::AnyOptions)]
    pub options: Box<RawValue>,
    /// The origin of the seed.
    pub class: SeedClass,
    /// The seed. Absent for a ranked daily game until its day is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// The player. Absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerName>,
    /// The total.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// The number of moves.
    #[schema(value_type = wire::MoveCount)]
    pub moves: u32,
    /// The result of each room, if the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rooms: Option<Vec<RoomMark>>,
    /// When it was received.
    #[schema(value_type = schemas::Moment)]
    pub received_at: Timestamp,
    /// The number of moves that the player reports as undone. Absent if not reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TakenBack>)]
    pub taken_back: Option<u32>,
    /// Whether the player reports hints or an analysis. Absent if not reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Assisted>)]
    pub assisted: Option<bool>,
}

impl RunSummary {
    /// Returns the summary of a run, as lists show it.
    #[must_use]
    pub fn of(run: Summary, closed: ClosedDays) -> Self {
        let whole = run.scores.whole;
        Self {
            seed: run.open_seed(closed).map(Seed::to_string),
            id: run.id.to_string(),
            score: whole.key.score(),
            moves: whole.moves,
            rooms: RoomMark::of(&run),
            rules: run.category.rules,
            options: raw(&run.category.options),
            class: run.category.class,
            game: run.category.game,
            player: run.player.map(PlayerName::from),
            received_at: run.received_at,
            taken_back: run.taken_back,
            assisted: run.assisted,
        }
    }
}

/// A player's average of a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersAverage)]
pub struct AverageInfo {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    pub game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, in the schema of the game.
    #[schema(value_type = schemas::AnyOptions)]
    pub options: Box<RawValue>,
    /// The month (UTC) in which the games were started.
    #[schema(value_type = String, pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    pub month: Month,
    /// The mean of what the games count, rounded to thousandths.
    #[schema(value_type = f64)]
    pub mean: Decimal,
    /// The number of games that were started. An average of at least 20 games is listed.
    #[schema(minimum = 1)]
    pub games: u32,
    /// The number of finished games.
    pub finished: u32,
}

impl AverageInfo {
    /// An average as the store has it.
    #[must_use]
    pub fn of(average: PlayerAverage) -> Self {
        let PlayerAverage { category, month, games, finished, sum } = average;
        Self {
            game: category.game,
            rules: category.rules,
            options: raw(&category.options),
            month,
            mean: Decimal::mean(sum, games),
            games,
            finished,
        }
    }
}

/// A player's results in a game for several seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersRecord)]
pub struct RecordInfo {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    pub game: String,
    /// The number of finished games.
    pub played: u32,
    /// The number of games that the player won, alone or tied.
    pub won: u32,
    /// The mean of their places among all seats, robots included: 1 is the best.
    #[schema(value_type = f64)]
    pub mean_place: Decimal,
}

impl RecordInfo {
    /// A record as the store has it.
    #[must_use]
    pub fn of(record: Record) -> Self {
        Self {
            played: record.played,
            won: record.won,
            mean_place: Decimal::mean(record.places, record.played),
            game: record.game,
        }
    }
}
