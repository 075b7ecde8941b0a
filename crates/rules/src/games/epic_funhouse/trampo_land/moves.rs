//! The moves and events of Trampo-Land.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::trampolines::{Person, Trampoline};
use crate::games::Stop;
use crate::wire;

/// Bounces over a piece onto the empty trampoline straight beyond; the piece jumped over leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrampoLandBounce)]
pub struct Bounce {
    /// The position of the piece.
    pub from: Trampoline,
    /// Its destination.
    pub to: Trampoline,
}

/// Moves a piece to an empty trampoline next to its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrampoLandWalk)]
pub struct Walk {
    /// The position of the piece.
    pub from: Trampoline,
    /// Its destination.
    pub to: Trampoline,
}

wire::tagged! {
    read
    /// A move in Trampo-Land.
    pub enum Move = "TrampoLandMove" by "type" {
        "bounce" => Bounce(Bounce),
        "walk" => Walk(Walk),
        "stop" => Stop(Stop),
    }
}

/// A piece bounced over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandBounced)]
pub struct Bounced {
    /// The piece that bounced.
    pub who: Person,
    /// The origin.
    pub from: Trampoline,
    /// Over which trampoline.
    pub over: Trampoline,
    /// The destination.
    pub to: Trampoline,
}

/// The piece that was jumped over left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandBouncedOut)]
pub struct BouncedOut {
    /// The piece that left the board.
    pub who: Person,
    /// The origin.
    pub from: Trampoline,
}

/// A piece walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandWalked)]
pub struct Walked {
    /// The piece that walked.
    pub who: Person,
    /// The origin.
    pub from: Trampoline,
    /// The destination.
    pub to: Trampoline,
}

/// The player stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandStopped)]
pub struct Stopped {
    /// The remaining kids.
    pub kids: u64,
    /// The remaining adults.
    pub adults: u64,
}

wire::tagged! {
    event
    /// An event of Trampo-Land.
    pub enum Event = "TrampoLandEvent" by "type" {
        "bounced" => Bounced(Bounced),
        "bounced_out" => BouncedOut(BouncedOut),
        "walked" => Walked(Walked),
        "stopped" => Stopped(Stopped),
    }
}
