//! Invitations of players to a table that waits for players.

use super::Tables;
use super::change::fence;
use super::error::Failure;
use super::step::StepError;
use super::table::Table;
use crate::caller::Requester;
use crate::store::{Invited, NewInvitation, PlayerId, TableId};

impl Table {
    /// Fails unless a player may invite others: they have a seat, or approve who sits down.
    fn require_inviter(&self, player: PlayerId) -> Result<(), StepError> {
        if self.stored.terms.approval { self.require_maker(player) } else { self.seat(player).map(drop) }
    }
}

impl Tables {
    /// Invites a player to a table. An invitation reserves no seat, and needs no approval.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn invite(&self, id: TableId, by: &Requester, player: PlayerId) -> Result<(), Failure> {
        let table = self.load(id).await?;
        table.require_inviter(by.player.id)?;
        table.require_waiting()?;
        if player == by.player.id || table.seat_of(player).is_some() {
            return Ok(());
        }
        let invitation =
            NewInvitation { table: id, by: by.player.id, player, at: self.0.days.time().await?.now, tag: fence()? };
        match self.0.store.invite(invitation).await? {
            Invited::Done => {}
            Invited::NoPlayer => return Err(Failure::UnknownPlayer(player)),
            Invited::NotWaiting => return Err(StepError::Begun.into()),
            Invited::TooMany => return Err(Failure::TooManyInvitations),
        }
        self.0.streams.notify([player]);
        Ok(())
    }

    /// Declines a player's invitation, or withdraws it for the player who invited. Does nothing if no invitation waits for an answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn decline_invitation(&self, id: TableId, by: &Requester, player: PlayerId) -> Result<(), Failure> {
        let event = (self.0.days.time().await?.now, fence()?);
        let other = self.0.store.decline_invitation(id, player, by.player.id, event).await?;
        self.0.streams.notify(other);
        Ok(())
    }
}
