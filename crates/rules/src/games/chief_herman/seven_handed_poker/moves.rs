//! The moves and events of Seven-Handed Poker.

use serde::Serialize;

use super::SPOTS;
// The field type must be named `Value`: utoipa then publishes it without a schema, as clients know it.
use crate::cards::poker::HandValue as Value;
use crate::cards::{CardOrJoker, MAX_CARDS};
use crate::game::Seat;
use crate::wire::{self, ToSchema};

const _: () = assert!(MAX_CARDS == 54, "the list of cards that is read below is of a whole deck");

wire::record! {
    /// Plays cards, which the other seat then places.
    #[schema(as = SevenHandedPokerPlay)]
    pub struct Play {
        /// The seat.
        pub seat: Seat,
        /// One to five cards of its hand, in any order.
        pub cards: BoundedVec<CardOrJoker, 0, 54>,
    }
}

wire::tagged! {
    read seated
    /// A move in Seven-Handed Poker.
    pub enum Move = "SevenHandedPokerMove" by "type" {
        "play" => Play,
        /// Places the cards that the other seat has played.
        "place" => Place as SevenHandedPokerPlace {
            /// The seat.
            pub seat: Seat,
            /// The spot, from 1.
            #[serde(deserialize_with = "wire::integer::<_, 1, { SPOTS as u64 }>")]
            #[schema(minimum = 1, maximum = 7)]
            pub spot: u64,
        },
    }
}

/// A hand as it is turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerShown)]
pub struct Shown {
    /// The seat.
    pub seat: Seat,
    /// The hand.
    pub cards: Vec<CardOrJoker>,
    /// Its value.
    pub value: Value,
}

/// A seat that has won the game, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerWinner)]
pub struct Winner {
    /// The seat.
    pub seat: Seat,
    /// The spots that won: three in a row, or any four.
    pub spots: Vec<u64>,
}

wire::tagged! {
    event
    /// An event of Seven-Handed Poker.
    pub enum Event = "SevenHandedPokerEvent" by "type" {
        /// A seat played cards, face down.
        "played" => Played as SevenHandedPokerPlayed {
            /// The seat.
            pub seat: Seat,
            /// The number of cards.
            pub count: u64,
        },
        /// The cards that a seat played were placed, by the other seat or on the last free spot.
        "placed" => Placed as SevenHandedPokerPlaced {
            /// The seat that played them.
            pub seat: Seat,
            /// The spot, from 1.
            pub spot: u64,
            /// The number of cards.
            pub count: u64,
        },
        /// The two hands of a spot were turned up and compared.
        "compared" => Compared as SevenHandedPokerCompared {
            /// The spot, from 1.
            pub spot: u64,
            /// The hands.
            pub hands: Vec<Shown>,
            /// The seats that won the spot: both if the hands tie.
            pub winners: Vec<Seat>,
        },
        /// A seat drew cards.
        "drew" => Drew as SevenHandedPokerDrew {
            /// The seat.
            pub seat: Seat,
            /// The number of cards.
            pub count: u64,
        },
        /// The game ended.
        "ended" => Ended as SevenHandedPokerEnded {
            /// The winners: one seat, or both.
            pub winners: Vec<Winner>,
        },
    }
}
