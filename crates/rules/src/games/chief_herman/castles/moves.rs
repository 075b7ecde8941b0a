//! The moves and events of the castles.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use super::castle::Castle;
use super::corner::Corner;
use super::court::{Color, Space};
use crate::game::{Seat, SeatMove};
use crate::wire::{self, DescribedMove, ToSchema};

/// Chooses a corner of Herman's Castle as the seat's house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HermansCastleSettle)]
pub struct Settle {
    /// The seat that chooses.
    pub seat: Seat,
    /// A free corner.
    pub corner: Corner,
}

/// Places a stone and scores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Place<C: Castle> {
    /// The seat that places.
    pub seat: Seat,
    /// The color of the stone.
    pub color: Color,
    /// An empty space.
    pub space: Space<C>,
}

wire::named_schema!(
    impl[C: Castle] Place<C>,
    format!("{}Place", C::NAME),
    wire::object(
        "Places a stone and scores it.",
        [
            wire::required("seat", wire::reference_to::<Seat>()),
            wire::required("color", wire::reference_to::<Color>()),
            wire::required("space", wire::reference_to::<Space<C>>()),
        ],
    ),
    gather [Seat, Color, Space<C>]
);

/// A move in a castle. Only Herman's Castle has houses to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", bound = "")]
pub enum Move<C: Castle> {
    /// Chooses a house.
    #[serde(rename = "settle")]
    Settle(Settle),
    /// Places a stone.
    #[serde(rename = "place")]
    Place(Place<C>),
}

impl wire::Described for Settle {
    const DESCRIPTION: &'static str = "Chooses a corner of Herman's Castle as the seat's house.";
}

impl<C: Castle> wire::Described for Place<C> {
    const DESCRIPTION: &'static str = "Places a stone and scores it.";
}

impl<C: Castle> wire::Moves for Move<C> {
    const TYPES: &'static [DescribedMove] = if C::HOUSED {
        &[DescribedMove::of::<Place<C>>("place"), DescribedMove::of::<Settle>("settle")]
    } else {
        &[DescribedMove::of::<Place<C>>("place")]
    };
}

impl<C: Castle> SeatMove for Move<C> {
    fn seat(&self) -> Seat {
        match self {
            Self::Settle(mv) => mv.seat,
            Self::Place(mv) => mv.seat,
        }
    }
}

impl<'de, C: Castle> wire::FromTag<'de> for Move<C> {
    const KEY: &'static str = "type";
    const TAGS: &'static [&'static str] = if C::HOUSED { &["place", "settle"] } else { &["place"] };

    fn from_tag<D: Deserializer<'de>>(tag: usize, fields: D) -> Result<Self, D::Error> {
        if tag == 0 {
            Place::deserialize(fields).map(Self::Place)
        } else {
            Settle::deserialize(fields).map(Self::Settle)
        }
    }
}

impl<'de, C: Castle> Deserialize<'de> for Move<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_tagged(deserializer)
    }
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::PartialSchema for Move<C> {
    fn schema() -> wire::AnySchema {
        let mut variants = vec![("place", Place::<C>::name())];
        variants.extend(C::HOUSED.then(|| ("settle", Settle::name())));
        wire::union(&format!("A move in {}.", C::TITLE), "type", &variants)
    }
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::ToSchema for Move<C> {
    fn name() -> Cow<'static, str> {
        format!("{}Move", C::NAME).into()
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather_tagged::<Place<C>>("type", "place", schemas);
        if C::HOUSED {
            wire::gather_tagged::<Settle>("type", "settle", schemas);
        }
    }
}

/// A house was chosen, or the last seat got the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HermansCastleSettled)]
pub struct Settled {
    /// The owner of the house.
    pub seat: Seat,
    /// Its corner.
    pub corner: Corner,
}

/// A stone was placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(bound = "")]
pub struct Placed<C: Castle> {
    /// The seat that placed it.
    pub seat: Seat,
    /// Its color.
    pub color: Color,
    /// The space of the stone.
    pub space: Space<C>,
    /// The points that it scored.
    pub points: i64,
    /// The spaces of the stones that it scored with.
    pub touched: Vec<Space<C>>,
}

wire::named_schema!(
    impl[C: Castle] Placed<C>,
    format!("{}Placed", C::NAME),
    wire::object(
        "A stone was placed.",
        [
            wire::required("seat", wire::reference_to::<Seat>()),
            wire::required("color", wire::reference_to::<Color>()),
            wire::required("space", wire::reference_to::<Space<C>>()),
            wire::required("points", wire::integer_schema("The points that it scored.", 0, 12)),
            wire::required(
                "touched",
                wire::list("The spaces of the stones that it scored with.", wire::reference_to::<Space<C>>()),
            ),
        ],
    ),
    gather [Seat, Color, Space<C>]
);

/// A castle is full. Unless it was that of the last game, it is cleared and the next game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CastleGameOver)]
pub struct GameOver {
    /// The number of the game.
    #[schema(minimum = 1, maximum = 5)]
    pub game: u64,
    /// The points of each seat, including earlier games.
    pub scores: Vec<i64>,
}

/// An event of a castle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", bound = "")]
pub enum Event<C: Castle> {
    /// A stone was placed.
    #[serde(rename = "placed")]
    Placed(Placed<C>),
    /// A house was chosen.
    #[serde(rename = "settled")]
    Settled(Settled),
    /// A castle is full.
    #[serde(rename = "game_over")]
    GameOver(GameOver),
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::PartialSchema for Event<C> {
    fn schema() -> wire::AnySchema {
        let mut variants = vec![("placed", Placed::<C>::name())];
        variants.extend(C::HOUSED.then(|| ("settled", Settled::name())));
        variants.push(("game_over", GameOver::name()));
        wire::union(&format!("An event of {}.", C::TITLE), "type", &variants)
    }
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::ToSchema for Event<C> {
    fn name() -> Cow<'static, str> {
        format!("{}Event", C::NAME).into()
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather_event::<Placed<C>>("type", "placed", schemas);
        if C::HOUSED {
            wire::gather_event::<Settled>("type", "settled", schemas);
        }
        wire::gather_event::<GameOver>("type", "game_over", schemas);
    }
}
