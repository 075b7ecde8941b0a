//! Players' tokens and recovery codes: what is handed to the store to make one, and what it tells of them.

use crate::model::calendar::{Day, Timestamp};
use crate::model::ids::TokenId;
use crate::model::label::Label;
use crate::model::players::{Player, RecoveryHash, TokenHash};

/// The most tokens of a player.
pub const MAX_TOKENS: usize = 20;

/// A token that is to be stored.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The token's hash.
    pub hash: TokenHash,
    /// By what its player knows it.
    pub label: Option<Label>,
    /// When the request was received.
    pub at: Timestamp,
}

/// A token, as its player sees it in a list: the token itself is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// The number.
    pub id: TokenId,
    /// By what its player knows it.
    pub label: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// The day on which it was last used; none if it never was.
    pub last_used_on: Option<Day>,
}

/// A token that is known, with its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownToken {
    /// The token's number.
    pub id: TokenId,
    /// Whose it is.
    pub player: Player,
    /// The day on which it was last used; none if it never was.
    pub last_used_on: Option<Day>,
}

/// What became of a token that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is one of the player's from now on.
    New(TokenId),
    /// The player has [`MAX_TOKENS`] already.
    TooMany,
    /// There is no such player.
    NoPlayer,
}

/// What became of a token that was to be revoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// It is worth nothing now.
    Done,
    /// It is the player's last one, and there is no recovery code with which another could be made.
    LastOne,
    /// The player has no such token.
    Unknown,
}

/// A recovery code that is used: it makes a token, and another code takes its place.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The hash of the code.
    pub code: RecoveryHash,
    /// The salt of which, with the code, the token and the next code are made: so a repeated request gets the same ones.
    pub salt: [u8; 32],
    /// The token.
    pub token: NewToken,
    /// The hash of the next code.
    pub next: RecoveryHash,
}

/// What became of a recovery code that was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The token is one of this player's from now on.
    New(TokenId, Player),
    /// The code was used before, and the token that it made has not been used yet.
    Before {
        /// The token.
        token: TokenId,
        /// Whose it is.
        player: Player,
        /// The salt that came with the code before.
        salt: [u8; 32],
    },
    /// The code is a banned player's. It was not used.
    Banned,
    /// The code is nobody's.
    Unknown,
}
