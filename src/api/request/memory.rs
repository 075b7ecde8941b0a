//! The memory that the bodies of all requests in progress share.
//!
//! A body is charged for the bytes that have arrived, so small ones cost little. It is charged until it is dropped: while it arrives, while
//! its work waits, and while that runs.

use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::problem::{Code, Problem};

/// Bodies of at most this size may use the last quarter of the memory, so that large ones do not block small ones.
const SMALL: usize = 64 * 1024;

/// The memory that all bodies share.
#[derive(Clone, Debug)]
pub struct BodyMemory {
    bytes: usize,
    /// A permit for each byte.
    free: Arc<Semaphore>,
    taken: Gauge,
    refused: Counter,
}

impl BodyMemory {
    /// Memory of `bytes` bytes for all bodies together.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let bytes = bytes.min(Semaphore::MAX_PERMITS);
        let free = Arc::new(Semaphore::new(bytes));
        Self { bytes, free, taken: Gauge::default(), refused: Counter::default() }
    }

    /// Returns an empty share of the memory.
    #[must_use]
    pub fn share(&self) -> Share {
        Share { of: self.clone(), permit: None }
    }

    /// Registers its metrics.
    pub fn register(&self, registry: &mut Registry) {
        registry.register("body_memory_bytes", "Memory that bodies of requests take", self.taken.clone());
        registry.register("body_memory_refused", "Bodies for which there was no memory", self.refused.clone());
    }

    fn take(&self, bytes: usize, of_small: bool) -> Option<OwnedSemaphorePermit> {
        let reserve = if of_small { 0 } else { self.bytes / 4 };
        if self.free.available_permits() < bytes.saturating_add(reserve) {
            return None;
        }
        Arc::clone(&self.free).try_acquire_many_owned(u32::try_from(bytes).ok()?).ok()
    }
}

/// The memory of one body; released when dropped.
#[derive(Debug)]
pub struct Share {
    of: BodyMemory,
    permit: Option<OwnedSemaphorePermit>,
}

impl Share {
    /// Its size in bytes.
    fn bytes(&self) -> usize {
        self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    /// Grows it by `bytes` bytes.
    ///
    /// # Errors
    /// 503 when all bodies together would take too much.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let of_small = self.bytes().saturating_add(bytes) <= SMALL;
        let Some(more) = self.of.take(bytes, of_small) else {
            self.of.refused.inc();
            return Err(busy());
        };
        self.of.taken.inc_by(bytes as i64);
        match &mut self.permit {
            Some(permit) => permit.merge(more),
            None => self.permit = Some(more),
        }
        Ok(())
    }

    /// Releases all but `bytes` bytes.
    fn shrink_to(&mut self, bytes: usize) {
        let spare = self.bytes().saturating_sub(bytes);
        if let Some(spare) = self.permit.as_mut().and_then(|permit| permit.split(spare)) {
            self.of.taken.dec_by(spare.num_permits() as i64);
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.taken.dec_by(self.bytes() as i64);
    }
}

fn busy() -> Problem {
    let detail = "the bodies of all requests in progress use too much memory";
    Problem::new(Code::Busy, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
}

/// The bytes of a body with their share of the memory.
#[derive(Debug)]
pub struct ChargedBytes {
    bytes: Vec<u8>,
    share: Share,
}

impl ChargedBytes {
    /// No bytes yet.
    #[must_use]
    pub fn new(memory: &BodyMemory) -> Self {
        Self { bytes: Vec::new(), share: memory.share() }
    }

    /// Existing bytes, with a share of at least their size.
    #[must_use]
    pub fn of(mut bytes: Vec<u8>, mut share: Share) -> Self {
        bytes.shrink_to_fit();
        share.shrink_to(bytes.capacity());
        Self { bytes, share }
    }

    /// Appends bytes; there will be at most `max_bytes`, unless there are more now.
    ///
    /// # Errors
    /// 503 when all bodies together would take too much.
    pub fn extend(&mut self, more: &[u8], max_bytes: usize) -> Result<(), Problem> {
        let (needed, capacity) = (self.bytes.len().saturating_add(more.len()), self.bytes.capacity());
        if needed > capacity {
            // Doubled, so that a body of many pieces is not copied for each.
            let capacity_then = capacity.saturating_mul(2).min(max_bytes).max(needed);
            self.share.grow(capacity_then - capacity)?;
            self.bytes.reserve_exact(capacity_then - self.bytes.len());
        }
        self.bytes.extend_from_slice(more);
        Ok(())
    }

    /// Returns only the share, for what was parsed from the bytes.
    #[must_use]
    pub fn into_share(self) -> Share {
        self.share
    }
}

impl AsRef<[u8]> for ChargedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(memory: &BodyMemory) -> i64 {
        assert_eq!(memory.taken.get() as usize, memory.bytes - memory.free.available_permits());
        memory.taken.get()
    }

    #[test]
    fn bodies_are_charged_for_arrived_bytes_until_dropped() {
        let memory = BodyMemory::new(1 << 20);
        let mut body = ChargedBytes::new(&memory);
        assert_eq!(taken(&memory), 0);
        body.extend(&[1; 300], 1000).expect("there is memory");
        assert_eq!(taken(&memory), 300);
        body.extend(&[2; 100], 1000).expect("there is memory");
        assert_eq!((taken(&memory), body.bytes.capacity()), (600, 600));
        body.extend(&[3; 500], 1000).expect("there is memory");
        assert_eq!((taken(&memory), body.as_ref().len()), (1000, 900), "no more than the limit");
        drop(body.into_share());
        assert_eq!(taken(&memory), 0);
    }

    #[test]
    fn unused_memory_of_inflation_is_released() {
        let memory = BodyMemory::new(1 << 20);
        let mut share = memory.share();
        share.grow(300_000).expect("there is memory");
        let body = ChargedBytes::of(vec![0; 1000], share);
        assert_eq!(taken(&memory), 1000);
        drop(body);
        assert_eq!(taken(&memory), 0);
    }

    #[test]
    fn large_bodies_leave_the_last_quarter_to_small_ones() {
        let memory = BodyMemory::new(1 << 20);
        let mut large = memory.share();
        large.grow(3 << 18).expect("three quarters");
        assert_eq!(large.grow(1).map_err(|problem| problem.code), Err(Code::Busy));
        let mut small: Vec<Share> = (0..5).map(|_| memory.share()).collect();
        let grown: Vec<bool> = small.iter_mut().map(|share| share.grow(SMALL).is_ok()).collect();
        assert_eq!(grown, [true, true, true, true, false], "then there is none for anybody");
        drop(large);
        assert!(small[4].grow(SMALL).is_ok());
    }
}
