//! The digest of the sources of the rules.

use serde::Serialize;

use super::wire;

/// The digest of the sources of some build of the rules, as 64 hexadecimal digits.
///
/// Verdicts include it, so that a later reader knows with which rules they were reached. `build.rs` computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RulesDigest(&'static str);

impl RulesDigest {
    /// The digest of this build.
    pub const THIS: Self = Self(env!("FUNHOUSE_RULES_DIGEST"));
    /// The digest in examples, which stays the same when the rules change.
    pub const EXAMPLE: Self = Self("c1d46bbd1f0f30a6f38e3b7a3c5bd1b6e6d2c9b1e0f4a7788f2d3f5e6a9b0c1d");

    /// Returns the digits.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

wire::text_schema!(
    RulesDigest,
    "^[0-9a-f]{64}$",
    "The SHA-256 of the sources of the rules. It differs between builds whose rules may differ.",
    Self::EXAMPLE.0
);
