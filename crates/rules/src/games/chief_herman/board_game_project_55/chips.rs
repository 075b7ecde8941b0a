//! Chips: colors, piles and stockpiles.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{PATTERN, SPOTS, Spot};
use crate::dice::Face;
use crate::scene::PieceColor;
use crate::wire::{self, ToSchema};

/// The number of chips of each color.
pub(super) const PER_COLOR: u8 = 7;
/// The number of chips.
const ALL: usize = 42;

/// The colour of a chip, and of a face of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BoardGameProject55Color)]
pub enum Color {
    /// Red, the face 1.
    Red,
    /// Orange, the face 2.
    Orange,
    /// Yellow, the face 3.
    Yellow,
    /// Green, the face 4.
    Green,
    /// Blue, the face 5.
    Blue,
    /// Purple, the face 6.
    Purple,
}

impl Color {
    /// All colors, in the order of the faces of the die.
    pub const ALL: [Self; 6] = [Self::Red, Self::Orange, Self::Yellow, Self::Green, Self::Blue, Self::Purple];

    /// Returns the color of a face of the die.
    #[must_use]
    pub const fn of(face: Face) -> Self {
        Self::ALL[face.index()]
    }

    /// Returns the color for scenes.
    #[must_use]
    pub const fn paint(self) -> PieceColor {
        match self {
            Self::Red => PieceColor::Red,
            Self::Orange => PieceColor::Orange,
            Self::Yellow => PieceColor::Yellow,
            Self::Green => PieceColor::Green,
            Self::Blue => PieceColor::Blue,
            Self::Purple => PieceColor::Purple,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.paint().name())
    }
}

/// A multiset of chips: the count of each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chips([u8; 6]);

impl Chips {
    /// One chip of each color.
    pub(super) const ONE_PER_COLOR: Self = Self([1; 6]);

    /// Returns the count of a color.
    #[must_use]
    pub const fn of(self, color: Color) -> u8 {
        self.0[color as usize]
    }

    /// Returns the number of chips.
    #[must_use]
    pub fn all(self) -> u64 {
        self.0.iter().map(|count| u64::from(*count)).sum()
    }

    /// Returns the chips, color by color.
    pub fn list(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().flat_map(move |color| (0..self.of(color)).map(move |_| color))
    }

    pub(super) fn put(&mut self, color: Color) {
        self.0[color as usize] += 1;
    }

    /// Removes a chip and returns whether there was one.
    pub(super) fn take(&mut self, color: Color) -> bool {
        let count = &mut self.0[color as usize];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    pub(super) fn put_all(&mut self, chips: Self) {
        self.0.iter_mut().zip(chips.0).for_each(|(count, more)| *count += more);
    }
}

/// A pile: the top chip and the chips under it, which only ever leave the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The color on top.
    pub top: Color,
    /// The chips under it.
    pub under: Chips,
}

/// The wire form of a pile.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PileForm {
    top: Color,
    #[serde(deserialize_with = "wire::at_most::<Color, _, ALL>")]
    under: Vec<Color>,
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&PileForm { top: self.top, under: self.under.list().collect() }, serializer)
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PileForm { top, under } = Deserialize::deserialize(deserializer)?;
        let mut pile = Self { top, under: Chips::default() };
        under.into_iter().for_each(|color| pile.under.put(color));
        Ok(pile)
    }
}

wire::named_schema!(
    impl[] Pile,
    "BoardGameProject55Pile",
    wire::object("A pile of chips.", [
        wire::required("top", wire::reference_to::<Color>()),
        wire::required(
            "under",
            wire::list_at_most("The chips under the top, in the order of colors.", wire::reference_to::<Color>(), ALL),
        ),
    ]),
    gather [Color]
);

/// The pile of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles([Pile; SPOTS]);

impl Piles {
    /// Creates piles of one chip each, in the order of the cells.
    pub(super) fn of(tops: &[Color; SPOTS]) -> Self {
        Self(tops.map(|top| Pile { top, under: Chips::default() }))
    }

    /// Returns the pile of a cell.
    #[must_use]
    pub const fn on(&self, spot: Spot) -> &Pile {
        &self.0[spot.index()]
    }

    pub(super) fn on_mut(&mut self, spot: Spot) -> &mut Pile {
        &mut self.0[spot.index()]
    }
}

impl Serialize for Piles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(SPOTS))?;
        for (spot, pile) in Spot::all().zip(&self.0) {
            map.serialize_entry(&spot, pile)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Piles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = Piles;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are the 18 cells and whose values are piles")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Piles, A::Error> {
                let mut piles = [None; SPOTS];
                while let Some(spot) = map.next_key::<Spot>()? {
                    let pile = map.next_value()?;
                    if piles[spot.index()].replace(pile).is_some() {
                        return Err(de::Error::custom(format_args!("must not have a cell twice (got {spot} twice)")));
                    }
                }
                let mut all = Piles::of(&[Color::Red; SPOTS]);
                for (spot, pile) in Spot::all().zip(piles) {
                    let missing = || {
                        de::Error::custom(format_args!("must have a pile for each of the 18 cells (none for {spot})"))
                    };
                    *all.on_mut(spot) = pile.ok_or_else(missing)?;
                }
                Ok(all)
            }
        }
        deserializer.deserialize_map(Map)
    }
}

wire::named_schema!(
    impl[] Piles,
    "BoardGameProject55Piles",
    wire::map("The pile of each of the 18 cells.", PATTERN, wire::reference_to::<Pile>()),
    gather [Pile]
);

/// The chips of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock(pub Chips);

impl Serialize for Stock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Color::ALL.len()))?;
        for color in Color::ALL {
            map.serialize_entry(&color, &self.0.of(color))?;
        }
        map.end()
    }
}

/// The wire form of a stockpile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StockForm {
    #[serde(deserialize_with = "chips")]
    red: u8,
    #[serde(deserialize_with = "chips")]
    orange: u8,
    #[serde(deserialize_with = "chips")]
    yellow: u8,
    #[serde(deserialize_with = "chips")]
    green: u8,
    #[serde(deserialize_with = "chips")]
    blue: u8,
    #[serde(deserialize_with = "chips")]
    purple: u8,
}

fn chips<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    wire::integer::<_, 0, { ALL as u64 }>(deserializer).map(|count| count as u8)
}

impl<'de> Deserialize<'de> for Stock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StockForm { red, orange, yellow, green, blue, purple } = Deserialize::deserialize(deserializer)?;
        Ok(Self(Chips([red, orange, yellow, green, blue, purple])))
    }
}

wire::named_schema!(
    impl[] Stock,
    "BoardGameProject55Stock",
    {
        let count = || wire::integer_schema("The number of chips of the color.", 0, ALL as u64);
        let colors = ["red", "orange", "yellow", "green", "blue", "purple"];
        wire::object("The chips of a seat.", colors.map(|color| wire::required(color, count())))
    },
    gather []
);
