//! The calls of the store by which players choose opponents.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::calendar::Timestamp;
use crate::model::ids::{PairingId, PlayerId, TableId};
use crate::model::opponents::{Blocked, Invitation, Invited, NewInvitation};
use crate::model::pairings::{Asked, NewPairing, PairedTable, Pairing, PairingPlace, WaitingPairings};
use crate::model::players::NamedPlayer;

/// The calls for blocks, invitations and requests for opponents. They fail as those of [`Store`](crate::Store) do.
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

    /// Stores a request for opponents, in place of any earlier one of the player, unless the same request was stored before.
    async fn ask_for_opponents(&self, new: NewPairing) -> Result<Asked, StoreError>;

    /// Returns a request of a player by its number; none if it has ended.
    async fn pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<Pairing>, StoreError>;

    /// Returns at most `limit` requests that wait, with a sign of their players since a time: the oldest after a place, or of all. If these are not
    /// all, also the newest, at most half as many. Returns the blocks between the players with requests, too.
    async fn waiting_pairings(
        &self,
        seen_since: Timestamp,
        after: Option<PairingPlace>,
        limit: u32,
    ) -> Result<WaitingPairings, StoreError>;

    /// Stores a sign of players with requests.
    async fn see_pairings(&self, players: Vec<PlayerId>, at: Timestamp) -> Result<(), StoreError>;

    /// Ends a request of a player. Returns the table if it was paired before.
    async fn cancel_pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<TableId>, StoreError>;

    /// Creates a table for requests, unless one of them has ended, was paired, or has a player who cannot take the seat. Returns whether it did.
    async fn pair(&self, paired: PairedTable) -> Result<bool, StoreError>;

    /// Deletes at most `limit` requests without a sign of their players since a time. Returns their number.
    async fn forget_pairings(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;
}
