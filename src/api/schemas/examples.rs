//! Values that the examples of the document share.

use super::player_name::PlayerName;
use crate::store::PlayerId;
use crate::store::calendar::Timestamp;

/// The player of the examples.
pub(in crate::api) fn player() -> PlayerName {
    PlayerName { id: PlayerId(1), name: "Ada".to_owned(), bot: false }
}

/// The time at which everything in the examples happens.
pub(in crate::api) fn time() -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000)
}
