//! Digests: the SHA-256 of canonical JSON (RFC 8785).

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Computes the digest of a value.
pub(crate) fn of(value: &impl Serialize) -> [u8; 32] {
    // Serialization fails only for floats and non-string keys, which games do not contain.
    let json = serde_json_canonicalizer::to_vec(value).unwrap_or_default();
    Sha256::digest(json).into()
}
