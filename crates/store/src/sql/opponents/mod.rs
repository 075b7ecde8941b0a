//! How players choose opponents.
//!
//! A block concerns two players. Who adds one locks the rows of both, and who sits down or is invited locks their own, so each sees the blocks
//! that were committed before.

pub(super) mod blocks;
pub(super) mod invitations;
pub(super) mod pairings;

use async_trait::async_trait;

use super::{Connection, SqlStore};
use crate::model::calendar::Timestamp;
use crate::{
    Asked, Blocked, Invitation, Invited, NamedPlayer, NewInvitation, NewPairing, Opponents, PairedTable, Pairing,
    PairingId, PairingPlace, PlayerId, StoreError, TableId, WaitingPairings,
};

#[async_trait]
impl Opponents for SqlStore {
    async fn block(&self, player: PlayerId, other: PlayerId, at: Timestamp) -> Result<Blocked, StoreError> {
        let work = async move |connection: &mut Connection| blocks::add(connection, player, other, at).await;
        self.writer.write_of(vec![player, other], work).await
    }

    async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| blocks::remove(connection, player, other).await;
        self.writer.write(None, work).await
    }

    async fn blocks_of(&self, player: PlayerId) -> Result<Vec<NamedPlayer>, StoreError> {
        self.readers.read(async move |connection| blocks::of_player(connection, player).await).await
    }

    async fn invite(&self, invitation: NewInvitation) -> Result<Invited, StoreError> {
        let work = async move |connection: &mut Connection| invitations::add(connection, &invitation).await;
        self.writer.write_of(vec![invitation.by, invitation.player], work).await
    }

    async fn decline_invitation(
        &self,
        table: TableId,
        player: PlayerId,
        by: PlayerId,
        (at, tag): (Timestamp, u32),
    ) -> Result<Option<PlayerId>, StoreError> {
        let work = async move |connection: &mut Connection| {
            invitations::decline(connection, table, player, by, (at, tag)).await
        };
        self.writer.write(None, work).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, StoreError> {
        self.readers.read(async move |connection| invitations::is_invited(connection, table, player).await).await
    }

    async fn invitations_of(&self, player: PlayerId, limit: u32) -> Result<Vec<Invitation>, StoreError> {
        self.readers.read(async move |connection| invitations::of_player(connection, player, limit).await).await
    }

    async fn ask_for_opponents(&self, new: NewPairing) -> Result<Asked, StoreError> {
        let player = new.player;
        let work = async move |connection: &mut Connection| pairings::ask(connection, &new).await;
        self.writer.write(Some(player), work).await
    }

    async fn pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<Pairing>, StoreError> {
        self.readers.read(async move |connection| pairings::get(connection, player, id).await).await
    }

    async fn waiting_pairings(
        &self,
        seen_since: Timestamp,
        after: Option<PairingPlace>,
        limit: u32,
    ) -> Result<WaitingPairings, StoreError> {
        self.readers.read(async move |connection| pairings::waiting(connection, seen_since, after, limit).await).await
    }

    async fn see_pairings(&self, players: Vec<PlayerId>, at: Timestamp) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| pairings::see(connection, &players, at).await;
        self.writer.write(None, work).await
    }

    async fn cancel_pairing(&self, player: PlayerId, id: PairingId) -> Result<Option<TableId>, StoreError> {
        let work = async move |connection: &mut Connection| pairings::cancel(connection, player, id).await;
        self.writer.write(Some(player), work).await
    }

    async fn pair(&self, paired: PairedTable) -> Result<bool, StoreError> {
        let players = paired.of.iter().map(|(player, _)| *player).collect();
        let work = async move |connection: &mut Connection| pairings::pair(connection, &paired).await;
        self.writer.write_of(players, work).await
    }

    async fn forget_pairings(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let work = async move |connection: &mut Connection| pairings::forget(connection, before, limit).await;
        self.writer.write(None, work).await
    }
}
