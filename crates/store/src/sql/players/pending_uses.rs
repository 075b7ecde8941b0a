//! Tokens whose use is being noted, so that many calls at once do not fill the queue of the writer with the same write.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::TokenId;

/// The tokens whose use is being noted.
#[derive(Debug, Default)]
pub(crate) struct PendingUses(Mutex<BTreeSet<TokenId>>);

/// A use that is being noted, until this is dropped.
pub(crate) struct PendingUse<'a> {
    all: &'a PendingUses,
    token: TokenId,
}

impl PendingUses {
    /// Begins to note a use; none while a use of the same token is being noted.
    pub(crate) fn begin(&self, token: TokenId) -> Option<PendingUse<'_>> {
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(token);
        is_new.then_some(PendingUse { all: self, token })
    }
}

impl Drop for PendingUse<'_> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.token);
    }
}
