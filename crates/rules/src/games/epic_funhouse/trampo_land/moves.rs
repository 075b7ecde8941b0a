//! The moves and events of Trampo-Land.

use super::trampolines::{Person, Trampoline};
use crate::games::Stop;
use crate::wire;

wire::tagged! {
    read moves
    /// A move in Trampo-Land.
    pub enum Move = "TrampoLandMove" by "type" {
        /// Bounces over a piece onto the empty trampoline straight beyond; the piece jumped over leaves.
        "bounce" => Bounce as TrampoLandBounce {
            /// The position of the piece.
            pub from: Trampoline,
            /// Its destination.
            pub to: Trampoline,
        },
        /// Moves a piece to an empty trampoline next to its own.
        "walk" => Walk as TrampoLandWalk {
            /// The position of the piece.
            pub from: Trampoline,
            /// Its destination.
            pub to: Trampoline,
        },
        "stop" => Stop,
    }
}

wire::tagged! {
    event
    /// An event of Trampo-Land.
    pub enum Event = "TrampoLandEvent" by "type" {
        /// A piece bounced over another.
        "bounced" => Bounced as TrampoLandBounced {
            /// The piece that bounced.
            pub who: Person,
            /// The origin.
            pub from: Trampoline,
            /// Over which trampoline.
            pub over: Trampoline,
            /// The destination.
            pub to: Trampoline,
        },
        /// The piece that was jumped over left the board.
        "bounced_out" => BouncedOut as TrampoLandBouncedOut {
            /// The piece that left the board.
            pub who: Person,
            /// The origin.
            pub from: Trampoline,
        },
        /// A piece walked.
        "walked" => Walked as TrampoLandWalked {
            /// The piece that walked.
            pub who: Person,
            /// The origin.
            pub from: Trampoline,
            /// The destination.
            pub to: Trampoline,
        },
        /// The player stopped.
        "stopped" => Stopped as TrampoLandStopped {
            /// The remaining kids.
            pub kids: u64,
            /// The remaining adults.
            pub adults: u64,
        },
    }
}
