//! The events of Short Bus to Paradise.

use super::cab::Cab;
use super::stone::{Color, Group};
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    event
    /// An event of Short Bus to Paradise.
    pub enum Event = "ShortBusToParadiseEvent" by "type" {
        /// Two dice were rolled at the beginning of a turn.
        "rolled" => Rolled as ShortBusToParadiseRolled {
            /// The dice.
            pub dice: Vec<Face>,
        },
        /// Stones were drawn from the bag into the pot.
        "arrived" => Arrived as ShortBusToParadiseArrived {
            /// The stones by color. Empty if the bag was empty.
            pub stones: Vec<Group>,
        },
        /// The cruise line took a color out of the pot and of the game.
        "bussed" => Bussed as ShortBusToParadiseBussed {
            /// The color.
            pub color: Color,
            /// How many stones.
            pub count: u64,
        },
        /// A seat played a cab.
        "played" => Played as ShortBusToParadisePlayed {
            /// The seat.
            pub seat: Seat,
            /// The cab.
            pub cab: Cab,
        },
        /// A seat loaded stones from the pot.
        "loaded" => Loaded as ShortBusToParadiseLoaded {
            /// The seat.
            pub seat: Seat,
            /// The cab.
            pub cab: Cab,
            /// The color.
            pub color: Color,
            /// How many stones.
            pub count: u64,
        },
        /// A seat stole passengers, together with stones from the pot.
        "stolen" => Stolen as ShortBusToParadiseStolen {
            /// The seat.
            pub seat: Seat,
            /// The cab that they went into.
            pub cab: Cab,
            /// The cab that they left.
            pub from: Cab,
            /// The color.
            pub color: Color,
            /// How many passengers came from the other cab.
            pub passengers: u64,
            /// How many stones came from the pot.
            pub count: u64,
        },
        /// A full cab left.
        "left" => Left as ShortBusToParadiseLeft {
            /// The seat that it scores for.
            pub seat: Seat,
            /// The cab.
            pub cab: Cab,
            /// The color of its passengers.
            pub color: Color,
        },
        /// A seat drew a card.
        "drew" => Drew as ShortBusToParadiseDrew {
            /// The seat.
            pub seat: Seat,
        },
        /// The turn of a seat ended.
        "turn_ended" => TurnEnded as ShortBusToParadiseTurnEnded {
            /// The seat.
            pub seat: Seat,
        },
        /// The bag had too few stones, or the deck ran out: each seat has one more turn.
        "last_turns_began" => LastTurnsBegan as ShortBusToParadiseLastTurnsBegan {
            /// How many turns come after the present one.
            pub turns: u64,
        },
        /// The game ended.
        "ended" => Ended as ShortBusToParadiseEnded {
            /// The points of each seat.
            pub points: Vec<i64>,
        },
    }
}
