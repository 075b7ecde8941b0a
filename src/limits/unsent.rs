//! Responses that wait until their clients read them. Counting a response always succeeds: when they take too much memory, the
//! connection of another one is closed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::caller::Caller;

/// Signals to a connection that it must close.
#[derive(Debug, Default)]
pub struct Cut {
    is_cut: AtomicBool,
    /// The task of the connection.
    connection: AtomicWaker,
}

impl Cut {
    /// Ready once the connection must close. Until then, the task of the context is woken when that happens.
    pub fn poll(&self, context: &Context<'_>) -> Poll<()> {
        // Registered first, so that a cut between the two steps is not missed.
        self.connection.register(context.waker());
        if self.is_cut.load(Ordering::Acquire) { Poll::Ready(()) } else { Poll::Pending }
    }

    fn cut(&self) {
        self.is_cut.store(true, Ordering::Release);
        self.connection.wake();
    }
}

/// Bytes of unread responses, bounded in total and for each caller.
///
/// A caller that exceeds its own bound loses its oldest part. If the total exceeds its bound, the caller that holds the most loses its
/// oldest part. To lose a part means that its connection is closed.
#[derive(Clone, Debug)]
pub struct Unsent {
    max: usize,
    max_each: usize,
    parts: Arc<Mutex<Parts>>,
    total: Gauge,
    cut: Counter,
}

/// A part of a response, counted until it is dropped or cut.
#[derive(Debug)]
pub struct UnsentPart {
    of: Unsent,
    caller: Caller,
    number: u64,
}

#[derive(Debug, Default)]
struct Parts {
    /// The number of the next part. Older parts have lower numbers.
    next: u64,
    bytes: usize,
    callers: BTreeMap<Caller, CallerParts>,
    /// The callers, ordered by the bytes that they hold.
    order: BTreeSet<(usize, Caller)>,
}

#[derive(Debug, Default)]
struct CallerParts {
    bytes: usize,
    parts: BTreeMap<u64, Part>,
}

#[derive(Debug)]
struct Part {
    bytes: usize,
    cut: Arc<Cut>,
}

impl Unsent {
    /// Bounds of `max` bytes in total and `max_each` bytes for each caller.
    #[must_use]
    pub fn new(max: usize, max_each: usize) -> Self {
        Self { max, max_each, parts: Arc::default(), total: Gauge::default(), cut: Counter::default() }
    }

    /// Counts a part of a response, and cuts others, or this one, while there are too many bytes.
    #[must_use]
    pub fn count(&self, caller: Caller, bytes: usize, cut: Arc<Cut>) -> UnsentPart {
        let mut parts = self.lock();
        let number = parts.add(caller, Part { bytes, cut });
        while let Some((holder, oldest)) = parts.to_cut(caller, self.max, self.max_each) {
            let Some(part) = parts.remove(holder, oldest) else { break };
            part.cut.cut();
            self.cut.inc();
        }
        self.total.set(parts.bytes as i64);
        UnsentPart { of: self.clone(), caller, number }
    }

    /// The total, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Adds the total, and the number of responses that were cut, to the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Bytes of responses that wait until their clients read them";
        registry.register("unsent_bytes", help, self.total.clone());
        let help = "Responses whose connections were closed because unread responses took too much memory";
        registry.register("unsent_cut", help, self.cut.clone());
    }

    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Parts {
    fn add(&mut self, caller: Caller, part: Part) -> u64 {
        let number = self.next;
        self.next += 1;
        let own = self.callers.entry(caller).or_default();
        self.order.remove(&(own.bytes, caller));
        own.bytes = own.bytes.saturating_add(part.bytes);
        self.order.insert((own.bytes, caller));
        self.bytes = self.bytes.saturating_add(part.bytes);
        own.parts.insert(number, part);
        number
    }

    fn remove(&mut self, caller: Caller, number: u64) -> Option<Part> {
        let own = self.callers.get_mut(&caller)?;
        let part = own.parts.remove(&number)?;
        self.order.remove(&(own.bytes, caller));
        own.bytes = own.bytes.saturating_sub(part.bytes);
        self.bytes = self.bytes.saturating_sub(part.bytes);
        if own.parts.is_empty() {
            self.callers.remove(&caller);
        } else {
            self.order.insert((own.bytes, caller));
        }
        Some(part)
    }

    /// The part to cut next, after a part of this caller was added: its caller and its number.
    fn to_cut(&self, caller: Caller, max: usize, max_each: usize) -> Option<(Caller, u64)> {
        let exceeds_own = self.callers.get(&caller).is_some_and(|own| own.bytes > max_each);
        let holder = match self.order.last() {
            _ if exceeds_own => caller,
            Some((_, most)) if self.bytes > max => *most,
            _ => return None,
        };
        let (oldest, _) = self.callers.get(&holder)?.parts.first_key_value()?;
        Some((holder, *oldest))
    }
}

impl Drop for UnsentPart {
    fn drop(&mut self) {
        let mut parts = self.of.lock();
        parts.remove(self.caller, self.number);
        self.of.total.set(parts.bytes as i64);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Wake, Waker};

    use super::*;
    use crate::store::PlayerId;

    const ADA: Caller = Caller::player(PlayerId(1));
    const BEN: Caller = Caller::player(PlayerId(2));
    const CAT: Caller = Caller::player(PlayerId(3));

    /// A part on a connection of its own.
    fn count(unsent: &Unsent, caller: Caller, bytes: usize) -> (UnsentPart, Arc<Cut>) {
        let cut = Arc::new(Cut::default());
        (unsent.count(caller, bytes, Arc::clone(&cut)), cut)
    }

    fn cuts<const N: usize>(parts: [&(UnsentPart, Arc<Cut>); N]) -> [bool; N] {
        parts.map(|(_, cut)| cut.poll(&Context::from_waker(Waker::noop())).is_ready())
    }

    fn metrics(unsent: &Unsent) -> (i64, u64) {
        (unsent.total.get(), unsent.cut.get())
    }

    #[test]
    fn caller_beyond_its_bound_loses_its_oldest_part() {
        let unsent = Unsent::new(100, 25);
        let ben = count(&unsent, BEN, 25);
        let [first, second, third] = [10, 10, 10].map(|bytes| count(&unsent, ADA, bytes));
        assert_eq!(cuts([&ben, &first, &second, &third]), [false, true, false, false]);
        assert_eq!((unsent.bytes(), metrics(&unsent)), (45, (45, 1)));
        let large = count(&unsent, ADA, 30);
        assert_eq!(cuts([&ben, &second, &third, &large]), [false, true, true, true], "it is larger than the bound");
        assert_eq!((unsent.bytes(), metrics(&unsent)), (25, (25, 4)));
    }

    #[test]
    fn beyond_the_total_largest_caller_loses_a_part() {
        let unsent = Unsent::new(60, 40);
        let cat = count(&unsent, CAT, 15);
        let [first, second] = [10, 20].map(|bytes| count(&unsent, ADA, bytes));
        let ben = count(&unsent, BEN, 20);
        assert_eq!(cuts([&cat, &first, &second, &ben]), [false, true, false, false]);
        let more = count(&unsent, CAT, 10);
        assert_eq!(cuts([&cat, &second, &ben, &more]), [true, false, false, false], "it holds the most now");
        assert_eq!((unsent.bytes(), metrics(&unsent)), (50, (50, 2)));
    }

    #[test]
    fn dropping_a_cut_part_frees_its_bytes_once() {
        let unsent = Unsent::new(100, 25);
        let [first, second] = [20, 15].map(|bytes| count(&unsent, ADA, bytes));
        assert_eq!(cuts([&first, &second]), [true, false]);
        drop(first);
        assert_eq!((unsent.bytes(), metrics(&unsent)), (15, (15, 1)));
        drop(second);
        assert_eq!((unsent.bytes(), metrics(&unsent)), (0, (0, 1)));
        let parts = unsent.lock();
        assert!(parts.callers.is_empty() && parts.order.is_empty());
    }

    #[derive(Default)]
    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn cut_wakes_the_task_of_its_connection() {
        let unsent = Unsent::new(100, 25);
        let (_part, cut) = count(&unsent, ADA, 20);
        let woken = Arc::new(Woken::default());
        assert!(cut.poll(&Context::from_waker(&Arc::clone(&woken).into())).is_pending());
        assert!(!woken.0.load(Ordering::Relaxed));
        let _other = count(&unsent, ADA, 20);
        assert!(woken.0.load(Ordering::Relaxed));
    }
}
