//! The moves and events of Penniless and Insane.

use serde::Serialize;

use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in Penniless and Insane.
    pub enum Move = "PennilessAndInsaneMove" by "type" {
        /// Bids a card.
        "bid" => Bid as PennilessAndInsaneBid {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
        /// Takes a card of the pool.
        "take" => Take as PennilessAndInsaneTake {
            /// The seat.
            pub seat: Seat,
            /// A card of the pool.
            pub card: Card,
        },
    }
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

wire::tagged! {
    event
    /// An event of Penniless and Insane.
    pub enum Event = "PennilessAndInsaneEvent" by "type" {
        /// A round began: each seat has 20 chips and three cards.
        "dealt" => Dealt as PennilessAndInsaneDealt {
            /// The round, from 1.
            pub round: u64,
        },
        /// A trick began.
        "offered" => Offered as PennilessAndInsaneOffered {
            /// The pool.
            pub pool: Vec<Card>,
        },
        /// A seat bid, face down.
        "bid" => BidMade as PennilessAndInsaneBidMade {
            /// The seat.
            pub seat: Seat,
        },
        /// All bids were turned up.
        "revealed" => Revealed as PennilessAndInsaneRevealed {
            /// The bids, in the order in which their seats act.
            pub bids: Vec<PlayedCard>,
        },
        /// A seat took a card of the pool and paid for it; its bid is discarded.
        "took" => Took as PennilessAndInsaneTook {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
            /// The chips that it paid.
            pub paid: u64,
        },
        /// A seat took its bid back into its hand.
        "took_back" => TookBack as PennilessAndInsaneTookBack {
            /// The seat.
            pub seat: Seat,
            /// Its bid.
            pub card: Card,
        },
        /// The rest of the pool was discarded.
        "discarded" => Discarded as PennilessAndInsaneDiscarded {
            /// The cards.
            pub cards: Vec<Card>,
        },
        /// A round was scored.
        "scored" => Scored as PennilessAndInsaneScored {
            /// Each seat.
            pub seats: Vec<SeatScored>,
        },
        /// The seats with the highest score shared the pot.
        "won_pot" => WonPot as PennilessAndInsaneWonPot {
            /// The seats.
            pub seats: Vec<Seat>,
            /// The chips that each of them got.
            pub chips: u64,
        },
        /// The game ended.
        "ended" => Ended as PennilessAndInsaneEnded {
            /// The points of each seat.
            pub points: Vec<i64>,
        },
    }
}
