//! The moves of Hotel Transylvania.

use super::guest::GuestNumber;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Hotel Transylvania.
    pub enum Move = "HotelTransylvaniaMove" by "type" {
        /// Plays a card: its room and those in a row with it are haunted.
        "play" => Play as HotelTransylvaniaPlay {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
        /// Rolls two dice for a guest and moves him.
        "guest" => MoveGuest as HotelTransylvaniaMoveGuest {
            /// The seat.
            pub seat: Seat,
            /// The guest.
            pub guest: GuestNumber,
        },
        /// Surprises the guest with the card of his room.
        "surprise" => Surprise as HotelTransylvaniaSurprise {
            /// The seat.
            pub seat: Seat,
        },
        /// Lets the guest be.
        "let" => Let as HotelTransylvaniaLet {
            /// The seat.
            pub seat: Seat,
        },
    }
}
