//! The pyramid: its spaces, who is on them, and the fights between neighbors.

use std::fmt;

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::cards::{Card, Suit};
use crate::game::Seat;
use crate::wire;

/// The number of spaces.
pub(super) const SPACES: usize = 10;
/// The fights of an aggression in order: the spaces of the left attacker, the right one, and the one above, from 0.
const FIGHTS: [[usize; 3]; 6] = [[6, 7, 3], [7, 8, 4], [8, 9, 5], [3, 4, 1], [4, 5, 2], [1, 2, 0]];
/// The strength that the stone adds to the card played on its space. Strengths are doubled: the rulebook has 5.5.
const STONE: u64 = 11;

/// The mark of the space with the stone: `true` in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone;

impl Serialize for Stone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl<'de> Deserialize<'de> for Stone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct True;
        impl Visitor<'_> for True {
            type Value = Stone;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("boolean `true`")
            }
            fn visit_bool<E: de::Error>(self, here: bool) -> Result<Stone, E> {
                if here { Ok(Stone) } else { Err(E::invalid_value(Unexpected::Bool(false), &self)) }
            }
        }
        deserializer.deserialize_bool(True)
    }
}

#[cfg(feature = "schemas")]
fn stone_schema() -> wire::AnySchema {
    let description = "Always `true`: the stone is on this space. Absent on the others.";
    let schema = ObjectBuilder::new().schema_type(Type::Boolean).description(Some(description));
    schema.enum_values(Some([true])).into()
}

wire::record! {
    /// A space of the pyramid. A seat or a robot is on it.
    #[derive(Copy, Default)]
    #[schema(as = KingOfTheBeachSpace)]
    pub struct Space {
        /// The seat that is here; absent if a robot is.
        pub seat: Option<Seat>,
        /// The card that was played here in this aggression.
        pub card: Option<Card>,
        /// Whether the stone is here.
        #[schema(schema_with = stone_schema)]
        pub stone: Option<Stone>,
    }
}

impl Space {
    /// Returns who fights from here, with the strength of its card: twice the face value, and more with the stone.
    pub(super) fn fighter(&self) -> Fighter {
        let stone = if self.stone.is_some() { STONE } else { 0 };
        let strength = self.card.map_or(0, |card| 2 * u64::from(card.rank().face_value()) + stone);
        Fighter { seat: self.seat, card: self.card, strength, rose: false }
    }
}

/// The pyramid, from space 1.
pub(super) type Pyramid = [Space; SPACES];

/// One who fights: a seat or a robot with its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fighter {
    /// The seat; none for a robot.
    pub seat: Option<Seat>,
    /// The card that it played.
    pub card: Option<Card>,
    /// The strength of the card; 0 without one.
    pub strength: u64,
    /// Whether it moved up in a fight.
    pub rose: bool,
}

impl Fighter {
    /// Attackers are compared by strength, then by suit. A fighter without a card is below all others.
    fn key(&self) -> (u64, Option<Suit>) {
        (self.strength, self.card.map(Card::suit))
    }
}

/// A fight and its result. Spaces are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    /// The space of the left attacker, that of the right one, and the space above.
    pub spaces: [usize; 3],
    /// The strengths there.
    pub strengths: [u64; 3],
    /// The space of the attacker that moved up, and its seat if it is not a robot; none if the attack failed.
    pub rose: Option<(usize, Option<Seat>)>,
}

/// Returns who fights, from space 1.
pub(super) fn fighters(pyramid: &Pyramid) -> [Fighter; SPACES] {
    pyramid.map(|space| space.fighter())
}

/// Resolves all fights. `fighters` are then on their new spaces.
pub(super) fn fight(fighters: &mut [Fighter; SPACES], mut report: impl FnMut(Fight)) {
    for spaces in FIGHTS {
        let [left, right, above] = spaces;
        let strengths = spaces.map(|space| fighters[space].strength);
        let weaker = if fighters[left].key() <= fighters[right].key() { left } else { right };
        let wins = strengths[0] + strengths[1] >= strengths[2];
        let rose = wins.then(|| (weaker, fighters[weaker].seat));
        if wins {
            fighters[weaker].rose = true;
            fighters.swap(weaker, above);
        }
        report(Fight { spaces, strengths, rose });
    }
}

/// Returns the spaces with which a space attacks, from 0: those next to it in its row.
pub(super) fn partners(space: usize) -> impl Iterator<Item = usize> {
    let attacks = FIGHTS.into_iter().filter(move |[left, right, _]| *left == space || *right == space);
    attacks.map(move |[left, right, _]| if left == space { right } else { left })
}

/// Returns the row of a space, both from 0.
pub(super) const fn row(space: usize) -> usize {
    match space {
        0 => 0,
        1..=2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}
