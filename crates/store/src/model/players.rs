//! Players.

use crate::model::calendar::Timestamp;
use crate::model::ids::PlayerId;

/// SHA-256 of a token. Only the hash is stored, so that the database contains no usable tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

/// SHA-256 of a recovery code. Only the hash is stored, as of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryHash(pub [u8; 32]);

/// A player to create.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// The name, in normal form C: a [`Name`](crate::model::name::Name) as text.
    pub name: String,
    /// Hashes of the forms under which no other name may be taken: [`Name::forms`](crate::model::name::Name::forms).
    pub forms: Vec<[u8; 32]>,
    /// The hash of the first token.
    pub token: TokenHash,
    /// The hash of the recovery code.
    pub recovery: RecoveryHash,
    /// Whether the player says that they are a program.
    pub bot: bool,
    /// How to recognize the same request, if the caller may repeat it.
    pub repeatable: Option<Repeatable>,
    /// When the request was received.
    pub at: Timestamp,
}

/// What identifies a repeated request.
#[derive(Clone, Copy, Debug)]
pub struct Repeatable {
    /// A hash of the caller's idempotency key.
    pub key: [u8; 32],
    /// The salt from which, with the caller's key, token and recovery code are derived, so that a repeated request gets the same ones.
    pub salt: [u8; 32],
    /// When the request is forgotten.
    pub until: Timestamp,
}

/// The outcome of creating a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The player was created.
    New(PlayerId),
    /// The same request created this player before.
    Repeated {
        /// The player.
        id: PlayerId,
        /// When the player was created.
        created_at: Timestamp,
        /// Whether the player says that they are a program.
        bot: bool,
        /// The salt of token and recovery code.
        salt: [u8; 32],
    },
    /// The key was used with another name.
    OtherName,
    /// The name, or one that equals or looks like it, is or was in use.
    Taken,
}

/// A player who is not deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When the player was created.
    pub created_at: Timestamp,
    /// Whether a moderator banned the player.
    pub banned: bool,
    /// Whether the player says that they are a program.
    pub bot: bool,
}

/// A player as lists name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The number.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// Whether the player says that they are a program.
    pub bot: bool,
}

impl From<Player> for NamedPlayer {
    fn from(Player { id, name, bot, .. }: Player) -> Self {
        Self { id, name, bot }
    }
}
