//! The move and the events of Darwinian Poker.

use serde::Serialize;

// The field type must be named `Value`: utoipa then publishes it without a schema, as clients know it.
use crate::cards::poker::HandValue as Value;
use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in Darwinian Poker.
    pub enum Move = "DarwinianPokerMove" by "type" {
        /// Plants a card.
        "plant" => Plant as DarwinianPokerPlant {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
    }
}

/// A hand as it is shown at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerShown)]
pub struct Shown {
    /// The seat.
    pub seat: Seat,
    /// The hand.
    pub cards: Vec<Card>,
    /// Its value.
    pub value: Value,
}

wire::tagged! {
    event
    /// An event of Darwinian Poker.
    pub enum Event = "DarwinianPokerEvent" by "type" {
        /// A round began.
        "dealt" => Dealt as DarwinianPokerDealt {
            /// The round, from 1.
            pub round: u64,
            /// The ooze.
            pub ooze: Vec<Card>,
        },
        /// A seat planted a seed, face down.
        "planted" => Planted as DarwinianPokerPlanted {
            /// The seat.
            pub seat: Seat,
        },
        /// All seeds were turned up.
        "revealed" => Revealed as DarwinianPokerRevealed {
            /// The seeds, in the order in which they are played.
            pub seeds: Vec<PlayedCard>,
        },
        /// A seed captured cards of the ooze and fell into it.
        "captured" => Captured as DarwinianPokerCaptured {
            /// The seat that planted the seed.
            pub seat: Seat,
            /// The seed.
            pub seed: Card,
            /// The cards that it captured. Can be empty.
            pub cards: Vec<Card>,
        },
        /// The rest of the ooze was discarded.
        "discarded" => Discarded as DarwinianPokerDiscarded {
            /// The cards.
            pub cards: Vec<Card>,
        },
        /// A seat went extinct.
        "extinct" => Extinct as DarwinianPokerExtinct {
            /// The seat.
            pub seat: Seat,
        },
        /// All seats showed their hands.
        "showdown" => Showdown as DarwinianPokerShowdown {
            /// The hands of the seats that are not extinct.
            pub hands: Vec<Shown>,
        },
        /// The game ended.
        "ended" => Ended as DarwinianPokerEnded {
            /// The place of each seat.
            pub places: Vec<u8>,
        },
    }
}
