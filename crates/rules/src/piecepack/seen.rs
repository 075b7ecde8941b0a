//! Coins as somebody sees them: known, or with their value down.

use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::{Coin, Suit};
use crate::wire;

/// How a value that is hidden is written.
const HIDDEN: char = '?';

/// A coin of which somebody knows what it is, or its suit alone, for a coin's back shows its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenCoin {
    /// It is known.
    Coin(Coin),
    /// Its value is hidden.
    Hidden(Suit),
}

/// What lies where a coin can lie: the coin in a state, a coin whose value may be hidden in a view.
pub trait CoinFace: Copy + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema + 'static {
    /// What a table of such coins is, as the end of the name of its schema: `Table`, or `View` where values may be hidden.
    const KIND: &'static str;

    /// Its suit.
    fn suit(self) -> Suit;

    /// The coin, unless its value is hidden.
    fn known(self) -> Option<Coin>;

    /// It as one sees it to whom its value is shown or not.
    #[must_use]
    fn seen(self, shown: bool) -> SeenCoin {
        self.known().filter(|_| shown).map_or(SeenCoin::Hidden(self.suit()), SeenCoin::Coin)
    }
}

impl CoinFace for Coin {
    const KIND: &'static str = "Table";

    fn suit(self) -> Suit {
        Self::suit(self)
    }

    fn known(self) -> Option<Coin> {
        Some(self)
    }
}

impl CoinFace for SeenCoin {
    const KIND: &'static str = "View";

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

impl fmt::Display for SeenCoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coin(coin) => f.write_str(coin.name()),
            Self::Hidden(suit) => write!(f, "{}{HIDDEN}", suit.letter()),
        }
    }
}

impl FromStr for SeenCoin {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let hidden = || Suit::ALL.into_iter().find(|suit| name.chars().eq([suit.letter(), HIDDEN]));
        name.parse().map(Self::Coin).or_else(|()| hidden().map(Self::Hidden).ok_or(()))
    }
}

impl Serialize for SeenCoin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeenCoin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a coin: S, M, C or A, then 0 to 5, or ? for a value that is hidden")
    }
}

wire::text_schema!(
    SeenCoin,
    r"^[SMCA][0-5?]$",
    "A coin: its suit (S Suns, M Moons, C Crowns, A Arms), then its value (0 is null, 1 the ace), or `?` where that is hidden.",
    "M?"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piecepack::Piece as _;

    #[test]
    fn a_coin_that_may_be_hidden_is_read_as_it_is_written_and_a_hidden_one_is_no_coin() {
        for coin in Coin::ALL {
            for shown in [true, false] {
                let seen = coin.seen(shown);
                let json = serde_json::to_string(&seen).expect("JSON");
                assert_eq!(serde_json::from_str::<SeenCoin>(&json).ok(), Some(seen));
                assert_eq!(serde_json::from_str::<Coin>(&json).ok(), seen.known());
                assert_eq!((seen.suit(), seen.known()), (coin.suit(), shown.then_some(coin)));
            }
        }
        for bad in ["??", "?", "S", "S??", "X?", "s?", "S6"] {
            assert_eq!(bad.parse::<SeenCoin>(), Err(()), "{bad}");
        }
    }
}
