//! Digests: the SHA-256 of canonical JSON (RFC 8785).

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::wire::json_of;

/// Computes the digest of a value.
///
/// It is written as any answer is, and then brought into canonical form, so that no type is compiled for a second writer.
pub(crate) fn of(value: &impl Serialize) -> [u8; 32] {
    // Serialization fails only for floats and non-string keys, which games do not contain.
    let json = serde_json_canonicalizer::to_vec(&json_of(value)).unwrap_or_default();
    Sha256::digest(json).into()
}
