//! The moves and events of Whack-a-Dummy.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::roll_out_the_barrels::Cell;
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::piecepack::Coin;
use crate::wire;

/// Enters the room on one of the four central cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WhackADummyEnter)]
pub struct Enter {
    /// b3, c3, b4 or c4.
    pub cell: Cell,
}

/// Walks or jumps as far as the coin under the player shows, and flips the coin where the player lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WhackADummyGo)]
pub struct Go {
    /// The direction.
    pub direction: Direction,
}

wire::tagged! {
    read
    /// A move in Whack-a-Dummy.
    pub enum Move = "WhackADummyMove" by "type" {
        "enter" => Enter(Enter),
        "go" => Go(Go),
        "give_up" => GiveUp(GiveUp),
    }
}

/// The player entered the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyEntered)]
pub struct Entered {
    /// The position.
    pub cell: Cell,
}

/// The player walked (from a face-down coin) or jumped (from a face-up coin).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyWent)]
pub struct Went {
    /// The direction.
    pub direction: Direction,
    /// The number of cells. Both directions wrap around.
    pub distance: u64,
    /// The cell that the player left.
    pub from: Cell,
    /// The cell where the player landed.
    pub to: Cell,
}

/// A coin was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyCoinFlipped)]
pub struct CoinFlipped {
    /// Its cell.
    pub cell: Cell,
    /// The coin.
    pub coin: Coin,
    /// Whether it is face up now.
    pub face_up: bool,
}

/// The next corner in sequence was activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyCornerActivated)]
pub struct CornerActivated {
    /// The corner.
    pub cell: Cell,
    /// The number of corners activated in sequence now.
    pub corners: u64,
}

/// A corner was flipped to the wrong side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyPenalty)]
pub struct Penalty {
    /// The corner.
    pub cell: Cell,
    /// The cost.
    pub points: u64,
}

/// The player has given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyGivenUp)]
pub struct GivenUp {
    /// The cost.
    pub points: u64,
}

wire::tagged! {
    event
    /// An event of Whack-a-Dummy.
    pub enum Event = "WhackADummyEvent" by "type" {
        "room_entered" => Entered(Entered),
        "went" => Went(Went),
        "coin_flipped" => CoinFlipped(CoinFlipped),
        "corner_activated" => CornerActivated(CornerActivated),
        "penalty" => Penalty(Penalty),
        "dummies_given_up" => GivenUp(GivenUp),
    }
}
