//! The secret of a service.

use std::fmt;

use crate::model::name::NameKey;

/// What all instances of a service share and nobody else knows. Its text for debugging leaves it out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// The key under which names are hashed: the HMAC-SHA256 of `names` under the secret. No seed is made of such a message.
    #[must_use]
    pub fn name_key(&self) -> NameKey {
        NameKey::of_secret(&self.0)
    }
}

/// Where the secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// In the store; the first time, this one is put there.
    Database(Secret),
    /// Not in the store. If this very one is in it, it is deleted there.
    Elsewhere(Secret),
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
