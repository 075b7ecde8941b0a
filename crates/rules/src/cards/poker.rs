//! Poker hands: which is better. Rules: poker-hands.md.
//!
//! A hand is read once into a mask of ranks for each suit; the ranks that are there once, twice, .. are then found with a few
//! operations on whole masks, however many cards the hand has. In a mask, the bit of a rank is its height: 2 to 14, the ace.

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{CardOrJoker, Rank};
use crate::wire;

/// A kind of poker hand, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PokerKind)]
pub enum Kind {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five cards whose ranks follow on each other.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five cards that are both a straight and a flush.
    StraightFlush,
    /// Five cards of one rank, with jokers only.
    FiveOfAKind,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::FiveOfAKind,
    ];

    /// The kind in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::Pair => "pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
            Self::FiveOfAKind => "five of a kind",
        }
    }
}

/// The value of a hand: a kind and a list of ranks. The better hand has the greater value, and equal values tie.
///
/// It is one number: the kind, then five digits for the heights of the ranks listed, 0 where the list has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// The most cards that a poker hand has.
const HAND: usize = 5;
/// The bits of a digit of a value.
const DIGIT: u32 = 4;

impl Value {
    /// The value of the best five cards of a hand; none for no cards.
    pub fn of(cards: impl IntoIterator<Item = impl Into<CardOrJoker>>) -> Option<Self> {
        let mut hand = Hand::default();
        for card in cards {
            hand.add(card.into());
        }
        hand.value()
    }

    fn new(kind: Kind) -> Self {
        Self((kind as u32) << (HAND as u32 * DIGIT))
    }

    /// The value with these heights in its first places.
    fn with(self, heights: &[u32]) -> Self {
        let places = heights.iter().zip((0..HAND as u32).rev());
        Self(places.fold(self.0, |value, (height, place)| value | height << (place * DIGIT)))
    }

    /// The value with the highest heights of a mask in the places from `first` on, `last` excluded.
    fn with_highest(self, first: usize, last: usize, mut mask: u32) -> Self {
        let mut value = self.0;
        for place in first..last {
            let Some(height) = highest(mask) else { break };
            value |= height << ((HAND - 1 - place) as u32 * DIGIT);
            mask &= !(1 << height);
        }
        Self(value)
    }

    /// The kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        let kind = (self.0 >> (HAND as u32 * DIGIT)) as usize;
        Kind::ALL.get(kind).copied().unwrap_or(Kind::FiveOfAKind)
    }

    /// The ranks that are compared, those first that are compared first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let digits = (0..HAND as u32).rev().map(move |place| self.0 >> (place * DIGIT) & 15);
        digits.map_while(|height| Rank::of_height(height as u8))
    }
}

/// The highest height of a mask.
const fn highest(mask: u32) -> Option<u32> {
    mask.checked_ilog2()
}

/// The cards of a hand, as masks.
#[derive(Clone, Copy, Debug, Default)]
struct Hand {
    /// The heights that each suit has.
    suits: [u32; 4],
    jokers: u32,
}

impl Hand {
    fn add(&mut self, card: CardOrJoker) {
        match card.card() {
            Some(card) => self.suits[card.suit() as usize] |= 1 << card.rank().height(),
            None => self.jokers += 1,
        }
    }

    /// The heights that are there at least 1, 2, 3 and 4 times.
    fn counts(&self) -> [u32; 4] {
        let [c, d, h, s] = self.suits;
        let (low_two, high_two) = (c & d, h & s);
        let (low_one, high_one) = (c | d, h | s);
        [
            low_one | high_one,
            low_two | high_two | low_one & high_one,
            low_two & high_one | low_one & high_two,
            low_two & high_two,
        ]
    }

    /// The highest rank of which there are so many cards, the jokers among them.
    fn most(&self, counts: &[u32; 4], wanted: u32) -> Option<u32> {
        let real = wanted.checked_sub(self.jokers)?;
        match real {
            0 => Some(14),
            _ => counts.get(real as usize - 1).copied().and_then(highest),
        }
    }

    /// The height of the best straight among ranks, the jokers filling its gaps.
    fn straight(&self, ranks: u32) -> Option<u32> {
        // The ace stands below the 2, too, where the height 1 is.
        let ranks = ranks | ranks >> 13 & 1 << 1;
        if self.jokers == 0 {
            return highest(ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4);
        }
        (5..=14).rev().find(|top| (ranks >> (top - 4) & 31).count_ones() + self.jokers >= 5)
    }

    /// The ranks of the best flush: the jokers are aces, the rest is the highest cards of one suit.
    fn flush(&self) -> Option<u32> {
        let real = 5_u32.saturating_sub(self.jokers);
        let flushes = self.suits.into_iter().filter(|suit| suit.count_ones() >= real);
        flushes.map(|suit| keep_highest(suit, real)).max()
    }

    /// The value: the kinds are tried from the highest down. Where jokers help to make some cards of one rank, all of them do, since
    /// one to spare would have made a higher kind; so what else the list holds is real cards.
    fn value(&self) -> Option<Value> {
        let counts = self.counts();
        let [any, two, ..] = counts;
        let jokers = self.jokers as usize;
        let but = |height: u32| any & !(1 << height);
        if jokers > 0
            && let Some(five) = self.most(&counts, 5)
        {
            return Some(Value::new(Kind::FiveOfAKind).with(&[five]));
        }
        if let Some(top) = self.suits.into_iter().filter_map(|suit| self.straight(suit)).max() {
            return Some(Value::new(Kind::StraightFlush).with(&[top]));
        }
        if let Some(four) = self.most(&counts, 4) {
            return Some(Value::new(Kind::FourOfAKind).with(&[four]).with_highest(1, 2, but(four)));
        }
        let triple = self.most(&counts, 3);
        // With two jokers three cards of one rank need one card alone: there is no pair beside them.
        if let Some(triple) = triple
            && let Some(pair) = highest(two & !(1 << triple)).filter(|_| jokers < 2)
        {
            return Some(Value::new(Kind::FullHouse).with(&[triple, pair]));
        }
        if let Some(flush) = self.flush() {
            return Some(Value::new(Kind::Flush).with(&[14; 2][..jokers.min(2)]).with_highest(jokers, HAND, flush));
        }
        if let Some(top) = self.straight(any) {
            return Some(Value::new(Kind::Straight).with(&[top]));
        }
        if let Some(triple) = triple {
            return Some(Value::new(Kind::ThreeOfAKind).with(&[triple]).with_highest(1, 3, but(triple)));
        }
        if let Some(high) = highest(two)
            && let Some(low) = highest(two & !(1 << high))
        {
            return Some(Value::new(Kind::TwoPair).with(&[high, low]).with_highest(2, 3, but(high) & !(1 << low)));
        }
        if let Some(pair) = self.most(&counts, 2) {
            return Some(Value::new(Kind::Pair).with(&[pair]).with_highest(1, 4, but(pair)));
        }
        // A joker alone is an ace.
        if any == 0 {
            return (jokers > 0).then(|| Value::new(Kind::HighCard).with(&[14]));
        }
        Some(Value::new(Kind::HighCard).with_highest(0, HAND, any))
    }
}

/// The highest `count` bits of a mask that has as many or more.
fn keep_highest(mut mask: u32, count: u32) -> u32 {
    while mask.count_ones() > count {
        mask &= mask - 1;
    }
    mask
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut value = serializer.serialize_struct("Value", 2)?;
        value.serialize_field("kind", &self.kind())?;
        value.serialize_field("ranks", &self.ranks().collect::<Vec<_>>())?;
        value.end()
    }
}

wire::named_schema!(
    impl[] Value,
    "PokerValue",
    wire::object("What a poker hand is worth: its kind, then the ranks that are compared, in this order.", [
        wire::required("kind", wire::reference_to::<Kind>()),
        wire::required(
            "ranks",
            wire::list_from("The ranks that are compared.", wire::reference_to::<Rank>(), 1, HAND),
        ),
    ]),
    gather [Kind, Rank]
);

#[cfg(test)]
mod tests;
