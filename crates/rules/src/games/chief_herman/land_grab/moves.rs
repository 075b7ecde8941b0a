//! The moves and events of Land Grab.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pieces::Kind;
use super::{Cell, Cells};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Creates a piece in the home row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LandGrabCreate)]
pub struct Create {
    /// The seat that creates.
    pub seat: Seat,
    /// A kind of piece in its reserve, with a value of at most the number of pieces in the column.
    pub piece: Kind,
    /// An empty cell of its home row.
    pub cell: Cell,
}

/// Moves a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LandGrabMovePiece)]
pub struct MovePiece {
    /// The seat that moves.
    pub seat: Seat,
    /// A cell with an own piece.
    pub from: Cell,
    /// The cell to which it moves.
    pub to: Cell,
}

wire::tagged! {
    read
    /// A move in Land Grab.
    pub enum Move = "LandGrabMove" by "type" {
        "create" => Create(Create),
        "move" => Move(MovePiece),
    }
}

seat_moves!(Move: Create | Move);

/// A piece was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabCreated)]
pub struct Created {
    /// The seat that owns it.
    pub seat: Seat,
    /// Its kind.
    pub piece: Kind,
    /// Its position.
    pub cell: Cell,
}

/// A piece was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabMoved)]
pub struct Moved {
    /// The seat that owns it.
    pub seat: Seat,
    /// Its kind.
    pub piece: Kind,
    /// The cell that it left.
    pub from: Cell,
    /// Its cell now.
    pub to: Cell,
}

/// A piece was captured; it is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabCaptured)]
pub struct Captured {
    /// The seat that owned it.
    pub seat: Seat,
    /// Its kind.
    pub piece: Kind,
    /// Its position before.
    pub cell: Cell,
}

/// A seat had no legal move, and its turn was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabPassed)]
pub struct Passed {
    /// The seat.
    pub seat: Seat,
}

/// A seat has more than half of the board, and has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabEnclosed)]
pub struct Enclosed {
    /// The seat.
    pub seat: Seat,
    /// Its territory.
    pub cells: Cells,
    /// The cells of its pieces that are in some line.
    pub line: Cells,
}

/// The game is over without a winner by land: no seat has a legal move, or the limit of quiet turns or of all turns is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LandGrabLocked)]
pub struct Locked {}

wire::tagged! {
    event
    /// An event of Land Grab.
    pub enum Event = "LandGrabEvent" by "type" {
        "created" => Created(Created),
        "moved" => Moved(Moved),
        "captured" => Captured(Captured),
        "passed" => Passed(Passed),
        "enclosed" => Enclosed(Enclosed),
        "locked" => Locked(Locked),
    }
}
