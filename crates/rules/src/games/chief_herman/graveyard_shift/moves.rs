//! The moves and events of Graveyard Shift.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::spirit::{Chips, Direction, Space};
use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Steps onto a space next to the seat's pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GraveyardShiftStepOn)]
pub struct Step {
    /// The seat that moves.
    pub seat: Seat,
    /// The destination of the pawn.
    pub to: Space,
}

/// Lays a chip on the spirit under the seat's pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GraveyardShiftSing)]
pub struct Sing {
    /// The seat that moves.
    pub seat: Seat,
}

/// Lays no chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GraveyardShiftHush)]
pub struct Hush {
    /// The seat that moves.
    pub seat: Seat,
}

/// Moves a line of spirits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GraveyardShiftShift)]
pub struct Shift {
    /// The seat that moves.
    pub seat: Seat,
    /// The space of the spirit at the front.
    pub front: Space,
    /// The number of spirits to move: the one at the front and those behind it.
    #[serde(deserialize_with = "wire::integer::<_, 1, 6>")]
    #[schema(minimum = 1, maximum = 6)]
    pub spirits: u64,
    /// The direction.
    pub direction: Direction,
    /// Over how many spaces they are moved.
    #[serde(deserialize_with = "wire::integer::<_, 1, 5>")]
    #[schema(minimum = 1, maximum = 5)]
    pub spaces: u64,
}

/// Moves no spirits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GraveyardShiftRest)]
pub struct Rest {
    /// The seat that moves.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Graveyard Shift.
    pub enum Move = "GraveyardShiftMove" by "type" {
        "step" => Step(Step),
        "sing" => Sing(Sing),
        "hush" => Hush(Hush),
        "shift" => Shift(Shift),
        "rest" => Rest(Rest),
    }
}

seat_moves!(Move: Step | Sing | Hush | Shift | Rest);

/// A pawn stepped onto a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftStepped)]
pub struct Stepped {
    /// The owner of the pawn.
    pub seat: Seat,
    /// Its position before.
    pub from: Space,
    /// Its position now.
    pub to: Space,
}

/// A spirit was turned face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftRevealed)]
pub struct Revealed {
    /// Its position.
    pub space: Space,
    /// Its card.
    pub card: Card,
}

/// A chip was laid on a spirit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftSang)]
pub struct Sang {
    /// The owner of the chip.
    pub seat: Seat,
    /// The position of the spirit.
    pub space: Space,
}

/// A spirit was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftCaptured)]
pub struct Captured {
    /// The seat that captured it.
    pub seat: Seat,
    /// Its position before.
    pub space: Space,
    /// Its card.
    pub card: Card,
    /// The chips on it, which go back to their owners.
    pub chips: Chips,
}

/// A spirit rose from an open grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftEmerged)]
pub struct Emerged {
    /// Its position, face down.
    pub space: Space,
}

/// A spirit that was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftMovedSpirit)]
pub struct MovedSpirit {
    /// Its position before.
    pub from: Space,
    /// Its position now.
    pub to: Space,
}

/// A pawn that was moved with a spirit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftMovedPawn)]
pub struct MovedPawn {
    /// The owner of the pawn.
    pub seat: Seat,
    /// Its position now.
    pub to: Space,
}

/// A line of spirits was moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftShifted)]
pub struct Shifted {
    /// The spirits, the one at the front first.
    pub spirits: Vec<MovedSpirit>,
    /// The pawns that were on them or in their way, by seat.
    pub pawns: Vec<MovedPawn>,
}

/// A seat has reached the target and won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftTargetReached)]
pub struct TargetReached {
    /// The seat.
    pub seat: Seat,
}

/// The last turn is over, and no seat has reached the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GraveyardShiftTurnsOver)]
pub struct TurnsOver {}

wire::tagged! {
    event
    /// An event of Graveyard Shift.
    pub enum Event = "GraveyardShiftEvent" by "type" {
        "stepped" => Stepped(Stepped),
        "revealed" => Revealed(Revealed),
        "sang" => Sang(Sang),
        "captured" => Captured(Captured),
        "emerged" => Emerged(Emerged),
        "shifted" => Shifted(Shifted),
        "target_reached" => TargetReached(TargetReached),
        "turns_over" => TurnsOver(TurnsOver),
    }
}
