//! The answers of the seats in the window for a surprise.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::HotelTransylvania;
use crate::cards::{Card, CardFace, Viewed};
use crate::game::{Game as _, Seat};
use crate::wire;

/// A card of a table, with the answers that go with it: in a view both may be hidden.
pub trait TableCard: CardFace<Card = Card> {
    /// The type of an answer.
    type Answer: Copy + Debug + Eq + Send + Serialize + DeserializeOwned + 'static;
    /// The pattern of an answer.
    const ANSWERS: &'static str;
}

impl TableCard for Card {
    type Answer = Answer;
    const ANSWERS: &'static str = "^(surprise|let)$";
}

impl TableCard for Viewed<Card> {
    type Answer = ViewedAnswer;
    const ANSWERS: &'static str = r"^(surprise|let|\?\?)$";
}

/// The answer of a seat in the window for a surprise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Its ghost surprises the guest.
    Surprise,
    /// It lets the guest be.
    Let,
}

/// An answer as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewedAnswer {
    /// Its ghost surprises the guest.
    Surprise,
    /// It lets the guest be.
    Let,
    /// The answer is hidden.
    #[serde(rename = "??")]
    Hidden,
}

impl Answer {
    /// Returns the answer as a viewer sees it, hidden unless `shown`.
    pub(super) fn viewed(self, shown: bool) -> ViewedAnswer {
        match self {
            _ if !shown => ViewedAnswer::Hidden,
            Self::Surprise => ViewedAnswer::Surprise,
            Self::Let => ViewedAnswer::Let,
        }
    }
}

impl ViewedAnswer {
    /// Returns an answer that the view allows: `let` if it is hidden.
    pub(super) fn determinized(self) -> Answer {
        match self {
            Self::Surprise => Answer::Surprise,
            Self::Let | Self::Hidden => Answer::Let,
        }
    }
}

/// An answer and the seat that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Given<C: TableCard> {
    /// The seat.
    pub seat: Seat,
    /// Its answer.
    pub answer: C::Answer,
}

wire::named_schema!(
    impl[C: TableCard] Given<C>,
    format!("{}{}Answer", HotelTransylvania::NAME, C::SCHEMA_SUFFIX),
    wire::object("The answer of a seat in the window for a surprise.", [
        wire::required("seat", wire::reference_to::<Seat>()),
        wire::required("answer", wire::text(C::ANSWERS, "`surprise` or `let`.", "let")),
    ]),
    gather [Seat]
);
