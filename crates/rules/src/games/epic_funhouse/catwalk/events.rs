//! The events of Catwalk.

use serde::Serialize;
use utoipa::ToSchema;

use super::flick::{Point, Vector};
use super::stack::Stack;
use super::track::LaidBy;
use crate::grid::Direction;
use crate::piecepack::{Coin, Suit, Tile};
use crate::wire;

/// A tile was laid at the end of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkTileLaid)]
pub struct TileLaid {
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
}

/// The coins and the start were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkStartChosen)]
pub struct StartChosen {
    /// The suit of the coins to be flicked.
    pub suit: Suit,
    /// The tile at the start: track tile 1.
    pub tile: Tile,
}

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

/// The simulated hand flicked a coin. The line runs from its position along aim plus scatter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinFlicked)]
pub struct CoinFlicked {
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
}

/// A coin came to rest on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinRested)]
pub struct CoinRested {
    /// The coin.
    pub coin: Coin,
    /// The track tile it is on, from 1.
    pub tile: u64,
    /// Units of its centre east of the tile's centre.
    pub ox: i64,
    /// Units of its centre south of the tile's centre.
    pub oy: i64,
}

/// A coin fell from the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinFell)]
pub struct CoinFell {
    /// The coin.
    pub coin: Coin,
    /// The track tile it fell from, from 1.
    pub tile: u64,
    /// Its score: its value times the value of the tile. Nulls and aces count 1.
    pub points: u64,
}

/// A coin crossed the whole track and joined the draw pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkCoinCrossed)]
pub struct CoinCrossed {
    /// The coin.
    pub coin: Coin,
}

/// Coins were put on the next two places of the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkFallRecorded)]
pub struct FallRecorded {
    /// The first place from which the scoreboard grew, in reading order from 1.
    pub place: u64,
    /// The coins on the two places now, each from the bottom to the top.
    #[schema(min_items = 2, max_items = 2)]
    pub coins: [Vec<Coin>; 2],
}

/// All six coins fell, which costs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatwalkAllFell)]
pub struct AllFell {
    /// The points that it adds.
    pub points: u64,
}

wire::tagged! {
    event
    /// An event of Catwalk.
    pub enum Event = "CatwalkEvent" by "type" {
        "tile_laid" => TileLaid(TileLaid),
        "start_chosen" => StartChosen(StartChosen),
        "coin_flicked" => CoinFlicked(CoinFlicked),
        "coin_rested" => CoinRested(CoinRested),
        "coin_fell" => CoinFell(CoinFell),
        "coin_crossed" => CoinCrossed(CoinCrossed),
        "fall_recorded" => FallRecorded(FallRecorded),
        "all_fell" => AllFell(AllFell),
    }
}
