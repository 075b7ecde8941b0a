//! The moves and events of Whack-a-Dummy.

use super::super::roll_out_the_barrels::Cell;
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::piecepack::Coin;
use crate::wire;

wire::tagged! {
    read moves
    /// A move in Whack-a-Dummy.
    pub enum Move = "WhackADummyMove" by "type" {
        /// Enters the room on one of the four central cells.
        "enter" => Enter as WhackADummyEnter {
            /// b3, c3, b4 or c4.
            pub cell: Cell,
        },
        /// Walks or jumps as far as the coin under the player shows, and flips the coin where the player lands.
        "go" => Go as WhackADummyGo {
            /// The direction.
            pub direction: Direction,
        },
        "give_up" => GiveUp,
    }
}

wire::tagged! {
    event
    /// An event of Whack-a-Dummy.
    pub enum Event = "WhackADummyEvent" by "type" {
        /// The player entered the room.
        "room_entered" => Entered as WhackADummyEntered {
            /// The position.
            pub cell: Cell,
        },
        /// The player walked (from a face-down coin) or jumped (from a face-up coin).
        "went" => Went as WhackADummyWent {
            /// The direction.
            pub direction: Direction,
            /// The number of cells. Both directions wrap around.
            pub distance: u64,
            /// The cell that the player left.
            pub from: Cell,
            /// The cell where the player landed.
            pub to: Cell,
        },
        /// A coin was flipped.
        "coin_flipped" => CoinFlipped as WhackADummyCoinFlipped {
            /// Its cell.
            pub cell: Cell,
            /// The coin.
            pub coin: Coin,
            /// Whether it is face up now.
            pub face_up: bool,
        },
        /// The next corner in sequence was activated.
        "corner_activated" => CornerActivated as WhackADummyCornerActivated {
            /// The corner.
            pub cell: Cell,
            /// The number of corners activated in sequence now.
            pub corners: u64,
        },
        /// A corner was flipped to the wrong side.
        "penalty" => Penalty as WhackADummyPenalty {
            /// The corner.
            pub cell: Cell,
            /// The cost.
            pub points: u64,
        },
        /// The player has given up.
        "dummies_given_up" => GivenUp as WhackADummyGivenUp {
            /// The cost.
            pub points: u64,
        },
    }
}
