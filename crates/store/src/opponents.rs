//! The calls of the store by which players choose opponents.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::calendar::Timestamp;
use crate::model::ids::{PlayerId, TableId};
use crate::model::opponents::{Blocked, Invitation, Invited, NewInvitation};
use crate::model::players::NamedPlayer;

/// The calls for blocks and invitations. They fail as those of [`Store`](crate::Store) do.
#[async_trait]
pub trait Opponents: Send + Sync {
    /// Blocks another player for a player. Declines the invitations between them.
    async fn block(&self, player: PlayerId, other: PlayerId, at: Timestamp) -> Result<Blocked, StoreError>;

    /// Ends a block, if there is one.
    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError>;

    /// Returns the players whom a player blocks, in order of number, without deleted ones.
    async fn blocks_of(&self, player: PlayerId) -> Result<Vec<NamedPlayer>, StoreError>;

    /// Invites a player to a table that waits for players.
    async fn invite(&self, invitation: NewInvitation) -> Result<Invited, StoreError>;

    /// Declines an invitation, or withdraws it if `by` is the player who invited. Returns the other player, who gets an event if the invitation
    /// was declined; none if no such invitation waits for an answer.
    async fn decline_invitation(
        &self,
        table: TableId,
        player: PlayerId,
        by: PlayerId,
        (at, tag): (Timestamp, u32),
    ) -> Result<Option<PlayerId>, StoreError>;

    /// Whether an invitation of a player to a table waits for an answer.
    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError>;

    /// Returns at most `limit` invitations of a player that wait for an answer, the newest first.
    async fn invitations_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Invitation>, StoreError>;
}
