//! The schemas of values of tables.

#[cfg(feature = "schemas")]
use crate::rules::wire;

/// The schema of a commitment.
#[cfg(feature = "schemas")]
pub(super) fn commitment_schema() -> wire::AnySchema {
    wire::text(
        "^[0-9a-f]{64}$",
        "SHA-256 of the seed, in lowercase hex. It is public from the start, and the seed when the table is over, so anyone can \
         check that the seed was not chosen later.",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    )
}

/// The schema of the day of a ranked daily game.
#[cfg(feature = "schemas")]
pub(super) fn day_schema() -> wire::AnySchema {
    wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "The day of a ranked daily game.", "2026-11-20")
}
