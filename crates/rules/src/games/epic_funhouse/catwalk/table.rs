//! The table of Catwalk, by phase, in its wire form.

use serde::{Deserialize, Serialize};

use super::flick::HALF;
use super::moves::{Crossed, Fell};
use super::stack::Stack;
use super::track::TrackTile;
use crate::piecepack::{Coin, PieceValue, Suit, Tile, Value};
use crate::wire::{self, BoundedVec};

wire::tagged! {
    read
    /// The table of Catwalk: the track being laid, then laid whole, then with the coins flicked along it.
    pub enum Table = "CatwalkTable" by "phase" {
        "laying" => Laying(Laying),
        "choosing" => Choosing(Choosing),
        "flicking" => Flicking(Flicking),
    }
}

wire::record! {
    /// While stacks remain to be laid.
    #[schema(as = CatwalkLaying)]
    pub struct Laying {
        /// The stacks, each from the bottom to the top. A stack that was laid is empty.
        pub stacks: Stacks,
        /// The track so far, in the order of laying.
        pub track: BoundedVec<TrackTile, 0, 24>,
    }
}

wire::record! {
    /// The four stacks of the room before.
    #[schema(as = CatwalkStacks)]
    pub struct Stacks {
        /// Pairs of the same suit.
        pub twins: BoundedVec<Tile, 0, 24>,
        /// Pairs of cousin suits.
        pub cousins: BoundedVec<Tile, 0, 24>,
        /// All other pairs.
        pub distant: BoundedVec<Tile, 0, 24>,
        /// Tiles that remain without a match.
        pub strangers: BoundedVec<Tile, 0, 24>,
    }
}

wire::record! {
    /// When the track is complete and the coins and the start are chosen.
    #[schema(as = CatwalkChoosing)]
    pub struct Choosing {
        /// The track, in the order of laying.
        pub track: BoundedVec<TrackTile, 0, 24>,
    }
}

wire::record! {
    /// While the coins are flicked, and after.
    #[schema(as = CatwalkFlicking)]
    pub struct Flicking {
        /// The track from the start: its first tile is track tile 1.
        pub track: BoundedVec<TrackTile, 0, 24>,
        /// The suit of the six coins to be flicked.
        pub suit: Suit,
        /// The coins that have fallen or crossed, in order.
        pub outcomes: BoundedVec<Outcome, 0, 24>,
        /// The coin that has been flicked but has neither fallen nor crossed yet.
        pub under_way: Option<UnderWay>,
        /// The number of flicks of the simulated hand. It numbers their random events.
        pub flicks: Count,
        /// The places of the scoreboard in reading order. Each fall has two places, each with a stack of one or two
        /// coins, listed from the bottom to the top.
        pub scoreboard: BoundedVec<CoinStack, 0, 24>,
        /// The draw pool: the coins neither to be flicked nor on the scoreboard, in canonical order.
        pub pool: BoundedVec<Coin, 0, 24>,
    }
}

/// The coins on a place of the scoreboard, from the bottom to the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CoinStack(pub BoundedVec<Coin, 0, 24>);

impl From<Vec<Coin>> for CoinStack {
    fn from(coins: Vec<Coin>) -> Self {
        Self(coins.into())
    }
}

wire::named_schema!(
    impl[] CoinStack,
    "CatwalkCoinStack",
    wire::list_at_most("The coins on a place of the scoreboard, from the bottom to the top.", wire::reference_to::<Coin>(), 24),
    gather [Coin]
);

wire::tagged! {
    read
    /// The outcome of a coin: it fell or it crossed.
    pub enum Outcome = "CatwalkOutcome" by "type" {
        "fell" => Fell(Fell),
        "crossed" => Crossed(Crossed),
    }
}

wire::record! {
    /// A coin's place on the track.
    #[derive(Copy)]
    #[schema(as = CatwalkUnderWay)]
    pub struct UnderWay {
        /// The coin's value.
        pub coin: PieceValue,
        /// The track tile it is on, from 1.
        #[serde(deserialize_with = "wire::integer::<_, 1, 24>")]
        #[schema(minimum = 1, maximum = 24)]
        pub tile: u64,
        /// Units of its centre east of the tile's centre; a tile is 1000 units wide.
        #[serde(deserialize_with = "offset")]
        #[schema(minimum = -500, maximum = 500)]
        pub ox: i64,
        /// Units of its centre south of the tile's centre.
        #[serde(deserialize_with = "offset")]
        #[schema(minimum = -500, maximum = 500)]
        pub oy: i64,
    }
}

fn offset<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    wire::integer_in_range(deserializer, -HALF, HALF, format_args!(""))
}

impl Stacks {
    pub(super) fn get(&self, stack: Stack) -> &Vec<Tile> {
        match stack {
            Stack::Twins => &self.twins,
            Stack::Cousins => &self.cousins,
            Stack::Distant => &self.distant,
            Stack::Strangers => &self.strangers,
        }
    }

    pub(super) fn get_mut(&mut self, stack: Stack) -> &mut Vec<Tile> {
        match stack {
            Stack::Twins => &mut self.twins,
            Stack::Cousins => &mut self.cousins,
            Stack::Distant => &mut self.distant,
            Stack::Strangers => &mut self.strangers,
        }
    }

    pub(super) fn all_empty(&self) -> bool {
        Stack::ALL.into_iter().all(|stack| self.get(stack).is_empty())
    }
}

impl Outcome {
    pub(super) fn coin(self) -> Value {
        match self {
            Self::Fell(fell) => fell.coin,
            Self::Crossed(crossed) => crossed.coin,
        }
    }
}

impl Copy for Outcome {}
