//! The moves and events of Magic Hate Ball.

use crate::game::Seat;
use crate::games::chief_herman::pool::{FoulKind, RACK};
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Magic Hate Ball: the report of a shot.
    pub enum Move = "MagicHateBallMove" by "type" {
        /// Reports a legal shot.
        "shot" => Shot as MagicHateBallShot {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
        },
        /// Reports a foul, with which the seat drops out of this game of the series.
        "foul" => Foul as MagicHateBallFoul {
            /// The seat.
            pub seat: Seat,
            /// What was wrong.
            pub kind: FoulKind,
            /// The number of object balls that were sunk or left the table.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
        },
    }
}

wire::tagged! {
    event
    /// An event of Magic Hate Ball.
    pub enum Event = "MagicHateBallEvent" by "type" {
        /// A game of the series after the first has begun.
        "game_began" => GameBegan as MagicHateBallGameBegan {
            /// The number of the game, from 2.
            #[schema(minimum = 2, maximum = 10)]
            pub number: u64,
            /// The seat that breaks.
            pub breaker: Seat,
            /// The handicap of each seat, from seat 1.
            pub handicaps: Vec<i64>,
        },
        /// A seat made a legal shot.
        "shot" => ShotTaken as MagicHateBallShotTaken {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk.
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
            /// The points that the shot scored: 0 for the opening break.
            pub points: i64,
        },
        /// A shot was a foul.
        "fouled" => Fouled as MagicHateBallFouled {
            /// The seat.
            pub seat: Seat,
            /// What was wrong.
            pub kind: FoulKind,
            /// The number of object balls that were sunk or left the table.
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
        },
        /// The object balls were racked again: all fifteen are on the table.
        "re_racked" => ReRacked as MagicHateBallReRacked {},
        /// The inning of a seat has ended.
        "inning_ended" => InningEnded as MagicHateBallInningEnded {
            /// The seat.
            pub seat: Seat,
            /// Its score in this game.
            pub score: i64,
        },
        /// A seat has dropped out of this game, and its handicap is one more.
        "dropped_out" => DroppedOut as MagicHateBallDroppedOut {
            /// The seat.
            pub seat: Seat,
            /// Its handicap now.
            pub handicap: i64,
        },
        /// A seat has won this game, and its handicap is one less.
        "won" => Won as MagicHateBallWon {
            /// The seat.
            pub seat: Seat,
            /// Its handicap now.
            pub handicap: i64,
        },
        /// A game of the series has ended.
        "game_ended" => GameEnded as MagicHateBallGameEnded {
            /// The number of the game, from 1.
            #[schema(minimum = 1, maximum = 10)]
            pub number: u64,
            /// The seat that has won it; absent if none has.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Seat>)]
            pub winner: Option<Seat>,
        },
        /// The series has ended.
        "ended" => Ended as MagicHateBallEnded {},
    }
}
