//! The five pairs of dice of a seat.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hand::{Hand, Worth};
use crate::dice::{Face, Roll, Tally};
use crate::game::Seat;
use crate::scene::{Area, Ground, Paint, Piece, PieceColor, Place, Spread};
use crate::wire;

/// A red die and a black die, locked together.
pub type Pair = [Face; 2];

/// The five pairs of a seat, pair 1 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs(pub [Pair; 5]);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::exactly::<Pair, D, 5>(deserializer).map(Self)
    }
}

wire::named_schema!(
    impl[] Pairs,
    "TenDiePokerPairs",
    {
        let pair = wire::list_of("A red die and a black die.", wire::reference_to::<Face>(), 2);
        wire::list_of("The five pairs of dice of a seat, pair 1 first.", pair, 5)
    },
    gather [Face]
);

/// The number of a pair: 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct PairNumber(u8);

impl PairNumber {
    /// The pairs, from 1 to 5.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl<'de> Deserialize<'de> for PairNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, 5>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] PairNumber,
    "TenDiePokerPairNumber",
    wire::integer_schema("The number of a pair of dice.", 1, 5),
    gather []
);

impl Pairs {
    /// Rolls all five pairs, the red die of each first.
    pub(super) fn rolled(roll: &mut Roll) -> Self {
        Self(std::array::from_fn(|_| [roll.die(), roll.die()]))
    }

    /// Rolls some pairs again.
    pub(super) fn roll_again(&mut self, pairs: &[PairNumber], roll: &mut Roll) {
        for pair in pairs {
            self.0[pair.index()] = [roll.die(), roll.die()];
        }
    }

    /// Returns the dice of one color: red 0, black 1.
    pub(super) fn dice(&self, colour: usize) -> [Face; 5] {
        self.0.map(|pair| pair[colour])
    }

    /// Creates the area of the dice. Moves name the pairs of the active seat.
    pub(super) fn area(&self, seat: Seat, active: bool) -> Area {
        let place = |(pair, number): (&Pair, PairNumber)| {
            let name = if active { number.0.to_string() } else { String::new() };
            let dice =
                [Piece::Pips(pair[0], Paint::In(PieceColor::Red)), Piece::Pips(pair[1], Paint::In(PieceColor::Black))];
            let place = Place::at(name, 4 * number.index() as i32, 0, dice).sized(4, 3);
            place.spread(Spread::Row(2)).labelled(number.0)
        };
        let places = self.0.iter().zip(PairNumber::ALL).map(place).collect();
        Area::from_places("pairs", Ground::Plain, places).of(seat)
    }

    /// Returns the value of the dice. Rules: ten-die-poker.md, "The worth of a seat".
    pub(super) fn worth(&self) -> Worth {
        let [red, black] = [0, 1].map(|colour| Hand::of(Tally::of(&self.dice(colour))));
        Worth::of(red, black)
    }
}
