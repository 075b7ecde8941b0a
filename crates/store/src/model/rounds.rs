//! The round of a contest, as its games know it.

use super::calendar::Timestamp;
use super::ids::{ContestId, RoundId};

/// The round of a contest that a game belongs to, as of the read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestRound {
    /// The number of the round in the store.
    pub id: RoundId,
    /// The contest.
    pub contest: ContestId,
    /// The number of the round in the contest, from 1.
    pub number: u8,
    /// When it closes.
    pub closes_at: Timestamp,
    /// Whether a committed row has closed it, so that its seed and moves are public.
    pub is_closed: bool,
}
