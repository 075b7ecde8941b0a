//! The moves and events of the match.

use serde::{Deserialize, Serialize};

use super::super::board::{Cell, Grid};
use crate::piecepack::Tile;
use crate::seat::Seat;
use crate::wire::{self, ToSchema};

wire::tagged! {
    read seated
    /// A move in the Easy Slider match.
    pub enum Move = "EasySliderMatchMove" by "type" {
        /// Slides a tile into the hole next to it.
        "slide" => Slide as EasySliderMatchSlide {
            /// The seat.
            pub seat: Seat,
            /// The cell of the tile. It shares an edge with the hole of the seat's own board.
            pub cell: Cell,
        },
        /// Calls "Done!" and hands in the board.
        "done" => Done as EasySliderMatchDone {
            /// The seat.
            pub seat: Seat,
        },
        /// Gives up the round.
        "give_up" => GiveUp as EasySliderMatchGiveUp {
            /// The seat.
            pub seat: Seat,
        },
    }
}

/// Why a board was handed in that counts as a fumble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EasySliderMatchCause)]
pub enum Cause {
    /// The seat called "Done!", and its board was not solved.
    Done,
    /// The seat gave up.
    GiveUp,
    /// The seat made the last slide of the round, and its board was not solved.
    Slides,
}

wire::tagged! {
    event
    /// An event of the Easy Slider match.
    pub enum Event = "EasySliderMatchEvent" by "type" {
        /// A round begins: every seat of the round has the same board.
        "dealt" => Dealt as EasySliderMatchDealt {
            /// The round, from 1.
            #[schema(minimum = 1, maximum = 8)]
            pub round: u64,
            /// Whether it is a play-off.
            pub playoff: bool,
            /// The seats of the round.
            pub seats: Vec<Seat>,
        },
        /// A seat chose what it does in this tick.
        "chose" => Chose as EasySliderMatchChose {
            /// The seat.
            pub seat: Seat,
        },
        /// A tile slid into the hole. With `slide`, only the seat itself gets this event.
        "slid" => Slid as EasySliderMatchSlid {
            /// The seat.
            pub seat: Seat,
            /// The tile.
            pub tile: Tile,
            /// The cell that it left: the hole is there now.
            pub from: Cell,
            /// Its cell now.
            pub to: Cell,
            /// Whether only the seat itself may see it.
            #[serde(skip)]
            pub secret: bool,
        },
        /// All seats that still solve have slid a tile.
        "tick" => Tick as EasySliderMatchTick {
            /// The number of slides that each of them has made in this round.
            #[schema(minimum = 1, maximum = 1000)]
            pub slides: u64,
        },
        /// Seats handed in solved boards, at the same moment.
        "finished" => Finished as EasySliderMatchFinished {
            /// The seats.
            pub seats: Vec<Seat>,
            /// The points that each of them gets for the round: the number of seats that it beats.
            #[schema(minimum = 0, maximum = 7)]
            pub beaten: u64,
        },
        /// A seat handed in a board that counts as a fumble.
        "fumbled" => Fumbled as EasySliderMatchFumbled {
            /// The seat.
            pub seat: Seat,
            /// Why.
            pub cause: Cause,
        },
        /// A round is over.
        "round_over" => RoundOver as EasySliderMatchRoundOver {
            /// The round, from 1.
            #[schema(minimum = 1, maximum = 8)]
            pub round: u64,
            /// The seats of the round.
            pub seats: Vec<Seat>,
            /// The points of each of these seats in the round.
            pub points: Vec<u64>,
            /// With `slide`, the board of each of these seats.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            pub boards: Option<Vec<Grid>>,
        },
        /// Seats are level in the first place: the next round is a play-off between them.
        "playoff" => Playoff as EasySliderMatchPlayoff {
            /// The round, from 2.
            #[schema(minimum = 2, maximum = 8)]
            pub round: u64,
            /// The seats.
            pub seats: Vec<Seat>,
        },
        /// The game has ended.
        "ended" => Ended as EasySliderMatchEnded {
            /// The points of each seat.
            pub points: Vec<u64>,
            /// The place of each seat.
            pub places: Vec<u8>,
        },
    }
}
