//! Keyed hashes of addresses, by which the store recognizes one address without having it.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::caller::Caller;
use crate::store::Secret;

/// What is hashed before an address, so that no other hash under the secret equals it.
const PURPOSE: &[u8] = b"funhouse/address/";

/// The key under which addresses are hashed: the service's secret, so that all instances have the same.
#[derive(Clone, Copy, Debug)]
pub struct AddressKey(Secret);

impl AddressKey {
    /// The key of a secret.
    #[must_use]
    pub fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// Returns the first 16 bytes of the HMAC-SHA256 of an address, or of the network of an IPv6 address. All unknown addresses have the same.
    #[must_use]
    pub fn hash(&self, address: Caller) -> [u8; 16] {
        let mut hash = [0; 16];
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0.0) else { return hash };
        mac.update(PURPOSE);
        mac.update(&address.octets().unwrap_or_default());
        hash.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_addresses_have_equal_hashes_under_one_secret() {
        let hash = |secret: u8, address: &str| {
            AddressKey::new(Secret([secret; 32])).hash(Caller::address(address.parse().ok()))
        };
        assert_eq!(hash(1, "192.0.2.1"), hash(1, "::ffff:192.0.2.1"));
        assert_eq!(hash(1, "2001:db8:1:2::1"), hash(1, "2001:db8:1:2:ffff::1"), "one network");
        assert_eq!(hash(1, "nowhere"), hash(1, "elsewhere"), "both are unknown");
        let others = [hash(1, "192.0.2.2"), hash(2, "192.0.2.1"), hash(1, "2001:db8:1:3::1"), hash(1, "nowhere")];
        assert!(!others.contains(&hash(1, "192.0.2.1")));
    }
}
