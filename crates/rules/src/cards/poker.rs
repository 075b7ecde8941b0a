//! Comparison of poker hands. Rules: poker-hands.md.
//!
//! A hand is read once into a mask of ranks for each suit. A few operations on whole masks then find the ranks that
//! occur once, twice and so on, whatever the size of the hand. The bit of a rank in a mask is its height: 2 to 14, the
//! ace.

use serde::{Serialize, Serializer};

use super::{CardOrJoker, Rank};
use crate::wire::{self, ToSchema};

/// The category of a poker hand, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PokerKind)]
pub enum Category {
    /// None of the other categories.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five cards of consecutive ranks.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five cards that are both a straight and a flush.
    StraightFlush,
    /// Five cards of one rank, which needs a joker.
    FiveOfAKind,
}

impl Category {
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

    /// Returns the name of the category.
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

/// The value of a hand: a category and a list of ranks. Greater values win, and equal values tie.
///
/// Stored as one number: the category, then five digits for the heights of the ranks, 0 after the end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandValue(u32);

/// The size of a poker hand.
const HAND: usize = 5;
/// The number of bits of a digit.
const DIGIT: u32 = 4;

impl HandValue {
    /// Returns the value of the best five cards of a hand; none for no cards.
    pub fn of(cards: impl IntoIterator<Item = impl Into<CardOrJoker>>) -> Option<Self> {
        let mut hand = Hand::default();
        for card in cards {
            hand.add(card.into());
        }
        hand.value()
    }

    fn new(category: Category) -> Self {
        Self((category as u32) << (HAND as u32 * DIGIT))
    }

    /// Sets the first digits to these heights.
    fn with(self, heights: &[u32]) -> Self {
        let places = heights.iter().zip((0..HAND as u32).rev());
        Self(places.fold(self.0, |value, (height, place)| value | height << (place * DIGIT)))
    }

    /// Sets the digits from `first` to `last` (excluded) to the greatest heights of a mask.
    fn with_highest(self, first: usize, last: usize, mut mask: u32) -> Self {
        let mut value = self.0;
        for place in first..last {
            let Some(height) = highest(mask) else { break };
            value |= height << ((HAND - 1 - place) as u32 * DIGIT);
            mask &= !(1 << height);
        }
        Self(value)
    }

    /// Returns the category.
    #[must_use]
    pub fn category(self) -> Category {
        let category = (self.0 >> (HAND as u32 * DIGIT)) as usize;
        Category::ALL.get(category).copied().unwrap_or(Category::FiveOfAKind)
    }

    /// Returns the ranks to compare, the most significant first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let digits = (0..HAND as u32).rev().map(move |place| self.0 >> (place * DIGIT) & 15);
        digits.map_while(|height| Rank::of_height(height as u8))
    }
}

/// Returns the greatest height of a mask.
const fn highest(mask: u32) -> Option<u32> {
    mask.checked_ilog2()
}

/// The cards of a hand as masks.
#[derive(Clone, Copy, Debug, Default)]
struct Hand {
    /// The heights of each suit.
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

    /// Returns the masks of the heights that occur at least 1, 2, 3 and 4 times.
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

    /// Returns the highest rank that occurs `wanted` times, counting jokers.
    fn most(&self, counts: &[u32; 4], wanted: u32) -> Option<u32> {
        let real = wanted.checked_sub(self.jokers)?;
        match real {
            0 => Some(14),
            _ => counts.get(real as usize - 1).copied().and_then(highest),
        }
    }

    /// Returns the height of the best straight among these ranks, with jokers in the gaps.
    fn straight(&self, ranks: u32) -> Option<u32> {
        // The ace also counts as height 1, below the 2.
        let ranks = ranks | ranks >> 13 & 1 << 1;
        if self.jokers == 0 {
            return highest(ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4);
        }
        (5..=14).rev().find(|top| (ranks >> (top - 4) & 31).count_ones() + self.jokers >= 5)
    }

    /// Returns the ranks of the best flush: jokers as aces, then the highest cards of one suit.
    fn flush(&self) -> Option<u32> {
        let real = 5_u32.saturating_sub(self.jokers);
        let flushes = self.suits.into_iter().filter(|suit| suit.count_ones() >= real);
        flushes.map(|suit| keep_highest(suit, real)).max()
    }

    /// Returns the value, trying the categories from the highest to the lowest.
    ///
    /// If jokers complete a set of one rank, they all belong to it: a spare joker would have made a higher category. So
    /// the other ranks are those of real cards.
    fn value(&self) -> Option<HandValue> {
        let counts = self.counts();
        let [any, two, ..] = counts;
        let jokers = self.jokers as usize;
        let but = |height: u32| any & !(1 << height);
        if jokers > 0
            && let Some(five) = self.most(&counts, 5)
        {
            return Some(HandValue::new(Category::FiveOfAKind).with(&[five]));
        }
        if let Some(top) = self.suits.into_iter().filter_map(|suit| self.straight(suit)).max() {
            return Some(HandValue::new(Category::StraightFlush).with(&[top]));
        }
        if let Some(four) = self.most(&counts, 4) {
            return Some(HandValue::new(Category::FourOfAKind).with(&[four]).with_highest(1, 2, but(four)));
        }
        let triple = self.most(&counts, 3);
        // With two jokers, three of a kind needs only one more card, so there is no pair besides it.
        if let Some(triple) = triple
            && let Some(pair) = highest(two & !(1 << triple)).filter(|_| jokers < 2)
        {
            return Some(HandValue::new(Category::FullHouse).with(&[triple, pair]));
        }
        if let Some(flush) = self.flush() {
            return Some(
                HandValue::new(Category::Flush).with(&[14; 2][..jokers.min(2)]).with_highest(jokers, HAND, flush),
            );
        }
        if let Some(top) = self.straight(any) {
            return Some(HandValue::new(Category::Straight).with(&[top]));
        }
        if let Some(triple) = triple {
            return Some(HandValue::new(Category::ThreeOfAKind).with(&[triple]).with_highest(1, 3, but(triple)));
        }
        if let Some(high) = highest(two)
            && let Some(low) = highest(two & !(1 << high))
        {
            return Some(HandValue::new(Category::TwoPair).with(&[high, low]).with_highest(
                2,
                3,
                but(high) & !(1 << low),
            ));
        }
        if let Some(pair) = self.most(&counts, 2) {
            return Some(HandValue::new(Category::Pair).with(&[pair]).with_highest(1, 4, but(pair)));
        }
        // A lone joker is an ace.
        if any == 0 {
            return (jokers > 0).then(|| HandValue::new(Category::HighCard).with(&[14]));
        }
        Some(HandValue::new(Category::HighCard).with_highest(0, HAND, any))
    }
}

/// Returns the `count` highest bits of a mask that has at least as many.
fn keep_highest(mut mask: u32, count: u32) -> u32 {
    while mask.count_ones() > count {
        mask &= mask - 1;
    }
    mask
}

impl Serialize for HandValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut value = serializer.serialize_struct("HandValue", 2)?;
        value.serialize_field("kind", &self.category())?;
        value.serialize_field("ranks", &self.ranks().collect::<Vec<_>>())?;
        value.end()
    }
}

wire::named_schema!(
    impl[] HandValue,
    "PokerValue",
    wire::object("What a poker hand is worth: its kind, then the ranks that are compared, in this order.", [
        wire::required("kind", wire::reference_to::<Category>()),
        wire::required(
            "ranks",
            wire::list_from("The ranks that are compared.", wire::reference_to::<Rank>(), 1, HAND),
        ),
    ]),
    gather [Category, Rank]
);

#[cfg(test)]
mod tests;
