//! Players' tokens and recovery codes.

use crate::model::calendar::{Day, Timestamp};
use crate::model::ids::{AppId, TokenId};
use crate::model::label::Label;
use crate::model::players::{Player, RecoveryHash, TokenHash};

/// Maximum number of tokens of a player.
pub const MAX_TOKENS: usize = 20;

/// A token to store.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The token's hash.
    pub hash: TokenHash,
    /// The label that its player chose.
    pub label: Option<Label>,
    /// When the request was received.
    pub at: Timestamp,
}

/// A stored token. Only its hash is stored, which is not in here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// The number.
    pub id: TokenId,
    /// The label that its player chose.
    pub label: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The day of its last use; none if it was never used.
    pub last_used_on: Option<Day>,
}

/// A valid token with its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownToken {
    /// The token's id.
    pub id: TokenId,
    /// Its player.
    pub player: Player,
    /// The day of its last use; none if it was never used.
    pub last_used_on: Option<Day>,
    /// The app that acts with it; none if it is the player's own.
    pub app: Option<ActingApp>,
}

/// The app that acts with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActingApp {
    /// The app.
    pub id: AppId,
    /// Whether it acts for the player, who has no token of their own.
    pub acts_for_player: bool,
    /// Whether an operator approved it, so that it has limits of its own.
    pub is_approved: bool,
}

/// The outcome of adding a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// The token was added.
    New(TokenId),
    /// The player has [`MAX_TOKENS`].
    TooMany,
    /// There is no such player.
    NoPlayer,
}

/// The outcome of revoking a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// The token was revoked.
    Removed,
    /// It is the player's last token, and there is no recovery code to create another one.
    LastOne,
    /// The player has no such token.
    Unknown,
}

/// The use of a recovery code: it creates a token, and is replaced by another code.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The hash of the code.
    pub code: RecoveryHash,
    /// The salt from which, with the code, token and next code are derived, so that a repeated request gets the same ones.
    pub salt: [u8; 32],
    /// The token.
    pub token: NewToken,
    /// The hash of the next code.
    pub next: RecoveryHash,
}

/// The outcome of using a recovery code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The token was added to this player.
    New(TokenId, Player),
    /// The code was used before, and its token has not been used yet.
    Repeated {
        /// The token.
        token: TokenId,
        /// Its player.
        player: Player,
        /// The salt of the first use.
        salt: [u8; 32],
    },
    /// The player of the code is banned. The code stays unused.
    Banned,
    /// No player has this code.
    Unknown,
}
