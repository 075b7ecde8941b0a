//! Tokens whose use is being stored. Concurrent calls would otherwise fill the queue of the writer with the same write.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::TokenId;

/// The tokens whose use is being stored.
#[derive(Debug, Default)]
pub(crate) struct PendingUses(Mutex<BTreeSet<TokenId>>);

/// A use that is being stored, until this is dropped.
pub(crate) struct PendingUse<'a> {
    all: &'a PendingUses,
    token: TokenId,
}

impl PendingUses {
    /// Begins to store a use; none while another use of the token is being stored.
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
