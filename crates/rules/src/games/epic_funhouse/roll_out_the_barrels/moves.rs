//! The moves and events of Roll Out the Barrels.

use super::{Cell, PlacedDie};
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::piecepack::PieceValue;
use crate::wire;

wire::tagged! {
    read moves
    /// A move in Roll Out the Barrels.
    pub enum Move = "RollOutTheBarrelsMove" by "type" {
        /// Puts the die on a1, at the beginning or for another try.
        "place" => PlaceDie as RollOutTheBarrelsPlace {
            /// The value on top.
            pub top: PieceValue,
            /// The value that faces north.
            pub north: PieceValue,
        },
        /// Rolls the die over one edge onto the next coin.
        "tip" => Tip as RollOutTheBarrelsTip {
            /// The direction in which the die rolls.
            pub direction: Direction,
        },
        "give_up" => GiveUp,
    }
}

wire::tagged! {
    event
    /// An event of Roll Out the Barrels.
    pub enum Event = "RollOutTheBarrelsEvent" by "type" {
        /// The die was placed on a1.
        "die_placed" => DiePlaced as RollOutTheBarrelsDiePlaced {
            /// The die before, if it lay on the grid.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub from: Option<PlacedDie>,
            /// The die now.
            pub to: PlacedDie,
        },
        /// The die was tipped.
        "die_tipped" => DieTipped as RollOutTheBarrelsDieTipped {
            /// Over which edge.
            pub direction: Direction,
            /// The die before.
            pub from: PlacedDie,
            /// The die after.
            pub to: PlacedDie,
        },
        /// The die has reached the exit.
        "exit_reached" => ExitReached as RollOutTheBarrelsExitReached {
            /// The exit's cell.
            pub cell: Cell,
        },
        /// The player has given up; the path from the die to the exit counts.
        "barrels_given_up" => GivenUp as RollOutTheBarrelsGivenUp {
            /// The cells of the path with the smallest sum of coins, with the exit and without the cell of the die.
            pub path: Vec<Cell>,
            /// Their sum.
            pub points: u64,
        },
    }
}
