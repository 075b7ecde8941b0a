//! Stones: their colors, stones that may be hidden, and groups of one color.

use std::fmt::{self, Debug};

use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chance::{Chance, Draws};
use crate::scene::PieceColor;
use crate::wire::{self, ToSchema};

/// Minimum and maximum number of stones.
pub(super) const MIN_STONES: u64 = 100;
pub(super) const MAX_STONES: usize = 200;
/// The number of colors.
pub(super) const COLORS: usize = 10;

/// A color of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseColor)]
pub enum Color {
    /// Red.
    #[serde(rename = "r")]
    Red,
    /// Orange.
    #[serde(rename = "o")]
    Orange,
    /// Yellow.
    #[serde(rename = "y")]
    Yellow,
    /// Green.
    #[serde(rename = "g")]
    Green,
    /// Blue.
    #[serde(rename = "b")]
    Blue,
    /// Violet.
    #[serde(rename = "v")]
    Violet,
    /// Pink.
    #[serde(rename = "p")]
    Pink,
    /// Brown.
    #[serde(rename = "n")]
    Brown,
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "k")]
    Black,
}

impl Color {
    /// All colors in order.
    pub const ALL: [Self; COLORS] = [
        Self::Red,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Blue,
        Self::Violet,
        Self::Pink,
        Self::Brown,
        Self::White,
        Self::Black,
    ];

    /// Returns the color for scenes.
    #[must_use]
    pub const fn paint(self) -> PieceColor {
        match self {
            Self::Red => PieceColor::Red,
            Self::Orange => PieceColor::Orange,
            Self::Yellow => PieceColor::Yellow,
            Self::Green => PieceColor::Green,
            Self::Blue => PieceColor::Blue,
            Self::Violet => PieceColor::Violet,
            Self::Pink => PieceColor::Pink,
            Self::Brown => PieceColor::Brown,
            Self::White => PieceColor::White,
            Self::Black => PieceColor::Black,
        }
    }

    /// Returns the letter of the color, as in JSON.
    #[must_use]
    pub const fn letter(self) -> char {
        self.paint().letter()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.paint().name())
    }
}

impl std::str::FromStr for Color {
    type Err = ();
    fn from_str(letter: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|color| letter.parse() == Ok(color.letter())).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a color: r, o, y, g, b, v, p, n, w or k (hidden ones are in views only)")
    }
}

/// A stone of the bag: its color in a state, or a color that may be hidden in a view.
pub trait StoneFace: Copy + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema + 'static {}

impl StoneFace for Color {}
impl StoneFace for SeenColor {}

/// The color of a stone as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenColor {
    /// A known color.
    Known(Color),
    /// A hidden color.
    Hidden,
}

impl SeenColor {
    /// The notation of a hidden color.
    const HIDDEN: &'static str = "??";

    pub(super) const fn known(self) -> Option<Color> {
        match self {
            Self::Known(color) => Some(color),
            Self::Hidden => None,
        }
    }
}

impl Serialize for SeenColor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(color) => color.serialize(serializer),
            Self::Hidden => serializer.serialize_str(Self::HIDDEN),
        }
    }
}

impl<'de> Deserialize<'de> for SeenColor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = SeenColor;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a color, or `??` for a hidden one")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<SeenColor, E> {
                if text == SeenColor::HIDDEN {
                    return Ok(SeenColor::Hidden);
                }
                Color::deserialize(de::value::StrDeserializer::<E>::new(text)).map(SeenColor::Known)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

wire::named_schema!(
    impl[] SeenColor,
    "ShortBusToParadiseSeenColor",
    wire::text(r"^([roygbvpnwk]|\?\?)$", "A color, or `??` for one that is hidden.", SeenColor::HIDDEN),
    gather []
);

wire::record! {
    /// Stones of one color.
    #[derive(Copy)]
    #[schema(as = ShortBusToParadiseGroup)]
    pub struct Group {
        /// The color.
        pub color: Color,
        /// How many there are.
        #[serde(deserialize_with = "wire::integer::<_, 1, 200>")]
        #[schema(minimum = 1, maximum = 200)]
        pub count: u64,
    }
}

/// Returns the number of stones of a color.
pub(super) fn count_of(groups: &[Group], color: Color) -> u64 {
    groups.iter().find(|group| group.color == color).map_or(0, |group| group.count)
}

/// Returns the number of stones of all colors.
pub(super) fn sum_of(groups: &[Group]) -> u64 {
    groups.iter().map(|group| group.count).sum()
}

/// Adds stones to groups in the order of colors.
pub(super) fn add(groups: &mut Vec<Group>, Group { color, count }: Group) {
    match groups.iter_mut().find(|group| group.color == color) {
        Some(group) => group.count += count,
        None => {
            let at = groups.partition_point(|group| group.color < color);
            groups.insert(at, Group { color, count });
        }
    }
}

/// Removes the group of a color, and returns the number of its stones.
pub(super) fn take(groups: &mut Vec<Group>, color: Color) -> u64 {
    let count = count_of(groups, color);
    groups.retain(|group| group.color != color);
    count
}

/// Returns stones as groups, in the order of colors.
pub(super) fn grouped(stones: &[Color]) -> Vec<Group> {
    let count = |color| stones.iter().filter(|stone| **stone == color).count() as u64;
    let groups = Color::ALL.into_iter().map(|color| Group { color, count: count(color) });
    groups.filter(|group| group.count > 0).collect()
}

/// Draws the stones of the bag, the next to be drawn first.
pub(super) fn bag(chance: Chance) -> Vec<Color> {
    let mut draws = chance.event("short-bus-to-paradise/bag");
    let colors = 5 + draws.below(6) as usize;
    let mut order = Color::ALL;
    draws.shuffle(&mut order);
    let stones = MIN_STONES + draws.below(101);
    let weights: Vec<(Color, u64)> = order[..colors].iter().map(|color| (*color, 1 + draws.below(6))).collect();
    let all = weights.iter().map(|(_, weight)| weight).sum();
    (0..stones).map(|_| weighted(&weights, draws.below(all))).collect()
}

/// Returns the first color up to which the weights add up to more than `x`.
fn weighted(weights: &[(Color, u64)], mut x: u64) -> Color {
    for (color, weight) in weights {
        match x.checked_sub(*weight) {
            Some(rest) => x = rest,
            None => return *color,
        }
    }
    Color::Red
}

/// Draws any stones, for another bag of the same size.
pub(super) fn any(count: usize, draws: &mut Draws) -> Vec<Color> {
    (0..count).map(|_| draws.pick(&Color::ALL)).collect()
}
