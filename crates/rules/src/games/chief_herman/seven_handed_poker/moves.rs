//! The moves and events of Seven-Handed Poker.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SPOTS;
// The field type must be named `Value`: utoipa then publishes it without a schema, as clients know it.
use crate::cards::poker::HandValue as Value;
use crate::cards::{CardOrJoker, MAX_CARDS};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

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

/// Places the cards that the other seat has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SevenHandedPokerPlace)]
pub struct Place {
    /// The seat.
    pub seat: Seat,
    /// The spot, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 1, { SPOTS as u64 }>")]
    #[schema(minimum = 1, maximum = 7)]
    pub spot: u64,
}

wire::tagged! {
    read
    /// A move in Seven-Handed Poker.
    pub enum Move = "SevenHandedPokerMove" by "type" {
        "play" => Play(Play),
        "place" => Place(Place),
    }
}

seat_moves!(Move: Play | Place);

/// A seat played cards, face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerPlayed)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The number of cards.
    pub count: u64,
}

/// The cards that a seat played were placed, by the other seat or on the last free spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerPlaced)]
pub struct Placed {
    /// The seat that played them.
    pub seat: Seat,
    /// The spot, from 1.
    pub spot: u64,
    /// The number of cards.
    pub count: u64,
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

/// The two hands of a spot were turned up and compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerCompared)]
pub struct Compared {
    /// The spot, from 1.
    pub spot: u64,
    /// The hands.
    pub hands: Vec<Shown>,
    /// The seats that won the spot: both if the hands tie.
    pub winners: Vec<Seat>,
}

/// A seat drew cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
    /// The number of cards.
    pub count: u64,
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

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SevenHandedPokerEnded)]
pub struct Ended {
    /// The winners: one seat, or both.
    pub winners: Vec<Winner>,
}

wire::tagged! {
    event
    /// An event of Seven-Handed Poker.
    pub enum Event = "SevenHandedPokerEvent" by "type" {
        "played" => Played(Played),
        "placed" => Placed(Placed),
        "compared" => Compared(Compared),
        "drew" => Drew(Drew),
        "ended" => Ended(Ended),
    }
}
