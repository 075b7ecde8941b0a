//! Hands of five dice and their comparison. Rules: ten-die-poker.md, "Hands".

use std::cmp::Reverse;

use crate::dice::{Face, Tally};

/// The category of a hand, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Five different faces that are no straight.
    HighDie,
    /// Two of a face.
    Pair,
    /// Two of each of two faces.
    TwoPair,
    /// Three of a face.
    ThreeOfAKind,
    /// Five faces in a row.
    Straight,
    /// Three of a face and two of another.
    FullHouse,
    /// Four of a face.
    FourOfAKind,
    /// Five of a face.
    FiveOfAKind,
}

impl Category {
    /// Returns the name of the category.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighDie => "a High Die",
            Self::Pair => "a Pair",
            Self::TwoPair => "Two Pair",
            Self::ThreeOfAKind => "Three of a Kind",
            Self::Straight => "a Straight",
            Self::FullHouse => "a Full House",
            Self::FourOfAKind => "Four of a Kind",
            Self::FiveOfAKind => "Five of a Kind",
        }
    }
}

/// A hand for comparison: its category, then its faces by count and then by height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hand {
    category: Category,
    faces: [u8; 5],
}

impl Hand {
    /// Returns the hand of five dice.
    #[must_use]
    pub fn of(dice: Tally) -> Self {
        let mut shown: [(u8, u8); 6] = Face::ALL.map(|face| (dice.count(face), face.number()));
        shown.sort_unstable_by_key(|(count, face)| Reverse((*count, *face)));
        let mut faces = [0; 5];
        let of_each = shown.iter().flat_map(|(count, face)| (0..*count).map(move |_| *face));
        faces.iter_mut().zip(of_each).for_each(|(place, face)| *place = face);
        let category = match (shown[0].0, shown[1].0) {
            (5, _) => Category::FiveOfAKind,
            (4, _) => Category::FourOfAKind,
            (3, 2) => Category::FullHouse,
            (3, _) => Category::ThreeOfAKind,
            (2, 2) => Category::TwoPair,
            (2, _) => Category::Pair,
            _ if faces[0] == faces[4] + 4 => Category::Straight,
            _ => Category::HighDie,
        };
        Self { category, faces }
    }

    /// Returns the category.
    #[must_use]
    pub const fn category(self) -> Category {
        self.category
    }
}

/// The value of a seat's dice: the better hand, then the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The better hand.
    pub best: Hand,
    /// The other hand.
    pub other: Hand,
}

impl Worth {
    /// Returns the value of two hands.
    #[must_use]
    pub fn of(red: Hand, black: Hand) -> Self {
        Self { best: red.max(black), other: red.min(black) }
    }
}
