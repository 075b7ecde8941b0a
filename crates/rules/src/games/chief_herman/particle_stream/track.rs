//! The track: its spaces, how a race begins, and what the spaces score.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::cards::{Card, Rank};
use crate::game::{Seat, Seats};
use crate::wire::{self, ToSchema};

/// Minimum and maximum number of seats, and of spaces.
pub(super) const MIN_SEATS: usize = 4;
pub(super) const MAX_SEATS: usize = 6;

/// A space of the track: its number, from 1 at the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Space(u8);

impl Space {
    pub(super) fn of_index(index: usize) -> Self {
        Self(u8::try_from(index + 1).unwrap_or(u8::MAX))
    }

    /// Returns the index of the space on the track, from 0.
    pub(super) fn index(self) -> usize {
        usize::from(self.0).saturating_sub(1)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 1, { MAX_SEATS as u64 }>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Space,
    "ParticleStreamSpace",
    wire::integer_schema("A space of the track, from 1 at the front.", 1, MAX_SEATS as u64),
    gather []
);

wire::record! {
    /// A space of the track: the pawn and the pile there.
    #[schema(as = ParticleStreamTrackSpace)]
    pub struct TrackSpace {
        /// The seat whose pawn is there.
        pub seat: Seat,
        /// The cards played there, the last one on top. Only the last one counts.
        pub pile: BoundedVec<Card, 0, 52>,
    }
}

impl TrackSpace {
    /// Returns the card that shows; none on an empty pile, which no game has.
    pub(super) fn top(&self) -> Option<Card> {
        self.pile.last().copied()
    }

    pub(super) fn rank(&self) -> Option<Rank> {
        self.top().map(Card::rank)
    }
}

/// The first card of a space, and the seat whose pawn is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ParticleStreamStart)]
pub struct Start {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// Returns what a space scores, by its index: 0 at the back, 1 more for each space in front of it, and 1 more for the
/// first.
pub(super) fn space_points(index: usize, seats: usize) -> i64 {
    (seats - 1 - index) as i64 + i64::from(index == 0)
}

/// Gives each seat, in order, the next card of the deck whose rank no seat before it has.
pub(super) fn starts(deck: &[Card], seats: Seats) -> Vec<Start> {
    let mut starts: Vec<Start> = Vec::new();
    let mut deck = deck.iter().copied();
    for seat in seats.iter() {
        let taken = |card: &Card| starts.iter().any(|start| start.card.rank() == card.rank());
        if let Some(card) = deck.find(|card| !taken(card)) {
            starts.push(Start { seat, card });
        }
    }
    starts
}
