//! The moves and events of Slide Jam.

use serde::{Deserialize, Serialize};

use super::super::TileSlid;
use super::Cell;
use crate::piecepack::Tile;
use crate::wire::{self, ToSchema};

/// One of the two stacks that tiles are popped onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Side)]
pub enum StackSide {
    /// The left stack.
    Left,
    /// The right stack.
    Right,
}

impl StackSide {
    /// Both stacks in order.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the name of the stack.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// The direction in which the remaining tiles slide after a pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SlideJamSlide)]
pub enum Slide {
    /// Toward row 1.
    Up,
    /// Toward row 6.
    Down,
    /// Toward column a.
    Left,
    /// Toward column d.
    Right,
}

impl Slide {
    /// All slides in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

wire::record! {
    /// Pops a family off the slide onto a stack. Then every remaining tile slides as far as it can.
    #[derive(Copy)]
    #[schema(as = SlideJamPop)]
    pub struct Pop {
        /// The family's cells in the order of its sequence; the tile of the last ends on top of the stack.
        pub cells: [Cell; 3],
        /// The stack that takes the family.
        pub stack: StackSide,
        /// The direction in which the remaining tiles slide.
        pub slide: Slide,
    }
}

wire::tagged! {
    read moves
    /// A move in Slide Jam.
    pub enum Move = "SlideJamMove" by "type" {
        "pop" => Pop(Pop),
    }
}

wire::tagged! {
    event
    /// An event of Slide Jam.
    pub enum Event = "SlideJamEvent" by "type" {
        /// A tile was popped off the slide onto a stack.
        "tile_popped" => TilePopped as SlideJamTilePopped {
            /// The tile.
            pub tile: Tile,
            /// The cell that it left.
            pub from: Cell,
            /// The stack that has it on top now.
            pub stack: StackSide,
        },
        "tile_slid" => TileSlid,
    }
}
