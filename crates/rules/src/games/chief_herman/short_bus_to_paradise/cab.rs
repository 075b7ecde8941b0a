//! Cabs: the cards of the ranks 2 to 10.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stone::{Color, Group, SeenColor, StoneFace};
use crate::cards::{Card, CardFace, PlayingCard, Rank, Suit, Viewed};
use crate::census::Unique;
use crate::wire;

/// The number of cabs.
pub(super) const CABS: usize = 36;
/// The number of cabs of a suit.
const OF_SUIT: usize = 9;

/// A cab: a card of a rank from 2 to 10, which is the number of passengers for whom it has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cab(Card);

impl Cab {
    /// All cabs in canonical order.
    pub const DECK: [Self; CABS] = {
        let mut all = [Self(Card::new(Rank::ACE, Suit::Clubs)); CABS];
        let mut i = 0;
        while i < CABS {
            if let Some(rank) = Rank::new(2 + (i % OF_SUIT) as u8) {
                all[i] = Self(Card::new(rank, Suit::ALL[i / OF_SUIT]));
            }
            i += 1;
        }
        all
    };

    /// Returns the cab of a card, if its rank is 2 to 10.
    pub(super) fn of(card: Card) -> Option<Self> {
        (2..=10).contains(&card.rank().face_value()).then_some(Self(card))
    }

    /// Returns the number of passengers for whom it has room.
    #[must_use]
    pub const fn room(self) -> u64 {
        self.0.rank().face_value() as u64
    }
}

impl fmt::Display for Cab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Cab {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl std::str::FromStr for Cab {
    type Err = ();
    fn from_str(name: &str) -> Result<Self, ()> {
        name.parse().ok().and_then(Self::of).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Cab {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(
            deserializer,
            "a cab: a card of a rank from 2 to 9 or T, then its suit (c, d, h, s) (hidden ones are in views only)",
        )
    }
}

wire::named_schema!(
    impl[] Cab,
    "ShortBusToParadiseCab",
    wire::text("^[2-9T][cdhs]$", "A cab: a card of a rank from 2 to 9 or T, then its suit (c, d, h, s).", "Td"),
    gather []
);

impl Unique for Cab {
    const NOUN: &'static str = "cab";
    const TWICE: &'static str = "card_twice";
    const MISSING: &'static str = "card_missing";

    fn bit(self) -> u64 {
        self.0.bit()
    }
}

impl PlayingCard for Cab {
    const ALL: &'static [Self] = &Self::DECK;
    const PATTERN: &'static str = "[2-9T][cdhs]";
    const VIEWED_SCHEMA: &'static str = "ShortBusToParadiseSeenCab";

    /// Returns the index of the card among all cards.
    fn index(self) -> usize {
        self.0.index()
    }
}

/// A cab on a table, and with it the stones of the bag: both themselves in a state, or both possibly hidden in a view.
pub trait Face: CardFace<Card = Cab> {
    /// A stone of the bag.
    type Stone: StoneFace;
}

impl Face for Cab {
    type Stone = Color;
}

impl Face for Viewed<Cab> {
    type Stone = SeenColor;
}

/// A cab that waits in front of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingCab {
    /// The cab.
    pub cab: Cab,
    /// Its passengers, all of one color; none in an empty cab.
    pub passengers: Option<Group>,
}

impl WaitingCab {
    pub(super) const fn empty(cab: Cab) -> Self {
        Self { cab, passengers: None }
    }

    /// Returns the number of its passengers.
    pub(super) fn count(&self) -> u64 {
        self.passengers.map_or(0, |group| group.count)
    }

    /// Returns whether it is empty or holds this color.
    pub(super) fn accepts(&self, color: Color) -> bool {
        self.passengers.is_none_or(|group| group.color == color)
    }

    /// Returns whether this many more fit in.
    pub(super) fn has_room_for(&self, more: u64) -> bool {
        self.count() + more <= self.cab.room()
    }
}

/// The wire form of a waiting cab.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitingForm {
    cab: Cab,
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    #[serde(default, deserialize_with = "passengers", skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

fn passengers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    wire::integer::<D, 1, 200>(deserializer).map(Some)
}

impl Serialize for WaitingCab {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (color, count) = self.passengers.map(|Group { color, count }| (color, count)).unzip();
        Serialize::serialize(&WaitingForm { cab: self.cab, color, count }, serializer)
    }
}

impl<'de> Deserialize<'de> for WaitingCab {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WaitingForm { cab, color, count } = Deserialize::deserialize(deserializer)?;
        let passengers = match (color, count) {
            (None, None) => None,
            (Some(color), Some(count)) => Some(Group { color, count }),
            _ => return Err(serde::de::Error::custom("must have both `color` and `count`, or neither")),
        };
        Ok(Self { cab, passengers })
    }
}

wire::named_schema!(
    impl[] WaitingCab,
    "ShortBusToParadiseWaitingCab",
    wire::object("A cab that waits in front of a seat. An empty one has neither `color` nor `count`.", [
        wire::required("cab", wire::reference_to::<Cab>()),
        wire::optional("color", wire::reference_to::<Color>()),
        wire::optional("count", wire::integer_schema("The number of its passengers.", 1, 200)),
    ]),
    gather [Cab, Color]
);

wire::record! {
    /// A cab that has left. It holds as many stones as its rank.
    #[derive(Copy)]
    #[schema(as = ShortBusToParadiseScoredCab)]
    pub struct ScoredCab {
        /// The cab.
        pub cab: Cab,
        /// The color of its passengers.
        pub color: Color,
    }
}
