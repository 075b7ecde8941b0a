//! The secret that all instances of a service share.

use std::fmt;

use crate::model::name::NameKey;

/// The secret that only the instances of a service know. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// Returns the key under which names are hashed: the HMAC-SHA256 of `names` under the secret. No seed is derived from this message.
    #[must_use]
    pub fn name_key(&self) -> NameKey {
        NameKey::of_secret(&self.0)
    }
}

/// Where the secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// In the store. This one is stored if there is none.
    Database(Secret),
    /// Not in the store. If this one is stored, it is deleted there.
    Elsewhere(Secret),
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
