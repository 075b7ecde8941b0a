//! Verification of a stored run by its rules.

use super::report::Finding;
use crate::engine::verification::Verification;
use crate::store::StoredRun;
use crate::verification::{self, Unverifiable};

/// Replays a stored run with its rules version.
#[must_use]
pub fn verify(run: &StoredRun) -> Finding {
    match verification::verify(run) {
        Ok(verification) if verification.holds => Finding::Holds,
        Ok(verification) => Finding::Fails(fault(verification)),
        Err(why @ (Unverifiable::UnknownGame(_) | Unverifiable::UnknownRules { .. })) => {
            Finding::Unverified(why.to_string())
        }
        Err(Unverifiable::Unreadable(why)) => Finding::Fails(why),
    }
}

/// Returns the reason why a run fails.
fn fault(verification: Verification) -> String {
    match verification.bad_move {
        Some(bad) => format!("move {} is illegal: {}", bad.index, bad.detail),
        None if !verification.complete => "the game has not ended".to_owned(),
        None if !verification.score_holds => {
            format!("it scores {}, or its rooms took other numbers of moves", verification.score)
        }
        None => format!("its final state has the digest {}", verification.digest),
    }
}
