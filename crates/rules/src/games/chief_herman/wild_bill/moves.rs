//! The moves and events of Wild Bill.

use crate::game::Seat;
use crate::games::chief_herman::pool::{FoulKind, RACK};
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Wild Bill: the report of a shot.
    pub enum Move = "WildBillMove" by "type" {
        /// Reports a legal shot.
        #[derive(Copy)]
        "shot" => Shot as WildBillShot {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk. There are three.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
            /// The number of different object balls that the cue ball itself touched, at least 1.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub contacts: u64,
        },
        /// Reports a foul, which loses the points of the inning.
        #[derive(Copy)]
        "foul" => Foul as WildBillFoul {
            /// The seat.
            pub seat: Seat,
            /// What was wrong.
            pub kind: FoulKind,
        },
    }
}

wire::tagged! {
    event
    /// An event of Wild Bill.
    pub enum Event = "WildBillEvent" by "type" {
        /// A seat made a legal shot.
        "shot" => ShotTaken as WildBillShotTaken {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk.
            #[schema(minimum = 0, maximum = 3)]
            pub sunk: u64,
            /// The number of object balls that the cue ball touched.
            #[schema(minimum = 1, maximum = 3)]
            pub contacts: u64,
            /// The points of the shot.
            #[schema(minimum = 0, maximum = 8)]
            pub worth: u64,
        },
        /// Balls that were sunk lie on spots again.
        "replaced" => Replaced as WildBillReplaced {
            /// The number of balls.
            #[schema(minimum = 1, maximum = 3)]
            pub balls: u64,
        },
        /// A shot was a foul, and the points of the inning are lost.
        "fouled" => Fouled as WildBillFouled {
            /// The seat.
            pub seat: Seat,
            /// What was wrong.
            pub kind: FoulKind,
            /// The number of points that the seat lost.
            #[schema(minimum = 0, maximum = 29)]
            pub lost: u64,
        },
        /// An inning has ended without a foul, and its points are added to the score.
        "inning_ended" => InningEnded as WildBillInningEnded {
            /// The seat.
            pub seat: Seat,
            /// The points of the inning.
            pub points: u64,
            /// The score of the seat now.
            pub score: u64,
        },
        /// A seat has won.
        "won" => Won as WildBillWon {
            /// The winner.
            pub seat: Seat,
        },
        /// The game has ended.
        "ended" => Ended as WildBillEnded {
            /// The number of shots that were taken.
            #[schema(minimum = 1, maximum = 400)]
            pub shots: u64,
        },
    }
}
