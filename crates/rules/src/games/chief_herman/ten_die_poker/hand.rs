//! Hands of five dice, and which of them is better. Rules: ten-die-poker.md, "Hands".

use std::cmp::Reverse;

use crate::dice::{Face, Tally};

/// The kinds of hand, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Five faces of which none is there twice, and no straight.
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

impl Kind {
    /// The kind in words.
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

/// A hand as it is compared: its kind, then its faces by how often they are there and by how high they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hand {
    kind: Kind,
    faces: [u8; 5],
}

impl Hand {
    /// The hand of five dice.
    #[must_use]
    pub fn of(dice: Tally) -> Self {
        let mut shown: [(u8, u8); 6] = Face::ALL.map(|face| (dice.count(face), face.number()));
        shown.sort_unstable_by_key(|(count, face)| Reverse((*count, *face)));
        let mut faces = [0; 5];
        let of_each = shown.iter().flat_map(|(count, face)| (0..*count).map(move |_| *face));
        faces.iter_mut().zip(of_each).for_each(|(place, face)| *place = face);
        let kind = match (shown[0].0, shown[1].0) {
            (5, _) => Kind::FiveOfAKind,
            (4, _) => Kind::FourOfAKind,
            (3, 2) => Kind::FullHouse,
            (3, _) => Kind::ThreeOfAKind,
            (2, 2) => Kind::TwoPair,
            (2, _) => Kind::Pair,
            _ if faces[0] == faces[4] + 4 => Kind::Straight,
            _ => Kind::HighDie,
        };
        Self { kind, faces }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }
}

/// What the dice of a seat are worth: the better of its hands, then the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The better hand.
    pub best: Hand,
    /// The other one.
    pub other: Hand,
}

impl Worth {
    /// The worth of two hands.
    #[must_use]
    pub fn of(red: Hand, black: Hand) -> Self {
        Self { best: red.max(black), other: red.min(black) }
    }
}
