//! Tiles and coins: one of each suit and value, written suit first: `S0`, `M5`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Suit, Value};
use crate::census::Unique;
use crate::wire;

/// The common interface of tiles and coins.
pub trait PiecepackPiece: Copy + Ord + fmt::Display + 'static {
    /// All 24 in canonical order: by suit, then by value.
    const ALL: [Self; 24];
    /// Returns the index of the piece in canonical order, 0 to 23.
    fn index(self) -> usize;
}

/// The 24 names in canonical order.
const NAMES: [&str; 24] = [
    "S0", "S1", "S2", "S3", "S4", "S5", "M0", "M1", "M2", "M3", "M4", "M5", "C0", "C1", "C2", "C3", "C4", "C5", "A0",
    "A1", "A2", "A3", "A4", "A5",
];

/// Returns the index of a piece name in canonical order.
fn index_of(name: &str) -> Option<u8> {
    let [suit, value @ b'0'..=b'5'] = name.as_bytes() else {
        return None;
    };
    let suit = b"SMCA".iter().position(|s| s == suit)?;
    Some(suit as u8 * 6 + (value - b'0'))
}

macro_rules! piece {
    ($(#[$doc:meta])+ $Piece:ident, $noun:literal, $also:literal) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Piece(u8);

        impl $Piece {
            /// Returns the piece of a suit and a value.
            #[must_use]
            pub const fn new(suit: Suit, value: Value) -> Self {
                Self(suit.index() as u8 * 6 + value.number())
            }

            /// Returns the suit.
            #[must_use]
            pub const fn suit(self) -> Suit {
                Suit::ALL[self.0 as usize / 6]
            }

            /// Returns the value.
            #[must_use]
            pub const fn value(self) -> Value {
                Value::ALL[self.0 as usize % 6]
            }

            /// Returns the name of the piece.
            #[must_use]
            pub const fn name(self) -> &'static str {
                NAMES[self.0 as usize]
            }
        }

        impl Unique for $Piece {
            const NOUN: &'static str = $noun;
            const TWICE: &'static str = concat!($noun, "_twice");
            const MISSING: &'static str = concat!($noun, "_missing");

            fn bit(self) -> u64 {
                1 << self.0
            }
        }

        impl PiecepackPiece for $Piece {
            const ALL: [Self; 24] = {
                let mut all = [Self(0); 24];
                let mut i = 0;
                while i < 24 {
                    all[i] = Self(i as u8);
                    i += 1;
                }
                all
            };
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $Piece {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $Piece {
            type Err = ();
            fn from_str(name: &str) -> Result<Self, ()> {
                index_of(name).map(Self).ok_or(())
            }
        }

        impl Serialize for $Piece {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $Piece {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                wire::from_text(deserializer, concat!("a ", $noun, ": S, M, C or A, then 0 to 5", $also))
            }
        }

        wire::text_schema!(
            $Piece,
            "^[SMCA][0-5]$",
            concat!("A ", $noun, ": its suit (S Suns, M Moons, C Crowns, A Arms), then its value (0 is null, 1 the ace)."),
            "M5"
        );
    };
}

piece!(
    /// A tile.
    Tile,
    "tile",
    ""
);
piece!(
    /// A coin.
    Coin,
    "coin",
    " (hidden values are in views only)"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_names_round_trip() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(tile.name().parse(), Ok(tile));
            assert_eq!(Tile::new(tile.suit(), tile.value()), tile);
        }
    }

    #[test]
    fn canonical_order_is_by_suit_then_by_value() {
        let names = Coin::ALL.map(Coin::name).join(" ");
        assert_eq!(names, "S0 S1 S2 S3 S4 S5 M0 M1 M2 M3 M4 M5 C0 C1 C2 C3 C4 C5 A0 A1 A2 A3 A4 A5");
    }

    #[test]
    fn invalid_piece_names_are_rejected() {
        for bad in ["", "S", "S6", "s0", "0S", "S00", "X1", "Ś1"] {
            assert_eq!(bad.parse::<Tile>(), Err(()), "{bad:?}");
        }
    }
}
