//! The memory that the bodies of all requests in progress share.
//!
//! A body is charged for the bytes that have arrived, so small ones cost little. It is charged until it is dropped: while it arrives, while
//! its work waits, and while that runs. Those of one address can hold only a part of the memory.

use actix_web::http::header::{self, HeaderValue};
use prometheus_client::registry::Registry;

use crate::api::problem::{Code, Problem};
use crate::caller::Caller;
use crate::limits::{Budget, Reservation};

/// Bodies of at most this size may use the last quarter of the memory, so that large ones do not block small ones.
const SMALL: usize = 64 * 1024;

/// The memory that all bodies share.
#[derive(Clone, Debug)]
pub struct BodyMemory {
    bytes: usize,
    budget: Budget,
}

impl BodyMemory {
    /// Memory of `bytes` bytes for all bodies together, of which those of an address can have `bytes_each`.
    #[must_use]
    pub fn new(bytes: usize, bytes_each: usize) -> Self {
        Self { bytes, budget: Budget::new(bytes, bytes_each) }
    }

    /// Returns an empty share of the memory, for a body from an address.
    #[must_use]
    pub fn share(&self, address: Caller) -> Share {
        Share { max_of_large: self.bytes - self.bytes / 4, memory: self.budget.count(address, 0) }
    }

    /// Registers its metrics.
    pub fn register(&self, registry: &mut Registry) {
        let taken = ("body_memory_bytes", "Memory that bodies of requests take");
        let refused = ("body_memory_refused", "Bodies for which there was no memory");
        self.budget.register(registry, [taken, refused]);
    }
}

/// The memory of one body; released when dropped.
#[derive(Debug)]
pub struct Share {
    /// Maximum memory of all bodies with a large one.
    max_of_large: usize,
    memory: Reservation,
}

impl Share {
    /// Grows it by `bytes` bytes.
    ///
    /// # Errors
    /// 503 when all bodies together, or those of the address, would take too much.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let is_small = self.memory.amount().saturating_add(bytes) <= SMALL;
        let max = if is_small { usize::MAX } else { self.max_of_large };
        if self.memory.grow(bytes, max) { Ok(()) } else { Err(busy()) }
    }
}

fn busy() -> Problem {
    let detail = "the bodies of requests in progress use too much memory, in all or from your address";
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
    pub fn new(memory: &BodyMemory, address: Caller) -> Self {
        Self { bytes: Vec::new(), share: memory.share(address) }
    }

    /// Existing bytes, with a share of at least their size.
    #[must_use]
    pub fn of(mut bytes: Vec<u8>, mut share: Share) -> Self {
        bytes.shrink_to_fit();
        share.memory.shrink_to(bytes.capacity());
        Self { bytes, share }
    }

    /// Appends bytes; there will be at most `max_bytes`, unless there are more now.
    ///
    /// # Errors
    /// 503 when all bodies together would take too much.
    pub fn extend(&mut self, more: &[u8], max_bytes: usize) -> Result<(), Problem> {
        let (needed, charged) = (self.bytes.len().saturating_add(more.len()), self.share.memory.amount());
        if needed > charged {
            // Doubled, so that a body of many pieces is not copied for each.
            let charged_then = charged.saturating_mul(2).min(max_bytes).max(needed);
            self.share.grow(charged_then - charged)?;
            // A large body is allocated once, since what is not written yet takes no memory. Copies would leave their sources behind.
            let capacity = if charged_then > SMALL { max_bytes.max(charged_then) } else { charged_then };
            self.bytes.reserve_exact(capacity - self.bytes.len());
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

    fn taken(memory: &BodyMemory) -> usize {
        memory.budget.reserved()
    }

    /// An address of 192.0.2.0/24.
    fn address(number: u8) -> Caller {
        Caller::address(Some([192, 0, 2, number].into()))
    }

    #[test]
    fn bodies_are_charged_for_arrived_bytes_until_dropped() {
        let memory = BodyMemory::new(1 << 20, 1 << 20);
        let mut body = ChargedBytes::new(&memory, address(1));
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
    fn large_bodies_are_allocated_once_and_charged_for_what_they_hold() {
        let memory = BodyMemory::new(1 << 20, 1 << 20);
        let mut body = ChargedBytes::new(&memory, address(1));
        body.extend(&[1; SMALL], 1 << 19).expect("there is memory");
        assert_eq!((taken(&memory), body.bytes.capacity()), (SMALL, SMALL));
        body.extend(&[2; 1], 1 << 19).expect("there is memory");
        let first = body.bytes.as_ptr();
        assert_eq!((taken(&memory), body.bytes.capacity()), (2 * SMALL, 1 << 19));
        body.extend(&[3; 6 * SMALL], 1 << 19).expect("there is memory");
        assert_eq!((taken(&memory), body.bytes.as_ptr()), (7 * SMALL + 1, first), "it is not copied");
    }

    #[test]
    fn unused_memory_of_inflation_is_released() {
        let memory = BodyMemory::new(1 << 20, 1 << 20);
        let mut share = memory.share(address(1));
        share.grow(300_000).expect("there is memory");
        let body = ChargedBytes::of(vec![0; 1000], share);
        assert_eq!(taken(&memory), 1000);
        drop(body);
        assert_eq!(taken(&memory), 0);
    }

    #[test]
    fn large_bodies_leave_the_last_quarter_to_small_ones() {
        let memory = BodyMemory::new(1 << 20, 1 << 20);
        let mut large = memory.share(address(1));
        large.grow(3 << 18).expect("three quarters");
        assert_eq!(large.grow(1).map_err(|problem| problem.code), Err(Code::Busy));
        let mut small: Vec<Share> = (0..5).map(|_| memory.share(address(1))).collect();
        let grown: Vec<bool> = small.iter_mut().map(|share| share.grow(SMALL).is_ok()).collect();
        assert_eq!(grown, [true, true, true, true, false], "then there is none for anybody");
        drop(large);
        assert!(small[4].grow(SMALL).is_ok());
    }

    #[test]
    fn address_has_a_share_of_the_memory() {
        let memory = BodyMemory::new(1 << 20, 1 << 18);
        let mut bodies: Vec<Share> = (0..5).map(|_| memory.share(address(1))).collect();
        let grown: Vec<bool> = bodies.iter_mut().map(|share| share.grow(SMALL).is_ok()).collect();
        assert_eq!(grown, [true, true, true, true, false]);
        let mut other = memory.share(address(2));
        assert!(other.grow(1 << 18).is_ok(), "another address has its own");
        drop(bodies);
        assert_eq!(taken(&memory), 1 << 18);
    }
}
