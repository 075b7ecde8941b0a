//! The moves of Catwalk.

use serde::{Deserialize, Serialize};

use super::flick::Vector;
use super::stack::Stack;
use crate::piecepack::{PieceValue, Suit};
use crate::wire::{self, ToSchema};

/// The end of the track that is its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkStart)]
pub enum Start {
    /// The first tile laid.
    First,
    /// The last tile laid.
    Last,
}

wire::tagged! {
    read moves
    /// A move in Catwalk. If dexterity is simulated, `flick` flicks a coin. If it is reported, `fell` and `crossed`
    /// report what a real coin did.
    pub enum Move = "CatwalkMove" by "type" {
        /// Lays a whole stack, from its top, at the end of the track.
        "lay_stack" => LayStack as CatwalkLayStack {
            /// The stack.
            pub stack: Stack,
        },
        /// Chooses the coins to be flicked and the end of the track they start from.
        #[derive(Copy)]
        "choose" => Choose as CatwalkChoose {
            /// The suit of the six coins.
            pub suit: Suit,
            /// The start.
            pub start: Start,
        },
        /// Flicks a coin with the simulated hand.
        #[derive(Copy)]
        "flick" => Flick as CatwalkFlick {
            /// The coin's value.
            pub coin: PieceValue,
            /// The aimed distance of the coin's centre, in units east of its position. The greater of |dx| and |dy| is the
            /// strength, which must be 1000 to 6000.
            #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
            pub dx: i32,
            /// Units south of where it is.
            #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
            pub dy: i32,
        },
        /// Reports that a real coin fell.
        #[derive(Copy)]
        "fell" => Fell as CatwalkFell {
            /// The coin's value.
            pub coin: PieceValue,
            /// The track tile it fell from, 1 to 24 from the start.
            #[serde(deserialize_with = "wire::integer::<_, 1, 24>")]
            #[schema(minimum = 1, maximum = 24)]
            pub tile: u64,
        },
        /// Reports that a real coin crossed the whole track.
        #[derive(Copy)]
        "crossed" => Crossed as CatwalkCrossed {
            /// The coin's value.
            pub coin: PieceValue,
        },
    }
}

impl Flick {
    pub(super) fn aim(self) -> Vector {
        Vector { dx: self.dx.into(), dy: self.dy.into() }
    }
}
