//! Cards as a viewer sees them: known or hidden.

use std::fmt::{self, Debug, Display};

use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PlayingCard;
use crate::wire::{self, ToSchema};

/// The notation of a hidden card.
const HIDDEN: &str = "??";

/// A card as a viewer sees it: known, or hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewed<C> {
    /// A known card.
    Card(C),
    /// A hidden card.
    Hidden,
}

/// A card of the 52-card deck, or a hidden one.
pub type ViewedCard = Viewed<super::Card>;

/// A card of the 54-card deck, or a hidden one.
pub type ViewedCardOrJoker = Viewed<super::CardOrJoker>;

impl<C: PlayingCard> Viewed<C> {
    /// Returns the card as a viewer sees it, hidden unless `shown`.
    #[must_use]
    pub fn shown(card: C, shown: bool) -> Self {
        if shown { Self::Card(card) } else { Self::Hidden }
    }
}

/// A card on a table: the card itself in a state, or a card that may be hidden in a view.
pub trait CardFace: Copy + Debug + Display + Eq + Send + Serialize + DeserializeOwned + ToSchema + 'static {
    /// The underlying type of card.
    type Card: PlayingCard;
    /// The suffix of the schema name of a table of such cards: `Table`, or `View` if cards may be hidden.
    const SCHEMA_SUFFIX: &'static str;

    /// Returns the card, unless it is hidden.
    fn known(self) -> Option<Self::Card>;
}

impl<C: PlayingCard> CardFace for C {
    type Card = C;
    const SCHEMA_SUFFIX: &'static str = "Table";

    fn known(self) -> Option<C> {
        Some(self)
    }
}

impl<C: PlayingCard> CardFace for Viewed<C> {
    type Card = C;
    const SCHEMA_SUFFIX: &'static str = "View";

    fn known(self) -> Option<C> {
        match self {
            Self::Card(card) => Some(card),
            Self::Hidden => None,
        }
    }
}

impl<C: Display> Display for Viewed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Hidden => f.write_str(HIDDEN),
        }
    }
}

impl<C: Serialize> Serialize for Viewed<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Card(card) => card.serialize(serializer),
            Self::Hidden => serializer.serialize_str(HIDDEN),
        }
    }
}

impl<'de, C: PlayingCard> Deserialize<'de> for Viewed<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<C>(std::marker::PhantomData<C>);
        impl<C: PlayingCard> Visitor<'_> for Text<C> {
            type Value = Viewed<C>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card, or `??` for a hidden one")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Viewed<C>, E> {
                if text == HIDDEN {
                    return Ok(Viewed::Hidden);
                }
                C::deserialize(de::value::StrDeserializer::<E>::new(text)).map(Viewed::Card)
            }
        }
        deserializer.deserialize_str(Text(std::marker::PhantomData))
    }
}

wire::named_schema!(
    impl[C: PlayingCard] Viewed<C>,
    C::VIEWED_SCHEMA,
    wire::text(&format!(r"^({}|\?\?)$", C::PATTERN), "A card, or `??` for one that is hidden.", HIDDEN),
    gather []
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn viewed_cards_round_trip_and_hidden_is_no_card() {
        for text in ["\"As\"", "\"??\""] {
            let seen: Viewed<Card> = serde_json::from_str(text).expect("a card that may be hidden");
            assert_eq!(serde_json::to_string(&seen).expect("JSON"), text);
            assert_eq!(format!("\"{seen}\""), text);
            assert_eq!(serde_json::from_str::<Card>(text).ok(), seen.known());
        }
        for bad in ["\"?\"", "\"X1\"", "null", "7"] {
            assert!(serde_json::from_str::<Viewed<Card>>(bad).is_err(), "{bad}");
        }
    }
}
