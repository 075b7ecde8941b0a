//! Players: what is handed to the store to create one, and what it tells of one.

use crate::model::calendar::Timestamp;
use crate::model::ids::PlayerId;

/// SHA-256 of a token. Only the hash is kept, so that whoever reads the database cannot act for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// SHA-256 of a recovery code. Only the hash is stored, as of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryHash(pub [u8; 32]);

/// A player who is to be created.
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
    /// How to know the request again, if its caller may repeat it.
    pub repeatable: Option<Repeatable>,
    /// When the request was received.
    pub at: Timestamp,
}

/// How a request that may be repeated is known again.
#[derive(Clone, Copy, Debug)]
pub struct Repeatable {
    /// A hash of the caller's key.
    pub key: [u8; 32],
    /// The salt that, with the caller's key, gives the token and the recovery code: so a repeated request gets the same ones.
    pub salt: [u8; 32],
    /// The end of the time in which the request is known.
    pub until: Timestamp,
}

/// What became of a player who was to be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The name is theirs from now on.
    New(PlayerId),
    /// The same request came before, and the name has been theirs since then.
    Before {
        /// The player.
        id: PlayerId,
        /// When the name was taken.
        created_at: Timestamp,
        /// The salt of the token and the recovery code that were given.
        salt: [u8; 32],
    },
    /// The same key came before with another name.
    OtherName,
    /// The name, or one too much like it, is taken.
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
}
