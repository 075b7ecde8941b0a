//! The bodies of the calls about players.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::api::decimal::Decimal;
use crate::api::leaderboards::{RoomMark, room_id};
use crate::api::operation::shape;
use crate::api::player_name::PlayerName;
use crate::api::response::raw;
use crate::rules::chance::Seed;
use crate::rules::wire;
use crate::store::calendar::{ClosedDays, Month, Timestamp};
use crate::store::{Best, Player, PlayerAverage, PlayerId, Record, SeedClass, Summary};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerInfo {
    /// The player's number.
    #[schema(value_type = shape::PlayerNumber)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When the player was created.
    #[schema(value_type = shape::Moment)]
    pub created_at: Timestamp,
    /// Whether a moderator banned the player: then runs, averages and records are not shown. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub banned: bool,
}

impl From<Player> for PlayerInfo {
    fn from(Player { id, name, created_at, banned }: Player) -> Self {
        Self { id, name, created_at, banned }
    }
}

/// What `POST /v1/players` takes.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = NewPlayer)]
pub struct NewPlayerRequest {
    /// The name: 2 to 32 characters, counted as code points in normal form C: letters and marks of any script, digits,
    /// single spaces between them, and `. _ -`. None of them is invisible, and each mark belongs to the letter or digit before
    /// it and neither strikes it through nor encloses it.
    pub name: String,
}

wire::object_only!(read impl[] NewPlayerRequest);

/// A player with a token and the recovery code, which only they know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerWithToken {
    /// The player.
    pub player: PlayerInfo,
    /// The player's token, shown this once: send it as `Authorization: Bearer`.
    #[schema(value_type = shape::PlayerToken)]
    pub token: String,
    /// The player's recovery code, shown this once: it makes a new token when all others are lost.
    #[schema(value_type = shape::RecoveryCodeText)]
    pub recovery_code: String,
    /// The code's id, as `GET /v1/players/{id}/tokens` returns it while the code is the current one.
    #[schema(value_type = shape::RecoveryCodeId)]
    pub recovery_code_id: String,
}

/// A run, as lists tell it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunSummary {
    /// The run's number.
    #[schema(value_type = shape::RunNumber)]
    pub id: String,
    /// The game.
    #[schema(value_type = shape::AnyGameId)]
    pub game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = shape::AnyOptions)]
    pub options: Box<RawValue>,
    /// How the seed came to be.
    #[schema(inline = false)]
    pub class: SeedClass,
    /// The seed; absent for a sealed daily game until its day is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Seed>)]
    pub seed: Option<String>,
    /// Whose it is; absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerName>,
    /// The total.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// How many moves it took.
    #[schema(value_type = wire::MoveCount)]
    pub moves: u32,
    /// Room by room, where the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rooms: Option<Vec<RoomMark>>,
    /// When it was received.
    #[schema(value_type = shape::Moment)]
    pub received_at: Timestamp,
    /// How many moves the player says to have taken back; absent where that was not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<shape::TakenBack>)]
    pub taken_back: Option<u32>,
}

impl RunSummary {
    /// What lists tell of a run.
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
            player: run.player.map(|(id, name)| PlayerName { id, name }),
            received_at: run.received_at,
            taken_back: run.taken_back,
        }
    }
}

/// A player's best on a board of all time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersBest {
    /// The game.
    #[schema(value_type = shape::AnyGameId)]
    pub game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = shape::AnyOptions)]
    pub options: Box<RawValue>,
    /// How the seed came to be.
    #[schema(inline = false)]
    pub class: SeedClass,
    /// The room that the board ranks; absent where it ranks totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<shape::AnyGameId>)]
    pub room: Option<String>,
    /// The score that ranks.
    #[schema(value_type = wire::Points)]
    pub score: u64,
    /// The number of moves that ranks among equal scores.
    #[schema(value_type = wire::MoveCount)]
    pub moves: u32,
    /// The run.
    #[schema(value_type = shape::RunNumber)]
    pub run: String,
    /// 1 and the number of players who are strictly better.
    #[schema(minimum = 1)]
    pub rank: u64,
    /// How many players stand on the board.
    pub count: u64,
}

impl PlayersBest {
    /// A best as the store has it.
    pub(super) fn of(best: Best) -> Self {
        Self {
            room: room_id(&best.category.game, best.category.rules, best.scope),
            game: best.category.game,
            rules: best.category.rules,
            options: raw(&best.category.options),
            class: best.category.class,
            score: best.place.score.key.score(),
            moves: best.place.score.moves,
            run: best.place.run.to_string(),
            rank: best.rank,
            count: best.count,
        }
    }
}

/// A player's average of a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersAverage)]
pub struct AverageInfo {
    /// The game.
    #[schema(value_type = shape::AnyGameId)]
    pub game: String,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = shape::AnyOptions)]
    pub options: Box<RawValue>,
    /// The month (UTC) in which the games were started.
    #[schema(value_type = String, pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$")]
    pub month: Month,
    /// The mean of what the games count, rounded to thousandths.
    #[schema(value_type = f64)]
    pub mean: Decimal,
    /// How many games were started. From 20 on, the average is listed.
    #[schema(minimum = 1)]
    pub games: u32,
    /// How many of these are finished.
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

/// A player's page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerPage {
    /// The player.
    pub player: PlayerInfo,
    /// The player's best on every board of all time.
    pub bests: Vec<PlayersBest>,
    /// The player's latest runs, the newest first; `GET /v1/players/{id}/runs` has all.
    pub latest: Vec<RunSummary>,
    /// How the player has fared at tables, game by game.
    pub records: Vec<RecordInfo>,
    /// The player's averages of sealed games, the newest month first; the export has all.
    pub averages: Vec<AverageInfo>,
}

/// How a player has fared in a game for several seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PlayersRecord)]
pub struct RecordInfo {
    /// The game.
    #[schema(value_type = shape::AnyGameId)]
    pub game: String,
    /// How many games they played that are over.
    pub played: u32,
    /// How many of them they won, alone or level with others.
    pub won: u32,
    /// The mean of their places among all seats, robots included: 1 is the best.
    #[schema(value_type = f64)]
    pub mean_place: Decimal,
    /// How many of the games were against other players: these are rated.
    pub rated: u32,
    /// The rating (Weng-Lin), which begins at 25; absent until a game was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub rating: Option<Decimal>,
    /// How far the rating may be off: its standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub uncertainty: Option<Decimal>,
}

impl RecordInfo {
    /// A record as the store has it.
    #[must_use]
    pub fn of(record: Record) -> Self {
        let rated = |thousandths| (record.rated > 0).then_some(Decimal::of(thousandths));
        Self {
            played: record.played,
            won: record.won,
            mean_place: Decimal::mean(record.places, record.played),
            rated: record.rated,
            rating: rated(record.rating),
            uncertainty: rated(record.uncertainty),
            game: record.game,
        }
    }
}

/// A page of a player's runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersRuns {
    /// The runs, the newest first.
    pub runs: Vec<RunSummary>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}
