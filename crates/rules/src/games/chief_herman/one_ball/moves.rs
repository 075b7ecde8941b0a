//! The moves and events of One Ball.

use serde::{Deserialize, Serialize};

use super::result::GameResult;
use crate::game::Seat;
use crate::games::chief_herman::pool::{self, RACK};
use crate::wire::{self, ToSchema};

/// Reports a foul, which loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foul {
    /// The seat.
    pub seat: Seat,
    /// What was wrong.
    pub kind: FoulKind,
}

impl wire::Described for Foul {
    const DESCRIPTION: &'static str = "Reports a foul, which loses the game.";
    const QUITS: bool = true;
}

wire::named_schema!(
    impl[] Foul,
    "OneBallFoul",
    wire::quitting(wire::object(
        "Reports a foul, which loses the game.",
        [
            wire::required("seat", wire::described("The seat.", wire::reference_to::<Seat>())),
            wire::required("kind", wire::described("What was wrong.", wire::reference_to::<FoulKind>())),
        ],
    )),
    gather [Seat, FoulKind]
);

/// What was wrong with a shot. If it had several faults, the first in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OneBallFoulKind)]
pub enum FoulKind {
    /// The cue ball fell into a pocket or left the table.
    Scratch,
    /// The cue ball hit no object ball.
    NoHit,
    /// After the hit no ball reached a rail or a pocket.
    NoRail,
    /// Any other foul, such as an object ball driven off the table.
    Other,
}

impl FoulKind {
    /// All fouls, in the order in which they are reported.
    pub(super) const ALL: [Self; 4] = [Self::Scratch, Self::NoHit, Self::NoRail, Self::Other];
}

impl From<FoulKind> for pool::FoulKind {
    fn from(kind: FoulKind) -> Self {
        match kind {
            FoulKind::Scratch => Self::Scratch,
            FoulKind::NoHit => Self::NoHit,
            FoulKind::NoRail => Self::NoRail,
            FoulKind::Other => Self::Other,
        }
    }
}

wire::tagged! {
    read seated
    /// A move in One Ball: the report of a shot.
    pub enum Move = "OneBallMove" by "type" {
        /// Reports the break.
        #[derive(Copy)]
        "break" => Break as OneBallBreak {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
        },
        /// Reports a shot after the break that was no foul.
        #[derive(Copy)]
        "shot" => Shot as OneBallShot {
            /// The seat.
            pub seat: Seat,
            /// The number of object balls that were sunk, the called one and others.
            #[serde(deserialize_with = "wire::integer::<_, 0, RACK>")]
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
            /// Whether the called ball fell into the called pocket.
            #[serde(rename = "made")]
            pub as_called: bool,
        },
        "foul" => Foul,
    }
}

wire::tagged! {
    event
    /// An event of One Ball.
    pub enum Event = "OneBallEvent" by "type" {
        /// The break was shot.
        "broke" => Broke as OneBallBroke {
            /// The number of object balls that were sunk.
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
        },
        /// The called ball fell into the called pocket.
        "made" => Sunk as OneBallSunk {
            /// The number of object balls that were sunk, the called one among them.
            #[schema(minimum = 1, maximum = 15)]
            pub sunk: u64,
        },
        /// The called ball did not fall into the called pocket.
        "missed" => Missed as OneBallMissed {
            /// The number of object balls that were sunk by mistake.
            #[schema(minimum = 0, maximum = 15)]
            pub sunk: u64,
            /// The number of misses in a row, this one included.
            #[schema(minimum = 1, maximum = 4)]
            pub misses: u64,
        },
        /// A ball is on the table again.
        "spotted" => Spotted as OneBallSpotted {},
        /// A shot was a foul.
        "fouled" => Fouled as OneBallFouled {
            /// What was wrong.
            pub kind: FoulKind,
        },
        /// The game has ended.
        "ended" => Ended as OneBallEnded {
            /// How it ended.
            pub result: GameResult,
            /// The number of shots that were taken.
            #[schema(minimum = 1, maximum = 199)]
            pub shots: u64,
        },
    }
}
