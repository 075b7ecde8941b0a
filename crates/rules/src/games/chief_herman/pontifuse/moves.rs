//! The moves and events of Pontifuse.

use std::fmt;

use serde::Serialize;

use super::field::{Army, Territory};
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in Pontifuse.
    pub enum Move = "PontifuseMove" by "type" {
        /// Declares an army, before the first mark of a board.
        "declare" => Declare as PontifuseDeclare {
            /// The seat that declares: the Punchinade.
            pub seat: Seat,
            /// Its army.
            pub army: Army,
        },
        /// Marks a territory.
        "mark" => Mark as PontifuseMark {
            /// The seat that marks.
            pub seat: Seat,
            /// A territory without a mark.
            pub territory: Territory,
        },
    }
}

/// The sign of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PontifuseSign)]
pub enum MarkSign {
    /// That of the Resonade.
    Cross,
    /// That of the Punchinade.
    Hoop,
}

impl fmt::Display for MarkSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cross => "cross",
            Self::Hoop => "hoop",
        })
    }
}

wire::tagged! {
    event
    /// An event of Pontifuse.
    pub enum Event = "PontifuseEvent" by "type" {
        /// The armies were declared.
        "declared" => Declared as PontifuseDeclared {
            /// The seat that declared.
            pub seat: Seat,
            /// Its army. The other seat has the other.
            pub army: Army,
        },
        /// A territory was marked.
        "marked" => Marked as PontifuseMarked {
            /// The seat that marked it.
            pub seat: Seat,
            /// Its position.
            pub territory: Territory,
            /// The name of the territory for the seat's army.
            pub meaning: &'static str,
            /// The sign that was drawn.
            pub sign: MarkSign,
        },
        /// A territory was flanked.
        "flanked" => Flanked as PontifuseFlanked {
            /// The owner of the territory.
            pub seat: Seat,
            /// The territory.
            pub territory: Territory,
            /// The points that it scored: 100 for the seat's first, 50 for its second.
            pub points: i64,
        },
        /// A seat was the first of both to flank a territory, which brings 100 points.
        "early_bird" => EarlyBird as PontifuseEarlyBird {
            /// The seat.
            pub seat: Seat,
        },
        /// A board is full and no territory is flanked. Unless it was the ninth, the next board begins.
        "drawn" => Drawn as PontifuseDrawn {
            /// The number of the board.
            #[schema(minimum = 1, maximum = 9)]
            pub board: u64,
        },
    }
}
