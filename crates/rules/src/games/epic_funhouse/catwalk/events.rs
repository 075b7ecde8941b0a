//! The events of Catwalk.

use serde::Serialize;

use super::flick::{Point, Vector};
use super::stack::Stack;
use super::track::LaidBy;
use crate::grid::Direction;
use crate::piecepack::{Coin, Suit, Tile};
use crate::wire::{self, ToSchema};

/// A piece of a coin's path over one track tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkPathPiece)]
pub struct PathPiece {
    /// The track tile under it, from 1.
    pub tile: u64,
    /// Its start.
    pub from: Point,
    /// Its end.
    pub to: Point,
}

wire::tagged! {
    event
    /// An event of Catwalk.
    pub enum Event = "CatwalkEvent" by "type" {
        /// A tile was laid at the end of the track.
        "tile_laid" => TileLaid as CatwalkTileLaid {
            /// The tile.
            pub tile: Tile,
            /// The stack that it was taken from.
            pub stack: Stack,
            /// Tiles east of the first tile laid.
            pub x: i8,
            /// Tiles south of the first tile laid.
            pub y: i8,
            /// The direction in which it was laid; the first tile has none.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub direction: Option<Direction>,
            /// Why it was laid there.
            pub by: LaidBy,
        },
        /// The coins and the start were chosen.
        "start_chosen" => StartChosen as CatwalkStartChosen {
            /// The suit of the coins to be flicked.
            pub suit: Suit,
            /// The tile at the start: track tile 1.
            pub tile: Tile,
        },
        /// The simulated hand flicked a coin. The line runs from its position along aim plus scatter.
        "coin_flicked" => CoinFlicked as CatwalkCoinFlicked {
            /// The coin.
            pub coin: Coin,
            /// The number of the flick, from 1: its chance is the event `catwalk/flick/N`.
            pub number: u64,
            /// Its aim.
            pub aim: Vector,
            /// The deviation that the unsteady hand added.
            pub scatter: Vector,
            /// The path over the track, tile by tile, up to where the coin rests or leaves it. A tile is 1000 units wide.
            pub path: Vec<PathPiece>,
            /// The end of the line, where the coin rests or would rest on the ground.
            pub to: Point,
        },
        /// A coin came to rest on the track.
        "coin_rested" => CoinRested as CatwalkCoinRested {
            /// The coin.
            pub coin: Coin,
            /// The track tile it is on, from 1.
            pub tile: u64,
            /// Units of its centre east of the tile's centre.
            pub ox: i64,
            /// Units of its centre south of the tile's centre.
            pub oy: i64,
        },
        /// A coin fell from the track.
        "coin_fell" => CoinFell as CatwalkCoinFell {
            /// The coin.
            pub coin: Coin,
            /// The track tile it fell from, from 1.
            pub tile: u64,
            /// Its score: its value times the value of the tile. Nulls and aces count 1.
            pub points: u64,
        },
        /// A coin crossed the whole track and joined the draw pool.
        "coin_crossed" => CoinCrossed as CatwalkCoinCrossed {
            /// The coin.
            pub coin: Coin,
        },
        /// Coins were put on the next two places of the scoreboard.
        "fall_recorded" => FallRecorded as CatwalkFallRecorded {
            /// The first place from which the scoreboard grew, in reading order from 1.
            pub place: u64,
            /// The coins on the two places now, each from the bottom to the top.
            #[schema(min_items = 2, max_items = 2)]
            pub coins: [Vec<Coin>; 2],
        },
        /// All six coins fell, which costs more.
        "all_fell" => AllFell as CatwalkAllFell {
            /// The points that it adds.
            pub points: u64,
        },
    }
}
