//! Blocks between players, and invitations to tables.

use super::calendar::Timestamp;
use super::ids::{PlayerId, TableId};
use super::players::NamedPlayer;

/// Maximum number of players whom a player blocks.
pub const MAX_BLOCKS: usize = 1000;
/// Maximum number of invitations to a table, including those that were declined.
pub const MAX_INVITATIONS_OF_TABLE: usize = 20;
/// Maximum number of invitations of one player by another that wait for an answer.
pub const MAX_INVITATIONS_OF_PLAYER: usize = 5;

/// The outcome of blocking a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The player is blocked, now or since before.
    Done,
    /// There is no such player.
    NoPlayer,
    /// [`MAX_BLOCKS`] are blocked.
    TooMany,
}

/// An invitation to store. Its maker has a seat at the table, or made it.
#[derive(Clone, Copy, Debug)]
pub struct NewInvitation {
    /// The table.
    pub table: TableId,
    /// Who invites.
    pub by: PlayerId,
    /// Who is invited.
    pub player: PlayerId,
    /// When.
    pub at: Timestamp,
    /// The random number of its event.
    pub tag: u32,
}

/// The outcome of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invited {
    /// It is stored, or the player was invited to the table before. If the two players block each other, or the invited player could not take
    /// a seat there, the invited player does not learn of it.
    Done,
    /// There is no such player.
    NoPlayer,
    /// The table does not wait for players.
    NotWaiting,
    /// The table has [`MAX_INVITATIONS_OF_TABLE`], or the player [`MAX_INVITATIONS_OF_PLAYER`] of the one who invites.
    TooMany,
}

/// An invitation that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The table.
    pub table: TableId,
    /// Its game.
    pub game: String,
    /// Who invited.
    pub by: NamedPlayer,
    /// When.
    pub at: Timestamp,
}
