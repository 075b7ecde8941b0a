//! Positions of stored runs: a cache of the checkpoints from which they are replayed.
//!
//! A stored run never changes. Its number alone is not its key: after a failover to a database that lost the last runs, others get their
//! numbers.

use std::fmt;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::engine::checkpoints::Checkpoints;
use crate::store::{RunId, StoredRun};
use crate::verification::{Unverifiable, with_record};

/// Maximum size of the cache, in bytes: about thirty runs of the maximum length, or thousands of typical ones.
const MAX_BYTES: u64 = 32 << 20;
/// Estimated number of runs in the cache. With so few the cache is not sharded, and every run fits into it.
const ESTIMATED_RUNS: usize = 32;

/// A cache of the checkpoints of runs whose positions were requested. Evicts the least used ones.
#[derive(Clone)]
pub struct Positions(Arc<Cache<Key, Arc<Checkpoints>, Bytes>>);

/// The number of a run and the digest of its final state.
type Key = (RunId, [u8; 32]);

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<Checkpoints>> for Bytes {
    fn weight(&self, _: &Key, of: &Arc<Checkpoints>) -> u64 {
        of.bytes() as u64
    }
}

impl Default for Positions {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(ESTIMATED_RUNS, MAX_BYTES, Bytes)))
    }
}

impl Positions {
    /// Returns the checkpoints of a run, from the cache or from a replay.
    ///
    /// # Errors
    /// When its rules are unknown, or the stored data cannot be read.
    pub fn checkpoints(&self, run: &StoredRun) -> Result<Arc<Checkpoints>, Unverifiable> {
        let replay = || with_record(run, |ruleset, record| Ok(Arc::new(ruleset.checkpoints(record)?)));
        self.0.get_or_insert_with(&(run.summary.id, run.digest), replay)
    }
}

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positions").finish_non_exhaustive()
    }
}
