//! The moves and events of Roll Out the Barrels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Cell, PlacedDie};
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::piecepack::PieceValue;
use crate::wire;

/// Puts the die on a1, at the beginning or for another try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RollOutTheBarrelsPlace)]
pub struct PlaceDie {
    /// The value on top.
    pub top: PieceValue,
    /// The value that faces north.
    pub north: PieceValue,
}

/// Rolls the die over one edge onto the next coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RollOutTheBarrelsTip)]
pub struct Tip {
    /// The direction in which the die rolls.
    pub direction: Direction,
}

wire::tagged! {
    read
    /// A move in Roll Out the Barrels.
    pub enum Move = "RollOutTheBarrelsMove" by "type" {
        "place" => Place(PlaceDie),
        "tip" => Tip(Tip),
        "give_up" => GiveUp(GiveUp),
    }
}

/// The die was placed on a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsDiePlaced)]
pub struct DiePlaced {
    /// The die before, if it lay on the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<PlacedDie>,
    /// The die now.
    pub to: PlacedDie,
}

/// The die was tipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsDieTipped)]
pub struct DieTipped {
    /// Over which edge.
    pub direction: Direction,
    /// The die before.
    pub from: PlacedDie,
    /// The die after.
    pub to: PlacedDie,
}

/// The die has reached the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsExitReached)]
pub struct ExitReached {
    /// The exit's cell.
    pub cell: Cell,
}

/// The player has given up; the path from the die to the exit counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RollOutTheBarrelsGivenUp)]
pub struct GivenUp {
    /// The cells of the path with the smallest sum of coins, with the exit and without the cell of the die.
    pub path: Vec<Cell>,
    /// Their sum.
    pub points: u64,
}

wire::tagged! {
    event
    /// An event of Roll Out the Barrels.
    pub enum Event = "RollOutTheBarrelsEvent" by "type" {
        "die_placed" => DiePlaced(DiePlaced),
        "die_tipped" => DieTipped(DieTipped),
        "exit_reached" => ExitReached(ExitReached),
        "barrels_given_up" => GivenUp(GivenUp),
    }
}
