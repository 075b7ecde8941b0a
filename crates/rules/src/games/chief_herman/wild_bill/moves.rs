//! The moves and events of Wild Bill.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::Seat;
use crate::games::chief_herman::pool::{FoulKind, RACK};
use crate::seat::seat_moves;
use crate::wire;

/// Reports a legal shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WildBillShot)]
pub struct Shot {
    /// The seat.
    pub seat: Seat,
    /// The number of object balls that were sunk. There are three.
    #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
    #[schema(minimum = 0, maximum = 15)]
    pub sunk: u64,
    /// The number of different object balls that the cue ball itself touched, at least 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
    #[schema(minimum = 0, maximum = 15)]
    pub contacts: u64,
}

/// Reports a foul, which loses the points of the inning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WildBillFoul)]
pub struct Foul {
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub kind: FoulKind,
}

wire::tagged! {
    read
    /// A move in Wild Bill: the report of a shot.
    pub enum Move = "WildBillMove" by "type" {
        "shot" => Shot(Shot),
        "foul" => Foul(Foul),
    }
}

seat_moves!(Move: Shot | Foul);

/// A seat made a legal shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillShotTaken)]
pub struct ShotTaken {
    /// The seat.
    pub seat: Seat,
    /// The number of object balls that were sunk.
    #[schema(minimum = 0, maximum = 3)]
    pub sunk: u64,
    /// The number of object balls that the cue ball touched.
    #[schema(minimum = 1, maximum = 3)]
    pub contacts: u64,
    /// The points of the shot.
    #[schema(minimum = 0, maximum = 8)]
    pub worth: u64,
}

/// Balls that were sunk lie on spots again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillReplaced)]
pub struct Replaced {
    /// The number of balls.
    #[schema(minimum = 1, maximum = 3)]
    pub balls: u64,
}

/// A shot was a foul, and the points of the inning are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillFouled)]
pub struct Fouled {
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub kind: FoulKind,
    /// The number of points that the seat lost.
    #[schema(minimum = 0, maximum = 29)]
    pub lost: u64,
}

/// An inning has ended without a foul, and its points are added to the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillInningEnded)]
pub struct InningEnded {
    /// The seat.
    pub seat: Seat,
    /// The points of the inning.
    pub points: u64,
    /// The score of the seat now.
    pub score: u64,
}

/// A seat has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillWon)]
pub struct Won {
    /// The winner.
    pub seat: Seat,
}

/// The game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WildBillEnded)]
pub struct Ended {
    /// The number of shots that were taken.
    #[schema(minimum = 1, maximum = 400)]
    pub shots: u64,
}

wire::tagged! {
    event
    /// An event of Wild Bill.
    pub enum Event = "WildBillEvent" by "type" {
        "shot" => ShotTaken(ShotTaken),
        "replaced" => Replaced(Replaced),
        "fouled" => Fouled(Fouled),
        "inning_ended" => InningEnded(InningEnded),
        "won" => Won(Won),
        "ended" => Ended(Ended),
    }
}
