//! The moves of King of the Beach.

use crate::cards::Card;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in King of the Beach.
    pub enum Move = "KingOfTheBeachMove" by "type" {
        /// Takes a card on offer.
        "take" => Take as KingOfTheBeachTake {
            /// The seat.
            pub seat: Seat,
            /// A card on offer.
            pub card: Card,
        },
        /// Plays a card onto the space of the seat.
        "combat" => Combat as KingOfTheBeachCombat {
            /// The seat.
            pub seat: Seat,
            /// A card of its hand.
            pub card: Card,
        },
        /// Changes places with a robot.
        "switch" => Switch as KingOfTheBeachSwitch {
            /// The seat.
            pub seat: Seat,
            /// The space of the robot.
            #[serde(deserialize_with = "wire::integer::<_, 1, 10>")]
            #[schema(minimum = 1, maximum = 10)]
            pub space: u64,
        },
        /// Trades a goodie for one of another seat.
        "trade" => Trade as KingOfTheBeachTrade {
            /// The seat.
            pub seat: Seat,
            /// A goodie of its own.
            pub give: Card,
            /// A goodie of another seat.
            pub take: Card,
        },
        /// Draws a card.
        "draw" => Draw as KingOfTheBeachDraw {
            /// The seat.
            pub seat: Seat,
        },
        /// Lays the stone onto a space.
        "stone" => LayStone as KingOfTheBeachLayStone {
            /// The seat.
            pub seat: Seat,
            /// The space.
            #[serde(deserialize_with = "wire::integer::<_, 1, 10>")]
            #[schema(minimum = 1, maximum = 10)]
            pub space: u64,
        },
        /// Does nothing with the current suit. The seat may still act for a later one.
        "decline" => Decline as KingOfTheBeachDecline {
            /// The seat.
            pub seat: Seat,
        },
    }
}
