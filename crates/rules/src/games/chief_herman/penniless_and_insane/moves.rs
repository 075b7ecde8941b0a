//! The moves and events of Penniless and Insane.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Bids a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PennilessAndInsaneBid)]
pub struct Bid {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

/// Takes a card of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PennilessAndInsaneTake)]
pub struct Take {
    /// The seat.
    pub seat: Seat,
    /// A card of the pool.
    pub card: Card,
}

wire::tagged! {
    read
    /// A move in Penniless and Insane.
    pub enum Move = "PennilessAndInsaneMove" by "type" {
        "bid" => Bid(Bid),
        "take" => Take(Take),
    }
}

seat_moves!(Move: Bid | Take);

/// A round began: each seat has 20 chips and three cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneDealt)]
pub struct Dealt {
    /// The round, from 1.
    pub round: u64,
}

/// A trick began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneOffered)]
pub struct Offered {
    /// The pool.
    pub pool: Vec<Card>,
}

/// A seat bid, face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneBidMade)]
pub struct BidMade {
    /// The seat.
    pub seat: Seat,
}

/// All bids were turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneRevealed)]
pub struct Revealed {
    /// The bids, in the order in which their seats act.
    pub bids: Vec<PlayedCard>,
}

/// A seat took a card of the pool and paid for it; its bid is discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneTook)]
pub struct Took {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The chips that it paid.
    pub paid: u64,
}

/// A seat took its bid back into its hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneTookBack)]
pub struct TookBack {
    /// The seat.
    pub seat: Seat,
    /// Its bid.
    pub card: Card,
}

/// The rest of the pool was discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneDiscarded)]
pub struct Discarded {
    /// The cards.
    pub cards: Vec<Card>,
}

/// The cards and chips of a seat at the end of a round, and their score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneSeatScored)]
pub struct SeatScored {
    /// The seat.
    pub seat: Seat,
    /// Its hand, visible to all.
    pub cards: Vec<Card>,
    /// Its chips.
    pub money: u64,
    /// Its score in the round.
    pub points: i64,
}

/// A round was scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneScored)]
pub struct Scored {
    /// Each seat.
    pub seats: Vec<SeatScored>,
}

/// The seats with the highest score shared the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneWonPot)]
pub struct WonPot {
    /// The seats.
    pub seats: Vec<Seat>,
    /// The chips that each of them got.
    pub chips: u64,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PennilessAndInsaneEnded)]
pub struct Ended {
    /// The points of each seat.
    pub points: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Penniless and Insane.
    pub enum Event = "PennilessAndInsaneEvent" by "type" {
        "dealt" => Dealt(Dealt),
        "offered" => Offered(Offered),
        "bid" => BidMade(BidMade),
        "revealed" => Revealed(Revealed),
        "took" => Took(Took),
        "took_back" => TookBack(TookBack),
        "discarded" => Discarded(Discarded),
        "scored" => Scored(Scored),
        "won_pot" => WonPot(WonPot),
        "ended" => Ended(Ended),
    }
}
