//! Histories: hashes by which a version of a table shows which moves it contains.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// SHA-256 chained over the players of a table, from its start, and its moves; unknown for tables that began before it was recorded.
///
/// A later version continues an earlier one if the history of the earlier one, [continued](Self::after) by the moves since, is that of the later
/// one. It is as secret as the game, because it depends on hidden moves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct History(Option<[u8; 32]>);

impl History {
    /// Returns the history that begins with these numbers.
    pub(super) fn beginning_with(numbers: impl IntoIterator<Item = i64>) -> Self {
        let hash = numbers.into_iter().fold(Sha256::new(), |hash, number| hash.chain_update(number.to_be_bytes()));
        Self(Some(hash.finalize().into()))
    }

    /// Returns the history after a move. An unknown history stays unknown.
    pub(super) fn continued(self, numbers: [i64; 3], json: &str) -> Self {
        let hash = |before: [u8; 32]| {
            let hash = Sha256::new().chain_update(before);
            let hash = numbers.iter().fold(hash, |hash, number| hash.chain_update(number.to_be_bytes()));
            hash.chain_update(json).finalize().into()
        };
        Self(self.0.map(hash))
    }

    /// Whether the history is recorded.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0.is_some()
    }

    /// Returns the bytes to store.
    pub(crate) fn bytes(self) -> Option<Vec<u8>> {
        self.0.map(|hash| hash.to_vec())
    }

    /// Returns a stored history; none if it does not have 32 bytes.
    pub(crate) fn of_bytes(bytes: Option<&[u8]>) -> Option<Self> {
        bytes.map(<[u8; 32]>::try_from).transpose().ok().map(Self)
    }
}

/// Shows nothing, so that no log reveals hidden moves.
impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("History")
    }
}
