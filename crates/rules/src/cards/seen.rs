//! Cards as somebody sees them: known, or hidden.

use std::fmt::{self, Debug, Display};

use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::PlayingCard;
use crate::wire;

/// How a hidden card is written.
const HIDDEN: &str = "??";

/// A card of which somebody knows what it is, or only that it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen<C> {
    /// It is known.
    Card(C),
    /// It is hidden.
    Hidden,
}

/// One of the 52 cards, or a hidden one.
pub type SeenCard = Seen<super::Card>;

/// A card of a deck with jokers, or a hidden one.
pub type SeenCardOrJoker = Seen<super::CardOrJoker>;

impl<C: PlayingCard> Seen<C> {
    /// A card as one sees it to whom it is shown or not.
    #[must_use]
    pub fn shown(card: C, shown: bool) -> Self {
        if shown { Self::Card(card) } else { Self::Hidden }
    }
}

/// What lies where a card can lie: the card in a state, a card that may be hidden in a view.
pub trait Face: Copy + Debug + Display + Eq + Send + Serialize + DeserializeOwned + ToSchema + 'static {
    /// The card that it is, or may be.
    type Card: PlayingCard;
    /// What a table of such cards is, as the end of the name of its schema: `Table`, or `View` where cards may be hidden.
    const KIND: &'static str;

    /// The card, unless it is hidden.
    fn known(self) -> Option<Self::Card>;
}

impl<C: PlayingCard> Face for C {
    type Card = C;
    const KIND: &'static str = "Table";

    fn known(self) -> Option<C> {
        Some(self)
    }
}

impl<C: PlayingCard> Face for Seen<C> {
    type Card = C;
    const KIND: &'static str = "View";

    fn known(self) -> Option<C> {
        match self {
            Self::Card(card) => Some(card),
            Self::Hidden => None,
        }
    }
}

impl<C: Display> Display for Seen<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Hidden => f.write_str(HIDDEN),
        }
    }
}

impl<C: Serialize> Serialize for Seen<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Card(card) => card.serialize(serializer),
            Self::Hidden => serializer.serialize_str(HIDDEN),
        }
    }
}

impl<'de, C: PlayingCard> Deserialize<'de> for Seen<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<C>(std::marker::PhantomData<C>);
        impl<C: PlayingCard> Visitor<'_> for Text<C> {
            type Value = Seen<C>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card, or `??` for a hidden one")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seen<C>, E> {
                if text == HIDDEN {
                    return Ok(Seen::Hidden);
                }
                C::deserialize(de::value::StrDeserializer::<E>::new(text)).map(Seen::Card)
            }
        }
        deserializer.deserialize_str(Text(std::marker::PhantomData))
    }
}

wire::named_schema!(
    impl[C: PlayingCard] Seen<C>,
    C::SEEN,
    wire::text(&format!(r"^({}|\?\?)$", C::PATTERN), "A card, or `??` for one that is hidden.", HIDDEN),
    gather []
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn a_card_that_may_be_hidden_is_read_as_it_is_written_and_a_hidden_one_is_no_card() {
        for text in ["\"As\"", "\"??\""] {
            let seen: Seen<Card> = serde_json::from_str(text).expect("a card that may be hidden");
            assert_eq!(serde_json::to_string(&seen).expect("JSON"), text);
            assert_eq!(format!("\"{seen}\""), text);
            assert_eq!(serde_json::from_str::<Card>(text).ok(), seen.known());
        }
        for bad in ["\"?\"", "\"X1\"", "null", "7"] {
            assert!(serde_json::from_str::<Seen<Card>>(bad).is_err(), "{bad}");
        }
    }
}
