//! The reasons why a call is refused.

use funhouse_rules::fault::{Faults, Illegal};
use funhouse_rules::game::{Seat, Seats};
use serde_json::Value as Json;

/// The reason why a call is refused. Pointers are JSON pointers (RFC 6901) into the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request is not JSON, with this parser message.
    NotJson(String),
    /// The request is JSON, but does not match the schema.
    NotOfSchema {
        /// The location.
        pointer: String,
        /// What is wrong.
        detail: String,
    },
    /// The rules version does not exist.
    UnknownRules {
        /// The location of the rules version.
        pointer: &'static str,
        /// The version.
        rules: u32,
    },
    /// The state is impossible.
    ImpossibleState {
        /// All its faults. Their pointers are into the state.
        faults: Faults,
    },
    /// The view is impossible for its viewer.
    ImpossibleView {
        /// All its detectable faults. Their pointers are into the view.
        faults: Faults,
    },
    /// The state does not have the requested seat.
    UnknownSeat {
        /// The seat.
        seat: Seat,
        /// The number of seats.
        seats: Seats,
    },
    /// A run of a game for several seats was submitted.
    Seated {
        /// The title of the game.
        title: &'static str,
    },
    /// The rules refuse a move.
    IllegalMove {
        /// The location of the move.
        pointer: String,
        /// The rule that refuses it, and why.
        illegal: Illegal,
    },
    /// A run was submitted without a claimed total.
    ClaimMissing,
    /// A submitted run was rejected.
    Rejected(Box<Rejection>),
    /// No seed could be drawn.
    NoSeed,
}

/// The reason why a submitted run was rejected, and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The reason.
    pub reason: RejectionReason,
    /// The score card of the position where the replay stopped.
    pub score: Json,
}

/// The reason why a submitted run was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RejectionReason {
    /// The rules refuse the move at this index, from 0.
    Illegal(usize, Illegal),
    /// The game has not ended.
    Incomplete,
    /// The game ended in a way that is not ranked, such as giving up.
    NotRanked,
    /// The run scores this total instead of the claimed one.
    ScoreDiffers(u64),
}

/// A message that says which part of what is stored cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);
