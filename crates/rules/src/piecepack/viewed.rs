//! Coins as a viewer sees them: known, or with their value hidden.

use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Coin, Suit};
use crate::wire::{self, ToSchema};

/// The notation of a hidden value.
const HIDDEN: char = '?';

/// A coin as a viewer sees it: known, or only its suit, which the back of a coin shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewedCoin {
    /// A known coin.
    Coin(Coin),
    /// A coin with a hidden value.
    Hidden(Suit),
}

/// A coin on a table: the coin itself in a state, or a coin whose value may be hidden in a view.
pub trait CoinFace: Copy + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema + 'static {
    /// The suffix of the schema name of a table of such coins: `Table`, or `View` if values may be hidden.
    const SCHEMA_SUFFIX: &'static str;

    /// Returns the suit.
    fn suit(self) -> Suit;

    /// Returns the coin, unless its value is hidden.
    fn known(self) -> Option<Coin>;

    /// Returns the coin as a viewer sees it, with its value hidden unless `shown`.
    #[must_use]
    fn viewed(self, shown: bool) -> ViewedCoin {
        self.known().filter(|_| shown).map_or(ViewedCoin::Hidden(self.suit()), ViewedCoin::Coin)
    }
}

impl CoinFace for Coin {
    const SCHEMA_SUFFIX: &'static str = "Table";

    fn suit(self) -> Suit {
        Self::suit(self)
    }

    fn known(self) -> Option<Coin> {
        Some(self)
    }
}

impl CoinFace for ViewedCoin {
    const SCHEMA_SUFFIX: &'static str = "View";

    fn suit(self) -> Suit {
        match self {
            Self::Coin(coin) => coin.suit(),
            Self::Hidden(suit) => suit,
        }
    }

    fn known(self) -> Option<Coin> {
        match self {
            Self::Coin(coin) => Some(coin),
            Self::Hidden(_) => None,
        }
    }
}

impl fmt::Display for ViewedCoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coin(coin) => f.write_str(coin.name()),
            Self::Hidden(suit) => write!(f, "{}{HIDDEN}", suit.letter()),
        }
    }
}

impl FromStr for ViewedCoin {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let hidden = || Suit::ALL.into_iter().find(|suit| name.chars().eq([suit.letter(), HIDDEN]));
        name.parse().map(Self::Coin).or_else(|()| hidden().map(Self::Hidden).ok_or(()))
    }
}

impl Serialize for ViewedCoin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ViewedCoin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a coin: S, M, C or A, then 0 to 5, or ? for a hidden value")
    }
}

wire::named_schema!(
    impl[] ViewedCoin,
    "SeenCoin",
    wire::text(
        r"^[SMCA][0-5?]$",
        "A coin: its suit (S Suns, M Moons, C Crowns, A Arms), then its value (0 is null, 1 the ace), or `?` for a hidden value.",
        "M?",
    ),
    gather []
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piecepack::PiecepackPiece as _;

    #[test]
    fn viewed_coins_round_trip_and_hidden_is_no_coin() {
        for coin in Coin::ALL {
            for shown in [true, false] {
                let seen = coin.viewed(shown);
                let json = serde_json::to_string(&seen).expect("JSON");
                assert_eq!(serde_json::from_str::<ViewedCoin>(&json).ok(), Some(seen));
                assert_eq!(serde_json::from_str::<Coin>(&json).ok(), seen.known());
                assert_eq!((seen.suit(), seen.known()), (coin.suit(), shown.then_some(coin)));
            }
        }
        for bad in ["??", "?", "S", "S??", "X?", "s?", "S6"] {
            assert_eq!(bad.parse::<ViewedCoin>(), Err(()), "{bad}");
        }
    }
}
