//! Players' tokens: 256 random bits, sent once as base64url; only a hash of them is stored.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::Mac as _;
use sha2::{Digest as _, Sha256};

use super::seeds::hmac;
use crate::store::TokenHash;

/// The token in the value of an `Authorization` header with the scheme Bearer.
pub(in crate::api) fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// A player's token.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// The pattern of a token as text.
    pub const PATTERN: &'static str = "^[A-Za-z0-9_-]{43}$";

    /// A random token.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The token of these bytes.
    #[must_use]
    pub fn of_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The token that is the HMAC-SHA256 of an Idempotency-Key under a random salt: a repeated request gets the same token again
    /// although only the salt is stored.
    #[must_use]
    pub fn repeatable(salt: &[u8; 32], key: &str) -> Self {
        let mut code = hmac(salt);
        code.update(key.as_bytes());
        Self(code.finalize().into_bytes().into())
    }

    /// The token in the value of an `Authorization` header.
    #[must_use]
    pub fn of_header(value: &str) -> Option<Self> {
        Self::of_text(bearer(value)?)
    }

    /// The token of its text.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The SHA-256 that is stored. No salt is needed, since a random token cannot be guessed.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

/// The token as it is sent to its player.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shown_form_of_a_token_is_read() {
        let token = Token::random().expect("random bytes");
        let shown = token.to_string();
        assert_eq!(shown.len(), 43);
        assert_eq!(Token::of_header(&format!("Bearer {shown}")), Some(token.clone()));
        assert_eq!(Token::of_header(&format!("bearer  {shown}")), Some(token));
        for bad in [shown.clone(), format!("Basic {shown}"), format!("Bearer {}", &shown[1..]), "Bearer ".to_owned()] {
            assert_eq!(Token::of_header(&bad), None, "{bad}");
        }
    }

    #[test]
    fn same_salt_and_key_give_the_same_token() {
        let token = Token::repeatable(&[1; 32], "a key");
        assert_eq!(token, Token::repeatable(&[1; 32], "a key"));
        assert_ne!(token, Token::repeatable(&[2; 32], "a key"));
        assert_ne!(token, Token::repeatable(&[1; 32], "another key"));
    }
}
