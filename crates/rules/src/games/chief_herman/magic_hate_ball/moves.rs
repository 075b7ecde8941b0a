//! The moves and events of Magic Hate Ball.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::Seat;
use crate::games::chief_herman::pool::{FoulKind, RACK};
use crate::seat::seat_moves;
use crate::wire;

/// Reports a legal shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicHateBallShot)]
pub struct Shot {
    /// The seat.
    pub seat: Seat,
    /// The number of object balls that were sunk.
    #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
    #[schema(minimum = 0, maximum = 15)]
    pub sunk: u64,
}

/// Reports a foul, with which the seat drops out of this game of the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicHateBallFoul)]
pub struct Foul {
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub kind: FoulKind,
    /// The number of object balls that were sunk or left the table.
    #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
    #[schema(minimum = 0, maximum = 15)]
    pub sunk: u64,
}

wire::tagged! {
    read
    /// A move in Magic Hate Ball: the report of a shot.
    pub enum Move = "MagicHateBallMove" by "type" {
        "shot" => Shot(Shot),
        "foul" => Foul(Foul),
    }
}

seat_moves!(Move: Shot | Foul);

/// A game of the series after the first has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallGameBegan)]
pub struct GameBegan {
    /// The number of the game, from 2.
    #[schema(minimum = 2, maximum = 10)]
    pub number: u64,
    /// The seat that breaks.
    pub breaker: Seat,
    /// The handicap of each seat, from seat 1.
    pub handicaps: Vec<i64>,
}

/// A seat made a legal shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallShotTaken)]
pub struct ShotTaken {
    /// The seat.
    pub seat: Seat,
    /// The number of object balls that were sunk.
    #[schema(minimum = 0, maximum = 15)]
    pub sunk: u64,
    /// The points that the shot scored: 0 for the opening break.
    pub points: i64,
}

/// A shot was a foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallFouled)]
pub struct Fouled {
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub kind: FoulKind,
    /// The number of object balls that were sunk or left the table.
    #[schema(minimum = 0, maximum = 15)]
    pub sunk: u64,
}

/// The object balls were racked again: all fifteen are on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallReRacked)]
pub struct ReRacked {}

/// The inning of a seat has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallInningEnded)]
pub struct InningEnded {
    /// The seat.
    pub seat: Seat,
    /// Its score in this game.
    pub score: i64,
}

/// A seat has dropped out of this game, and its handicap is one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallDroppedOut)]
pub struct DroppedOut {
    /// The seat.
    pub seat: Seat,
    /// Its handicap now.
    pub handicap: i64,
}

/// A seat has won this game, and its handicap is one less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallWon)]
pub struct Won {
    /// The seat.
    pub seat: Seat,
    /// Its handicap now.
    pub handicap: i64,
}

/// A game of the series has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallGameEnded)]
pub struct GameEnded {
    /// The number of the game, from 1.
    #[schema(minimum = 1, maximum = 10)]
    pub number: u64,
    /// The seat that has won it; absent if none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Seat>)]
    pub winner: Option<Seat>,
}

/// The series has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicHateBallEnded)]
pub struct Ended {}

wire::tagged! {
    event
    /// An event of Magic Hate Ball.
    pub enum Event = "MagicHateBallEvent" by "type" {
        "game_began" => GameBegan(GameBegan),
        "shot" => ShotTaken(ShotTaken),
        "fouled" => Fouled(Fouled),
        "re_racked" => ReRacked(ReRacked),
        "inning_ended" => InningEnded(InningEnded),
        "dropped_out" => DroppedOut(DroppedOut),
        "won" => Won(Won),
        "game_ended" => GameEnded(GameEnded),
        "ended" => Ended(Ended),
    }
}
