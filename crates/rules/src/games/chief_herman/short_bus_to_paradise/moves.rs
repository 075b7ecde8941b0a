//! The moves of Short Bus to Paradise.

use super::cab::Cab;
use super::stone::Color;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Short Bus to Paradise.
    pub enum Move = "ShortBusToParadiseMove" by "type" {
        /// Plays a cab of the hand: it waits in front of the seat, empty.
        "play" => Play as ShortBusToParadisePlay {
            /// The seat.
            pub seat: Seat,
            /// A cab of its hand.
            pub cab: Cab,
        },
        /// Loads all stones of a color in the pot into a waiting cab.
        #[derive(Copy)]
        "load" => Load as ShortBusToParadiseLoad {
            /// The seat.
            pub seat: Seat,
            /// A cab that waits in front of it.
            pub cab: Cab,
            /// The color.
            pub color: Color,
        },
        /// Moves the passengers of another waiting cab, and all stones of their color in the pot, into a waiting cab.
        #[derive(Copy)]
        "steal" => Steal as ShortBusToParadiseSteal {
            /// The seat.
            pub seat: Seat,
            /// A cab that waits in front of it.
            pub cab: Cab,
            /// Another waiting cab with passengers, of any seat.
            pub from: Cab,
        },
        /// Draws the top card of the deck, and ends the turn.
        "draw" => Draw as ShortBusToParadiseDraw {
            /// The seat.
            pub seat: Seat,
        },
        /// Ends the turn.
        "end" => End as ShortBusToParadiseEnd {
            /// The seat.
            pub seat: Seat,
        },
    }
}
