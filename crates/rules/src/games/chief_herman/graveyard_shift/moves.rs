//! The moves and events of Graveyard Shift.

use serde::Serialize;

use super::spirit::{Chips, Direction, Space};
use crate::cards::Card;
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in Graveyard Shift.
    pub enum Move = "GraveyardShiftMove" by "type" {
        /// Steps onto a space next to the seat's pawn.
        "step" => Step as GraveyardShiftStepOn {
            /// The seat that moves.
            pub seat: Seat,
            /// The destination of the pawn.
            pub to: Space,
        },
        /// Lays a chip on the spirit under the seat's pawn.
        "sing" => Sing as GraveyardShiftSing {
            /// The seat that moves.
            pub seat: Seat,
        },
        /// Lays no chip.
        "hush" => Hush as GraveyardShiftHush {
            /// The seat that moves.
            pub seat: Seat,
        },
        /// Moves a line of spirits.
        #[derive(Copy)]
        "shift" => Shift as GraveyardShiftShift {
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
        },
        /// Moves no spirits.
        "rest" => Rest as GraveyardShiftRest {
            /// The seat that moves.
            pub seat: Seat,
        },
    }
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

wire::tagged! {
    event
    /// An event of Graveyard Shift.
    pub enum Event = "GraveyardShiftEvent" by "type" {
        /// A pawn stepped onto a space.
        "stepped" => Stepped as GraveyardShiftStepped {
            /// The owner of the pawn.
            pub seat: Seat,
            /// Its position before.
            pub from: Space,
            /// Its position now.
            pub to: Space,
        },
        /// A spirit was turned face up.
        "revealed" => Revealed as GraveyardShiftRevealed {
            /// Its position.
            pub space: Space,
            /// Its card.
            pub card: Card,
        },
        /// A chip was laid on a spirit.
        "sang" => Sang as GraveyardShiftSang {
            /// The owner of the chip.
            pub seat: Seat,
            /// The position of the spirit.
            pub space: Space,
        },
        /// A spirit was captured.
        "captured" => Captured as GraveyardShiftCaptured {
            /// The seat that captured it.
            pub seat: Seat,
            /// Its position before.
            pub space: Space,
            /// Its card.
            pub card: Card,
            /// The chips on it, which go back to their owners.
            pub chips: Chips,
        },
        /// A spirit rose from an open grave.
        "emerged" => Emerged as GraveyardShiftEmerged {
            /// Its position, face down.
            pub space: Space,
        },
        /// A line of spirits was moved.
        "shifted" => Shifted as GraveyardShiftShifted {
            /// The spirits, the one at the front first.
            pub spirits: Vec<MovedSpirit>,
            /// The pawns that were on them or in their way, by seat.
            pub pawns: Vec<MovedPawn>,
        },
        /// A seat has reached the target and won.
        "target_reached" => TargetReached as GraveyardShiftTargetReached {
            /// The seat.
            pub seat: Seat,
        },
        /// The last turn is over, and no seat has reached the target.
        "turns_over" => TurnsOver as GraveyardShiftTurnsOver {},
    }
}
