//! The first token and the recovery code of a player.

use super::common::no_random;
use super::info::{PlayerInfo, PlayerWithToken};
use crate::api::problem::Problem;
use crate::api::secrets::recovery_code::RecoveryCode;
use crate::api::secrets::token::Token;

/// Number of seconds for which an `Idempotency-Key` is stored.
pub(in crate::api) const REPEATABLE_SECONDS: i64 = 24 * 60 * 60;

/// The first token and the recovery code of a player.
pub(in crate::api) struct Credentials {
    pub(in crate::api) token: Token,
    pub(in crate::api) code: RecoveryCode,
}

impl Credentials {
    /// Draws both with a random salt, so that a repeated request with the same key gets the same ones.
    pub(in crate::api) fn draw(key: Option<&str>) -> Result<([u8; 32], Self), Problem> {
        let mut salt = [0; 32];
        getrandom::fill(&mut salt).map_err(no_random)?;
        let drawn = match key {
            Some(key) => Self::repeated(&salt, key),
            None => Self { token: Token::of_bytes(salt), code: RecoveryCode::random().map_err(no_random)? },
        };
        Ok((salt, drawn))
    }

    /// Those of an earlier request with the same key.
    pub(in crate::api) fn repeated(salt: &[u8; 32], key: &str) -> Self {
        Self { token: Token::repeatable(salt, key), code: RecoveryCode::repeatable(salt, key) }
    }

    /// The response that shows them, this once.
    pub(in crate::api) fn shown(&self, player: PlayerInfo) -> PlayerWithToken {
        let (token, recovery_code, recovery_code_id) = (self.token.to_string(), self.code.to_string(), self.code.id());
        PlayerWithToken { player, token, recovery_code, recovery_code_id }
    }
}
