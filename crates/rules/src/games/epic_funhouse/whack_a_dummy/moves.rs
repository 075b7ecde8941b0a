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
    #[schema(inline = false)]
    pub cell: Cell,
}

/// Walks or jumps, as far as the coin underfoot says, and flips the coin landed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WhackADummyGo)]
pub struct Go {
    /// Where to.
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
    /// Where.
    #[schema(inline = false)]
    pub cell: Cell,
}

/// The player walked (off a coin face down) or jumped (off one face up).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyWent)]
pub struct Went {
    /// Where to.
    pub direction: Direction,
    /// How many cells; both directions wrap around.
    pub distance: u64,
    /// The cell left.
    #[schema(inline = false)]
    pub from: Cell,
    /// The cell landed on.
    #[schema(inline = false)]
    pub to: Cell,
}

/// A coin was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyCoinFlipped)]
pub struct CoinFlipped {
    /// Its cell.
    #[schema(inline = false)]
    pub cell: Cell,
    /// The coin.
    pub coin: Coin,
    /// Whether it lies face up now.
    pub face_up: bool,
}

/// The next corner in sequence was activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyCornerActivated)]
pub struct CornerActivated {
    /// The corner.
    #[schema(inline = false)]
    pub cell: Cell,
    /// How many have been activated in sequence now.
    pub corners: u64,
}

/// A corner was flipped to how it should not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyPenalty)]
pub struct Penalty {
    /// The corner.
    #[schema(inline = false)]
    pub cell: Cell,
    /// What it costs.
    pub points: u64,
}

/// The player has given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WhackADummyGivenUp)]
pub struct GivenUp {
    /// What it costs.
    pub points: u64,
}

wire::tagged! {
    event
    /// What happens in a move of Whack-a-Dummy.
    pub enum Event = "WhackADummyEvent" by "type" {
        "room_entered" => Entered(Entered),
        "went" => Went(Went),
        "coin_flipped" => CoinFlipped(CoinFlipped),
        "corner_activated" => CornerActivated(CornerActivated),
        "penalty" => Penalty(Penalty),
        "dummies_given_up" => GivenUp(GivenUp),
    }
}
