//! The spaces of a castle and the stones on them.
//!
//! The stones of each color are stored as a bit set of spaces, which makes counting the stones that touch a new one
//! fast.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::castle::Castle;
use super::corner::Corner;
use super::geometry::Spot;
use crate::scene::PieceColor;
use crate::wire::{self, ToSchema};

/// A color of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CastleColor)]
pub enum Color {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Color {
    /// All colors in order.
    pub const ALL: [Self; 3] = [Self::Red, Self::Blue, Self::Yellow];

    /// Returns the color for scenes.
    pub(super) const fn painted(self) -> PieceColor {
        match self {
            Self::Red => PieceColor::Red,
            Self::Blue => PieceColor::Blue,
            Self::Yellow => PieceColor::Yellow,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.painted().name())
    }
}

/// A space of a castle, stored as its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space<C>(u8, PhantomData<C>);

impl<C: Castle> Space<C> {
    /// Returns all spaces in order: by row from the bottom, each from the left.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..C::COUNT as u8).map(|i| Self(i, PhantomData))
    }

    /// Returns all spaces by row from the top, each from the left.
    pub(super) fn from_the_top() -> impl Iterator<Item = Self> {
        (0..C::ROWS.len() as u8).rev().flat_map(|row| Self::all().filter(move |space| space.spot().row == row))
    }

    fn spot(self) -> Spot {
        C::SPOTS.0[usize::from(self.0)]
    }

    /// Returns the column, from 0.
    pub(super) fn column(self) -> u8 {
        self.spot().column
    }

    /// Returns the row, from 0 at the bottom.
    pub(super) fn row(self) -> u8 {
        self.spot().row
    }

    /// Returns the distance from the left, in half spaces.
    pub(super) fn x(self) -> i32 {
        self.spot().x.into()
    }

    /// Returns the distance from the top, in half spaces.
    pub(super) fn y(self) -> i32 {
        2 * (C::ROWS.len() as i32 - 1 - i32::from(self.row()))
    }

    /// Returns whether it is one of the four spaces of a corner.
    pub(super) fn is_in(self, corner: Corner) -> bool {
        C::CORNERS[corner as usize] & self.bit() != 0
    }

    const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the set of spaces that touch it.
    fn touching(self) -> u32 {
        C::TOUCHING[usize::from(self.0)]
    }
}

impl<C: Castle> fmt::Display for Space<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl<C: Castle> FromStr for Space<C> {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let [column, row] = name.as_bytes() else {
            return Err(());
        };
        let here = (column.wrapping_sub(b'a'), row.wrapping_sub(b'1'));
        Self::all().find(|space| (space.column(), space.row()) == here).ok_or(())
    }
}

impl<C: Castle> Serialize for Space<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, C: Castle> Deserialize<'de> for Space<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a space of the castle, such as \"b3\"")
    }
}

/// Returns the pattern of a castle's space names.
fn pattern<C: Castle>() -> String {
    let names: Vec<String> = Space::<C>::all().map(|space| space.to_string()).collect();
    format!("^({})$", names.join("|"))
}

wire::named_schema!(
    impl[C: Castle] Space<C>,
    format!("{}Space", C::NAME),
    wire::text(
        &pattern::<C>(),
        "A space of the castle: the letter of its column, then the number of its row from below.",
        "b3",
    ),
    gather []
);

/// The stones in a castle: in JSON an object whose keys are spaces and whose values are colors, without empty spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones<C> {
    colors: [u32; 3],
    castle: PhantomData<C>,
}

impl<C: Castle> Stones<C> {
    /// An empty castle.
    pub const NONE: Self = Self { colors: [0; 3], castle: PhantomData };

    fn of(&self, color: Color) -> u32 {
        self.colors[color as usize]
    }

    fn all(&self) -> u32 {
        self.colors.iter().fold(0, |all, color| all | color)
    }

    /// Returns the number of stones in the castle.
    pub(super) fn count(&self) -> usize {
        self.all().count_ones() as usize
    }

    /// Returns the number of empty spaces.
    pub(super) fn left(&self) -> usize {
        C::COUNT - self.count()
    }

    pub(super) fn is_full(&self) -> bool {
        self.left() == 0
    }

    pub(super) fn is_empty(&self, space: Space<C>) -> bool {
        self.all() & space.bit() == 0
    }

    /// Returns the color of the stone on a space.
    pub(super) fn color(&self, space: Space<C>) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.of(*color) & space.bit() != 0)
    }

    /// Returns the number of stones of a color in the castle.
    pub(super) fn placed(&self, color: Color) -> usize {
        self.of(color).count_ones() as usize
    }

    /// Returns the number of stones of a color that have not been placed.
    pub(super) fn stones_left(&self, color: Color) -> usize {
        C::STONES[color as usize].saturating_sub(self.placed(color))
    }

    /// Places a stone on an empty space.
    pub(super) fn place(&mut self, color: Color, space: Space<C>) {
        self.colors[color as usize] |= space.bit();
    }

    /// Returns the number of stones of a color that touch a space.
    pub(super) fn count_touched(&self, color: Color, space: Space<C>) -> i64 {
        (self.of(color) & space.touching()).count_ones().into()
    }

    /// Returns the spaces that touch a space and have a stone of a color.
    pub(super) fn touched(&self, color: Color, space: Space<C>) -> impl Iterator<Item = Space<C>> {
        let touched = self.of(color) & space.touching();
        Space::all().filter(move |other| touched & other.bit() != 0)
    }

    /// Returns the number of touching pairs of stones of the same color.
    pub(super) fn pairs(&self) -> i64 {
        let twice: i64 = Color::ALL
            .into_iter()
            .flat_map(|color| Space::all().map(move |space| (color, space)))
            .filter(|(color, space)| self.color(*space) == Some(*color))
            .map(|(color, space)| self.count_touched(color, space))
            .sum();
        twice / 2
    }

    /// Returns the number of stones of a color in a corner.
    pub(super) fn count_in(&self, corner: Corner, color: Color) -> u32 {
        (self.of(color) & C::CORNERS[corner as usize]).count_ones()
    }

    /// Returns the most frequent color in a house; none on a tie.
    pub(super) fn primary(&self, house: Corner) -> Option<Color> {
        let count = |color| self.count_in(house, color);
        Color::ALL.into_iter().find(|color| {
            Color::ALL.into_iter().filter(|other| other != color).all(|other| count(other) < count(*color))
        })
    }

    /// Returns every stone that can be placed, by color, then by space.
    pub(super) fn choices(&self) -> impl Iterator<Item = (Color, Space<C>)> {
        let there = Color::ALL.into_iter().filter(|color| self.stones_left(*color) > 0);
        there.flat_map(|color| Space::all().filter(|space| self.is_empty(*space)).map(move |space| (color, space)))
    }

    /// Returns the last stone and the last space, if exactly one is left.
    pub(super) fn last(&self) -> Option<(Color, Space<C>)> {
        if self.left() == 1 { self.choices().next() } else { None }
    }
}

impl<C: Castle> Serialize for Stones<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.count()))?;
        for space in Space::<C>::all() {
            if let Some(color) = self.color(space) {
                map.serialize_entry(&space, &color)?;
            }
        }
        map.end()
    }
}

impl<'de, C: Castle> Deserialize<'de> for Stones<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Spaces<C>(PhantomData<C>);

        impl<'de, C: Castle> Visitor<'de> for Spaces<C> {
            type Value = Stones<C>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are spaces and whose values are colors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut stones = Stones::NONE;
                while let Some(space) = map.next_key::<Space<C>>()? {
                    if !stones.is_empty(space) {
                        return Err(de::Error::custom(format_args!("must not have a space twice (got {space} twice)")));
                    }
                    stones.place(map.next_value()?, space);
                }
                Ok(stones)
            }
        }

        deserializer.deserialize_map(Spaces(PhantomData))
    }
}

wire::named_schema!(
    impl[C: Castle] Stones<C>,
    format!("{}Stones", C::NAME),
    wire::map(
        "The color of the stone on each space. An empty space has no key.",
        &pattern::<C>(),
        wire::reference_to::<Color>(),
    ),
    gather [Color]
);
