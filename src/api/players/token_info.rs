//! The bodies of the calls about a player's tokens and recovery code.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{StoredToken, TokenId};

/// A token of the player, without the token itself, which is shown only when it is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TokenInfo {
    /// The token's id.
    #[schema(value_type = schemas::TokenNumber)]
    pub id: TokenId,
    /// Its label, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub label: Option<String>,
    /// When it was created.
    #[schema(value_type = schemas::Moment)]
    pub created_at: Timestamp,
    /// The day (UTC) on which it was last used; absent if it was not used yet. It is noted once a day, shortly after the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = Date)]
    pub last_used_on: Option<Day>,
    /// Whether this request was sent with it.
    pub current: bool,
}

impl TokenInfo {
    /// A token, for a call that was made with the one of this number, if it was made with a token.
    pub(super) fn of(
        StoredToken { id, label, created_at, last_used_on }: StoredToken,
        current: Option<TokenId>,
    ) -> Self {
        Self { id, label, created_at, last_used_on, current: Some(id) == current }
    }
}

/// A player's tokens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersTokens {
    /// The tokens, oldest first, at most 20.
    pub tokens: Vec<TokenInfo>,
    /// Whether there is a recovery code. Players created before recovery codes existed have none until they
    /// create one.
    pub has_recovery_code: bool,
    /// The id of the current recovery code. Absent if there is none. A code with another id no longer works.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RecoveryCodeId>)]
    pub recovery_code_id: Option<String>,
}
