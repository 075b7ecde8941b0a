//! Why a call is not done.

use funhouse_rules::fault::{Faults, Illegal};
use funhouse_rules::game::{Seat, Seats};
use serde_json::Value as Json;

/// Why a call is not done. Pointers are JSON pointers (RFC 6901) into the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request is not JSON, for this reason.
    NotJson(String),
    /// It is JSON, but not of the schema.
    NotOfSchema {
        /// Where, if the place is known.
        pointer: Option<String>,
        /// What is wrong there.
        detail: String,
    },
    /// The rules version is not known.
    UnknownRules {
        /// Where it is named.
        pointer: &'static str,
        /// The version.
        rules: u32,
    },
    /// The state is impossible.
    ImpossibleState {
        /// All its faults; their pointers are into the state.
        faults: Faults,
    },
    /// The view is one that nobody can have.
    ImpossibleView {
        /// All its faults, as far as a view can tell; their pointers are into the view.
        faults: Faults,
    },
    /// A seat is asked for that the state does not have.
    UnknownSeat {
        /// The seat.
        seat: Seat,
        /// How many there are.
        seats: Seats,
    },
    /// A run of a game for several seats is handed in.
    Seated {
        /// The game's title.
        title: &'static str,
    },
    /// The rules refuse a move.
    IllegalMove {
        /// Where the move stands.
        pointer: String,
        /// The rule that refuses it, and why.
        illegal: Illegal,
    },
    /// A run is handed in without a claimed total.
    ClaimMissing,
    /// A run that is handed in is rejected.
    Rejected(Box<Rejection>),
    /// No seed could be drawn.
    NoSeed,
}

/// Why a run that is handed in is rejected, and what it scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Why.
    pub reason: RejectionReason,
    /// The score card of the position where the replay stopped.
    pub score: Json,
}

/// Why a run that is handed in is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejectionReason {
    /// The rules refuse the move of this place, counted from 0.
    Illegal(usize, Illegal),
    /// The game has not ended.
    Incomplete,
    /// It ended in a way that no board ranks, such as being given up.
    NotRanked,
    /// It scores this, and not what it claims.
    ScoreDiffers(u64),
}
