//! The table of a castle. Only Herman's Castle has a field for houses.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::series::seat_to_act;
use super::castle::Castle;
use super::corner::Corner;
use super::court::Stones;
use crate::game::Seat;
use crate::wire::{self, BoundedVec};

/// The table of a castle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<C: Castle> {
    /// The stones in the castle.
    pub castle: Stones<C>,
    /// The points of each seat, including earlier games.
    pub scores: BoundedVec<i64, 2, 5>,
    /// The number of the game that is played, from 1.
    pub game: u64,
    /// The corners chosen so far, that of seat 1 first; none in castles without houses.
    pub houses: Vec<Corner>,
}

impl<C: Castle> Table<C> {
    /// Returns whether houses are still to be chosen.
    pub(super) fn is_settling(&self) -> bool {
        C::HOUSED && self.houses.len() < self.scores.len()
    }

    /// Returns the seat whose turn it is; none after the end of the game.
    pub(super) fn turn(&self) -> Option<Seat> {
        if self.is_settling() {
            return Seat::new(self.houses.len() as u8 + 1);
        }
        (!self.castle.is_full()).then(|| seat_to_act(self.game, self.castle.count(), self.scores.len()))
    }

    /// Returns the corner that is a seat's house.
    pub(super) fn house(&self, seat: Seat) -> Option<Corner> {
        self.houses.get(seat.index()).copied()
    }
}

/// The wire fields of a castle without houses.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Bare<C: Castle> {
    castle: Stones<C>,
    scores: BoundedVec<i64, 2, 5>,
    #[serde(deserialize_with = "wire::integer::<_, 1, 5>")]
    game: u64,
}

/// The wire fields of a castle with houses.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Housed<C: Castle> {
    castle: Stones<C>,
    scores: BoundedVec<i64, 2, 5>,
    #[serde(deserialize_with = "wire::integer::<_, 1, 5>")]
    game: u64,
    houses: BoundedVec<Corner, 0, 4>,
}
impl<'de, C: Castle> Deserialize<'de> for Table<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if C::HOUSED {
            let Housed { castle, scores, game, houses } = Deserialize::deserialize(deserializer)?;
            Ok(Self { castle, scores, game, houses: houses.into_vec() })
        } else {
            let Bare { castle, scores, game } = Deserialize::deserialize(deserializer)?;
            Ok(Self { castle, scores, game, houses: Vec::new() })
        }
    }
}

impl<C: Castle> Serialize for Table<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut table = serializer.serialize_struct("Table", 3 + usize::from(C::HOUSED))?;
        table.serialize_field("castle", &self.castle)?;
        table.serialize_field("scores", &self.scores)?;
        table.serialize_field("game", &self.game)?;
        if C::HOUSED {
            table.serialize_field("houses", &self.houses)?;
        }
        table.end()
    }
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::PartialSchema for Table<C> {
    fn schema() -> wire::AnySchema {
        let score = wire::integer_schema("The points of a seat.", 0, 5 * (C::PAIR * C::PAIRS) as u64);
        let description = "The points of each seat, including earlier games.";
        let fields = [
            wire::required("castle", wire::reference_to::<Stones<C>>()),
            wire::required("scores", wire::list_from(description, score, 2, 5)),
            wire::required("game", wire::integer_schema("The number of the game that is played, from 1.", 1, 5)),
        ];
        let houses = C::HOUSED.then(|| {
            let description = "The corners chosen so far, that of seat 1 first.";
            wire::required("houses", wire::list_at_most(description, wire::reference_to::<Corner>(), 4))
        });
        wire::object(&format!("The table of {}.", C::TITLE), fields.into_iter().chain(houses))
    }
}

#[cfg(feature = "schemas")]
impl<C: Castle> wire::ToSchema for Table<C> {
    fn name() -> Cow<'static, str> {
        format!("{}Table", C::NAME).into()
    }

    fn schemas(schemas: &mut wire::Schemas) {
        wire::gather::<Stones<C>>(schemas);
        if C::HOUSED {
            wire::gather::<Corner>(schemas);
        }
    }
}
