//! Errors of requests at tables.

use std::sync::Arc;

use super::step::StepError;
use crate::engine::verification::Unreadable;
use crate::pool;
use crate::store::{PairingId, PlayerId, StoreError, StoredTable, TableId};

/// Why a request at a table failed.
#[derive(Clone, Debug)]
pub enum Failure {
    /// There is no such table.
    Unknown,
    /// The moves of this table, which is over, were removed or cannot be read.
    MovesRemoved(Arc<StoredTable>),
    /// The table does not allow the step, or cannot be read.
    Step(StepError),
    /// The player has the maximum number of open tables, which is given.
    TooManyTables(u32),
    /// The app through which the request came has the maximum number of open tables, which is given.
    AppHasTooManyTables(u32),
    /// The player already plays a ranked game of this kind, at the given table.
    HasOpen(TableId),
    /// A moderator banned the player.
    Banned,
    /// The player, or the address, left games early or took many seats, and must wait this many seconds before they take another one.
    MustWait(u64),
    /// The player who asked for a seat cannot take one: they are banned or deleted, or have the maximum number of open tables.
    CannotSit,
    /// There is no such player.
    UnknownPlayer(PlayerId),
    /// The player has no such request for opponents, or it has ended.
    UnknownPairing(PairingId),
    /// The table, or the player who invites, has the maximum number of invitations.
    TooManyInvitations,
    /// The `Idempotency-Key` was used before with another request.
    OtherRequest,
    /// The player has not entered the contest.
    NotEntered,
    /// The round of the contest has not opened.
    RoundNotOpen,
    /// The store failed.
    Store(StoreError),
    /// The thread pool refused the work, or the work panicked.
    Pool(pool::PoolError),
    /// The system returned no random bytes.
    NoRandom,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl From<Unreadable> for Failure {
    fn from(Unreadable(why): Unreadable) -> Self {
        Self::Step(StepError::Unreadable(why))
    }
}

impl From<pool::PoolError> for Failure {
    fn from(error: pool::PoolError) -> Self {
        Self::Pool(error)
    }
}
