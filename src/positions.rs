//! Positions of stored runs: the checkpoints that they are found from, kept for as long as there is room.
//!
//! A stored run never changes and its number is never given to another, so that what is kept is never out of date.

use std::fmt;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::engine::checkpoints::Checkpoints;
use crate::store::{RunId, StoredRun};
use crate::verification::{Unverifiable, with_record};

/// How many bytes of checkpoints are kept at the most: those of some thirty runs of the greatest length, or of thousands of usual
/// ones.
const MOST_BYTES: u64 = 32 << 20;
/// How many runs there is room for at the least. With so few the cache is not divided, and every run fits into it.
const LEAST_RUNS: usize = 32;

/// The checkpoints of runs whose positions were asked for.
#[derive(Clone)]
pub struct Positions(Arc<Cache<RunId, Arc<Checkpoints>, Bytes>>);

#[derive(Clone)]
struct Bytes;

impl Weighter<RunId, Arc<Checkpoints>> for Bytes {
    fn weight(&self, _: &RunId, of: &Arc<Checkpoints>) -> u64 {
        of.bytes() as u64
    }
}

impl Default for Positions {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(LEAST_RUNS, MOST_BYTES, Bytes)))
    }
}

impl Positions {
    /// The checkpoints of a run: those that are kept, else those that its replay gives now.
    ///
    /// # Errors
    /// When its rules are not known, or what is stored cannot be read.
    pub fn checkpoints(&self, run: &StoredRun) -> Result<Arc<Checkpoints>, Unverifiable> {
        let replay = || with_record(run, |ruleset, record| Ok(Arc::new(ruleset.checkpoints(record)?)));
        self.0.get_or_insert_with(&run.summary.id, replay)
    }
}

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positions").finish_non_exhaustive()
    }
}
