//! The moves of Shipwreck!.

use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Shipwreck!.
    pub enum Move = "ShipwreckMove" by "type" {
        /// Discards a card into the lifeboat of its suit.
        "discard" => Discard as ShipwreckDiscard {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
        /// Attacks another seat with a card.
        "fight" => Fight as ShipwreckFight {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
            /// The seat that it attacks, which has cards in its hand.
            pub target: Seat,
        },
        /// Plays a higher card than the last one of the fight.
        "answer" => Answer as ShipwreckAnswer {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand. The last card of a hand must be a king.
            pub card: Card,
        },
        /// Gives the fight up.
        "surrender" => Surrender as ShipwreckSurrender {
            /// The seat.
            pub seat: Seat,
        },
        /// Lays a card face down: the seat runs to the lifeboat of its suit.
        "key" => Key as ShipwreckKey {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
    }
}
