//! The moves and events of Land Grab.

use super::pieces::Kind;
use super::{Cell, Cells};
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Land Grab.
    pub enum Move = "LandGrabMove" by "type" {
        /// Creates a piece in the home row.
        "create" => Create as LandGrabCreate {
            /// The seat that creates.
            pub seat: Seat,
            /// A kind of piece in its reserve, with a value of at most the number of pieces in the column.
            pub piece: Kind,
            /// An empty cell of its home row.
            pub cell: Cell,
        },
        /// Moves a piece.
        "move" => MovePiece as LandGrabMovePiece {
            /// The seat that moves.
            pub seat: Seat,
            /// A cell with an own piece.
            pub from: Cell,
            /// The cell to which it moves.
            pub to: Cell,
        },
    }
}

wire::tagged! {
    event
    /// An event of Land Grab.
    pub enum Event = "LandGrabEvent" by "type" {
        /// A piece was created.
        "created" => Created as LandGrabCreated {
            /// The seat that owns it.
            pub seat: Seat,
            /// Its kind.
            pub piece: Kind,
            /// Its position.
            pub cell: Cell,
        },
        /// A piece was moved.
        "moved" => Moved as LandGrabMoved {
            /// The seat that owns it.
            pub seat: Seat,
            /// Its kind.
            pub piece: Kind,
            /// The cell that it left.
            pub from: Cell,
            /// Its cell now.
            pub to: Cell,
        },
        /// A piece was captured; it is out of the game.
        "captured" => Captured as LandGrabCaptured {
            /// The seat that owned it.
            pub seat: Seat,
            /// Its kind.
            pub piece: Kind,
            /// Its position before.
            pub cell: Cell,
        },
        /// A seat had no legal move, and its turn was skipped.
        "passed" => Passed as LandGrabPassed {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat has more than half of the board, and has won.
        "enclosed" => Enclosed as LandGrabEnclosed {
            /// The seat.
            pub seat: Seat,
            /// Its territory.
            pub cells: Cells,
            /// The cells of its pieces that are in some line.
            pub line: Cells,
        },
        /// The game is over without a winner by land: no seat has a legal move, or the limit of quiet turns or of all turns is reached.
        "locked" => Locked as LandGrabLocked {},
    }
}
