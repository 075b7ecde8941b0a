//! The moves of Catwalk, and the bounds of flicks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::flick::{self, Vector};
use super::stack::Stack;
use crate::chance::Draws;
use crate::game::Bounds;
use crate::piecepack::{PieceValue, Suit};
use crate::wire;

/// Which end of the track is its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkStart)]
pub enum Start {
    /// The first tile laid.
    First,
    /// The last tile laid.
    Last,
}

/// Lays a whole stack, from its top, at the end of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkLayStack)]
pub struct LayStack {
    /// The stack.
    pub stack: Stack,
}

/// Chooses the coins to be flicked and the end of the track they start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkChoose)]
pub struct Choose {
    /// The suit of the six coins.
    #[schema(inline = false)]
    pub suit: Suit,
    /// The start.
    pub start: Start,
}

/// Flicks a coin with the simulated hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkFlick)]
pub struct Flick {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
    /// Where the coin's centre is meant to come to rest: units east of where it is. The greater of |dx| and |dy| is
    /// the strength, which must be 1000 to 6000.
    #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
    pub dx: i32,
    /// Units south of where it is.
    #[schema(minimum = -2_147_483_648_i64, maximum = 2_147_483_647_i64)]
    pub dy: i32,
}

/// A real coin fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkFell)]
pub struct Fell {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
    /// The track tile it fell from, 1 to 24 from the start.
    #[serde(deserialize_with = "wire::integer::<_, 1, 24>")]
    #[schema(minimum = 1, maximum = 24)]
    pub tile: u64,
}

/// A real coin crossed the whole track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CatwalkCrossed)]
pub struct Crossed {
    /// The coin's value.
    #[schema(inline = false)]
    pub coin: PieceValue,
}

wire::tagged! {
    read
    /// A move in Catwalk. Coins are flicked with `flick` where dexterity is simulated, and what real coins did is told
    /// with `fell` and `crossed` where it is reported.
    pub enum Move = "CatwalkMove" by "type" {
        "lay_stack" => LayStack(LayStack),
        "choose" => Choose(Choose),
        "flick" => Flick(Flick),
        "fell" => Fell(Fell),
        "crossed" => Crossed(Crossed),
    }
}

/// What bounds a flick of the simulated hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FlickBounds {
    /// The values of the coins that may be flicked.
    #[schema(inline = false)]
    pub coins: Vec<PieceValue>,
    /// The track tile from which the coin starts, from 1.
    #[schema(minimum = 1, maximum = 24)]
    pub tile: u64,
    /// Units of the coin's centre east of the tile's centre.
    #[schema(minimum = -500, maximum = 500)]
    pub ox: i64,
    /// Units of the coin's centre south of the tile's centre.
    #[schema(minimum = -500, maximum = 500)]
    pub oy: i64,
    /// The least strength: the greater of |dx| and |dy|.
    pub least_strength: i64,
    /// The greatest strength.
    pub greatest_strength: i64,
    /// The unsteady hand adds to dx and to dy, each way, as much as this and `scatter_percent` of the strength at the most.
    pub least_scatter: i64,
    /// See `least_scatter`: percent of the strength, rounded down.
    pub scatter_percent: i64,
}

impl<M: From<Flick>> Bounds<M> for FlickBounds {
    fn any(&self, draws: &mut Draws) -> M {
        let coin = draws.pick(&self.coins);
        let greatest = flick::MAX_STRENGTH;
        loop {
            // Uniform from -greatest to greatest on each axis, drawn again while it is too weak.
            let mut along = || draws.below(2 * greatest.unsigned_abs() + 1) as i32 - greatest as i32;
            let flick = Flick { coin, dx: along(), dy: along() };
            if flick.aim().strength() >= flick::MIN_STRENGTH {
                return flick.into();
            }
        }
    }
}

impl Flick {
    pub(super) fn aim(self) -> Vector {
        Vector { dx: self.dx.into(), dy: self.dy.into() }
    }
}
