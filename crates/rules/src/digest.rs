//! Digests: the SHA-256 of canonical JSON (RFC 8785).

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The digest of a value as JSON.
pub(crate) fn of(value: &impl Serialize) -> [u8; 32] {
    // Writing fails only for floats and for keys that are not texts, and what games write has neither.
    let written = serde_json_canonicalizer::to_vec(value).unwrap_or_default();
    Sha256::digest(written).into()
}
