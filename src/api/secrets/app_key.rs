//! Keys of apps: 256 random bits, shown once, with a prefix that scanners for leaked secrets recognize; only a hash of them is stored.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::token::bearer;
use crate::store::AppKeyHash;

/// What every key begins with.
const PREFIX: &str = "fhk_";

/// The key of an app.
#[derive(Clone, PartialEq, Eq)]
pub struct AppKey([u8; 32]);

impl AppKey {
    /// The pattern of a key as text.
    pub const PATTERN: &'static str = "^fhk_[A-Za-z0-9_-]{43}$";

    /// A random key.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The key in the value of an `Authorization` header.
    #[must_use]
    pub fn of_header(value: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(bearer(value)?.strip_prefix(PREFIX)?).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The SHA-256 that is stored. No salt is needed, since a random key cannot be guessed.
    #[must_use]
    pub fn hash(&self) -> AppKeyHash {
        AppKeyHash(Sha256::digest(self.0).into())
    }
}

/// The key as it is shown once.
impl fmt::Display for AppKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for AppKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppKey")
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::Token;
    use super::*;

    #[test]
    fn keys_are_never_tokens() {
        let key = AppKey::random().expect("random bytes");
        let shown = key.to_string();
        assert_eq!(AppKey::of_header(&format!("Bearer {shown}")), Some(key));
        assert_eq!(Token::of_header(&format!("Bearer {shown}")), None);
        let token = Token::random().expect("random bytes");
        for bad in
            [shown.clone(), format!("Bearer {}", &shown[1..]), format!("Bearer {token}"), format!("Bearer {shown}A")]
        {
            assert_eq!(AppKey::of_header(&bad), None, "{bad}");
        }
    }
}
