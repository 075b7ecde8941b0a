//! The answers of the seats in the window for aces.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::CaribbeanStar;
use crate::cards::{Card, CardFace, PlayingCard as _};
use crate::game::{Game as _, Seat};
use crate::wire;

/// The answer of a seat in the window for aces: an ace or `let`. In a view it may be hidden, written as a hidden card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<C> {
    /// It stops the card with this ace.
    Stop(C),
    /// It lets the card take effect.
    Let,
}

impl<C: Serialize> Serialize for Answer<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Stop(ace) => ace.serialize(serializer),
            Self::Let => serializer.serialize_str("let"),
        }
    }
}

impl<'de, C: CardFace> Deserialize<'de> for Answer<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<C>(std::marker::PhantomData<C>);
        impl<C: CardFace> Visitor<'_> for Text<C> {
            type Value = Answer<C>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an ace or `let`")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Answer<C>, E> {
                if text == "let" {
                    return Ok(Answer::Let);
                }
                C::deserialize(de::value::StrDeserializer::<E>::new(text)).map(Answer::Stop)
            }
        }
        deserializer.deserialize_str(Text(std::marker::PhantomData))
    }
}

/// An answer and the seat that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Given<C: CardFace> {
    /// The seat.
    pub seat: Seat,
    /// Its answer.
    pub answer: Answer<C>,
}

wire::named_schema!(
    impl[C: CardFace] Given<C>,
    format!("{}{}Answer", CaribbeanStar::NAME, C::SCHEMA_SUFFIX),
    wire::object("The answer of a seat in the window for aces.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required(
            "answer",
            wire::text(
                &format!(r"^(let|{}{})$", Card::PATTERN, if C::SCHEMA_SUFFIX == "View" { r"|\?\?" } else { "" }),
                "The ace that stops the card, or `let`.",
                "let",
            ),
        ),
    ]),
    gather [Seat]
);
