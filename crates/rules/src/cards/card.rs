//! Playing cards, ranks and suits. Cards are written rank first: `As`, `Td`; jokers are `X1` and `X2`.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::census::Unique;
use crate::wire::{self, ToSchema};

/// A suit, in the order that breaks ties: clubs are the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the letter of the suit, as in the names of cards.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// Returns the symbol of the suit, as in text for people.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    /// Returns the name of the suit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }
}

/// A rank, ordered by face value: 1 for the ace to 13 for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The letters of the ranks, from ace to king.
const LETTERS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

impl Rank {
    /// The ace.
    pub const ACE: Self = Self(1);
    /// The jack.
    pub const JACK: Self = Self(11);
    /// The queen.
    pub const QUEEN: Self = Self(12);
    /// The king.
    pub const KING: Self = Self(13);

    /// Returns the rank with a face value, if it is 1 to 13.
    #[must_use]
    pub const fn new(face_value: u8) -> Option<Self> {
        if face_value >= 1 && face_value <= 13 { Some(Self(face_value)) } else { None }
    }

    /// Returns the rank with a height, if it is 2 to 14 (the ace).
    #[must_use]
    pub const fn of_height(height: u8) -> Option<Self> {
        if height == 14 {
            Some(Self::ACE)
        } else if height >= 2 && height <= 13 {
            Some(Self(height))
        } else {
            None
        }
    }

    /// Returns the face value: 1 for the ace, 11 to 13 for jack, queen and king.
    #[must_use]
    pub const fn face_value(self) -> u8 {
        self.0
    }

    /// Returns the ace-high rank: 2 to 14 (the ace).
    #[must_use]
    pub const fn height(self) -> u8 {
        if self.0 == 1 { 14 } else { self.0 }
    }

    /// Returns the letter of the rank.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        LETTERS[(self.0 as usize + 12) % 13]
    }
}

impl Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.letter())
    }
}

wire::named_schema!(
    impl[] Rank,
    "CardRank",
    wire::text("^[A2-9TJQK]$", "A rank of cards: A, 2 to 9, T (ten), J, Q, K.", "T"),
    gather []
);

/// The names of the cards in canonical order: by suit, within a suit from ace to king, then the jokers.
const NAMES: [&str; 54] = [
    "Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", //
    "Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd", //
    "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", //
    "As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", //
    "X1", "X2",
];

/// Returns the index of a card name in canonical order.
fn index_of(name: &str) -> Option<u8> {
    let [rank, suit] = name.as_bytes() else { return None };
    if *rank == b'X' {
        return matches!(suit, b'1' | b'2').then(|| 52 + suit - b'1');
    }
    let suit = b"cdhs".iter().position(|letter| letter == suit)?;
    let rank = LETTERS.iter().position(|letter| letter.as_bytes() == [*rank])?;
    Some((13 * suit + rank) as u8)
}

/// The common interface of [`Card`] and [`CardOrJoker`]. Their order is the canonical one.
pub trait PlayingCard:
    Copy + Debug + Display + Ord + Serialize + DeserializeOwned + Send + Sync + ToSchema + 'static
{
    /// All cards in canonical order.
    const ALL: &'static [Self];
    /// The pattern of a card name.
    const PATTERN: &'static str;
    /// The schema name of a card that may be hidden.
    const VIEWED_SCHEMA: &'static str;
    /// Returns the index of the card in canonical order, from 0.
    fn index(self) -> usize;

    /// Returns the spoken name of the card: `ace of spades`, `joker X1`.
    fn spoken_name(self) -> String {
        let Some(card) = Card::DECK.get(self.index()) else {
            return format!("joker {self}");
        };
        let rank = match card.rank().face_value() {
            1 => "ace".to_owned(),
            11 => "jack".to_owned(),
            12 => "queen".to_owned(),
            13 => "king".to_owned(),
            value => value.to_string(),
        };
        format!("{rank} of {}", card.suit().name())
    }
}

macro_rules! playing_card {
    ($(#[$doc:meta])+ $Card:ident, $count:literal, $name:literal, $seen:literal, $pattern:literal, $words:literal) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Card(u8);

        impl $Card {
            /// All cards in canonical order.
            pub const DECK: [Self; $count] = {
                let mut all = [Self(0); $count];
                let mut i = 0;
                while i < $count {
                    all[i] = Self(i as u8);
                    i += 1;
                }
                all
            };

            /// Returns the name of the card.
            #[must_use]
            pub const fn name(self) -> &'static str {
                NAMES[self.0 as usize]
            }
        }

        impl Unique for $Card {
            const NOUN: &'static str = "card";
            const TWICE: &'static str = "card_twice";
            const MISSING: &'static str = "card_missing";

            fn bit(self) -> u64 {
                1 << self.0
            }
        }

        impl PlayingCard for $Card {
            const ALL: &'static [Self] = &Self::DECK;
            const PATTERN: &'static str = $pattern;
            const VIEWED_SCHEMA: &'static str = $seen;
            fn index(self) -> usize {
                self.0.into()
            }
        }

        impl Display for $Card {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $Card {
            type Err = ();
            fn from_str(name: &str) -> Result<Self, ()> {
                index_of(name).filter(|index| *index < $count).map(Self).ok_or(())
            }
        }

        impl Serialize for $Card {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $Card {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                wire::from_text(deserializer, concat!("a card: ", $words, " (hidden ones are in views only)"))
            }
        }

        wire::named_schema!(
            impl[] $Card,
            $name,
            wire::text(concat!("^", $pattern, "$"), concat!("A card: ", $words, "."), "Td"),
            gather []
        );
    };
}

playing_card!(
    /// A card of the 52-card deck.
    Card,
    52,
    "Card",
    "SeenCard",
    "[A2-9TJQK][cdhs]",
    "its rank (A, 2 to 9, T, J, Q, K), then its suit (c, d, h, s)"
);
playing_card!(
    /// A card of the 54-card deck, which has two jokers.
    CardOrJoker,
    54,
    "CardOrJoker",
    "SeenCardOrJoker",
    "([A2-9TJQK][cdhs]|X[12])",
    "its rank (A, 2 to 9, T, J, Q, K), then its suit (c, d, h, s); or a joker, X1 or X2"
);

impl Card {
    /// Returns the card of a rank and a suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(13 * suit as u8 + rank.0 - 1)
    }

    /// Returns the rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13 + 1)
    }

    /// Returns the suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 13 % 4]
    }

    /// Returns a sort key with aces low: by face value, then by suit.
    #[must_use]
    pub const fn ace_low(self) -> (u8, Suit) {
        (self.rank().face_value(), self.suit())
    }

    /// Returns a sort key with aces high: by height, then by suit.
    #[must_use]
    pub const fn ace_high(self) -> (u8, Suit) {
        (self.rank().height(), self.suit())
    }
}

impl CardOrJoker {
    /// Returns the card, unless it is a joker.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        if self.0 < 52 { Some(Card(self.0)) } else { None }
    }
}

impl From<Card> for CardOrJoker {
    fn from(card: Card) -> Self {
        Self(card.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_names_round_trip() {
        for (index, card) in CardOrJoker::DECK.into_iter().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(card.name().parse(), Ok(card));
            assert_eq!(card.name().parse::<Card>().ok(), card.card());
        }
        for card in Card::DECK {
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(card.name().parse(), Ok(card));
            let (rank, suit) = (card.rank().letter(), card.suit().letter());
            assert!(card.suit().name().starts_with(suit));
            assert_eq!(card.name(), format!("{rank}{suit}"));
        }
    }

    #[test]
    fn invalid_card_names_are_rejected() {
        for bad in ["", "A", "1c", "10c", "cA", "ac", "AC", "Ax", "X", "X0", "X3", "XX", "??", "Äc"] {
            assert_eq!(bad.parse::<CardOrJoker>(), Err(()), "{bad:?}");
        }
        assert_eq!("X1".parse::<Card>(), Err(()));
    }

    #[test]
    fn ace_sorts_high_or_low() {
        let card = |name: &str| name.parse::<Card>().expect("a card");
        assert!(card("As").ace_high() > card("Ks").ace_high());
        assert!(card("As").ace_low() < card("2c").ace_low());
        assert!(card("7d").ace_low() < card("7h").ace_low());
        let heights: Vec<u8> = (1..=13).filter_map(Rank::new).map(Rank::height).collect();
        assert_eq!(heights, [14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!((2..=14).filter_map(Rank::of_height).map(Rank::letter).collect::<String>(), "23456789TJQKA");
        let outside = [Rank::new(0), Rank::new(14), Rank::of_height(1), Rank::of_height(15)];
        assert_eq!(outside, [None; 4]);
    }
}
