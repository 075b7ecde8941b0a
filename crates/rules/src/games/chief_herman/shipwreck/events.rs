//! The events of Shipwreck!.

use super::boats::Boat;
use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    event
    /// An event of Shipwreck!.
    pub enum Event = "ShipwreckEvent" by "type" {
        /// A round began.
        "dealt" => Dealt as ShipwreckDealt {
            /// The round, from 1.
            pub round: u64,
            /// The dealer, who begins.
            pub dealer: Seat,
        },
        /// A seat drew cards at the beginning of its turn.
        "drew" => Drew as ShipwreckDrew {
            /// The seat.
            pub seat: Seat,
            /// The number of cards.
            pub count: u64,
        },
        /// A seat discarded a card into the lifeboat of its suit.
        "discarded" => Discarded as ShipwreckDiscarded {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat began a fight.
        "attacked" => Attacked as ShipwreckAttacked {
            /// The seat that attacked.
            pub seat: Seat,
            /// The seat that it attacked.
            pub target: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat played a higher card in a fight.
        "answered" => Answered as ShipwreckAnswered {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat lost a fight.
        "surrendered" => Surrendered as ShipwreckSurrendered {
            /// The seat.
            pub seat: Seat,
        },
        /// The winner of a fight drew a card of the loser's hand, which is on its board now.
        "taken" => Taken as ShipwreckTaken {
            /// The seat that won the fight.
            pub winner: Seat,
            /// The seat that lost it.
            pub loser: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat drew the last card, and the ship sank.
        "sunk" => Sunk as ShipwreckSunk {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat laid its key face down.
        "key_laid" => KeyLaid as ShipwreckKeyLaid {
            /// The seat.
            pub seat: Seat,
        },
        /// All keys and hands were revealed.
        "revealed" => Revealed as ShipwreckRevealed {
            /// The keys, by seat.
            pub keys: Vec<PlayedCard>,
            /// The rest of each hand.
            pub hands: Vec<Vec<Card>>,
        },
        /// A lifeboat left, with a seat or without.
        "boarded" => Boarded as ShipwreckBoarded {
            /// The suit of the lifeboat.
            pub suit: Boat,
            /// The seat that boarded it. Absent if the best seats were equal.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub seat: Option<Seat>,
            /// The points of all cards in it.
            pub points: i64,
        },
        /// The game ended.
        "ended" => Ended as ShipwreckEnded {
            /// The points of each seat.
            pub points: Vec<i64>,
        },
    }
}
