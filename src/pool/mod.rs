//! The thread pool for long work, so that the threads that serve requests stay free.
//!
//! A few threads of low priority take work from three bounded, fair queues, the [lanes](Lane). In each lane, addresses are served
//! in turn, and the callers of an address in turn within that, so that no one can block the others with many accounts. Each caller can have a
//! limited amount waiting. If a lane is full, the address with the most waiting work loses some of it to others. What the service does
//! without a request, such as moves of robots, has places of its own, and takes turns with all requests.
//!
//! Submissions and analyses have their own threads: a submission waits behind nothing else, and nothing else waits behind an analysis.
//! Work whose caller is gone is not started. If work panics, the caller gets an error and the thread continues.
//!
//! Common executors (tokio's blocking threads, rayon, threadpool) serve all callers from one queue, or have no bound.

#![allow(clippy::disallowed_types, reason = "measures how long work waits; only the rules must not use a clock")]

mod lanes;
mod metrics;
mod queue;
mod share;
mod turns;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{fmt, io, thread};

use tokio::sync::oneshot;

use self::lanes::Lanes;
pub use self::lanes::{Lane, PerLane};
pub use self::metrics::PoolMetrics;
pub use self::queue::Bounds;
use self::queue::{Full, Pushed, Ticket};
pub use self::share::Share;

/// Maximum amount of waiting work in each lane: of all requests, as much again of the service, and of each caller. A person plays few
/// games at once.
pub const BOUNDS: PerLane<Bounds> = PerLane {
    submissions: Bounds { all: 256, each: 16 },
    analyses: Bounds { all: 32, each: 2 },
    rest: Bounds { all: 256, each: 64 },
};
/// The niceness of the threads of the pool: they yield to those that serve requests.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// The reason why work has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// The lane is full, and no address has much more waiting than that of the caller.
    Full,
    /// The caller's share of the lane is full.
    ShareFull,
    /// The work panicked, with this message.
    Panicked(String),
}

/// The pool. Its threads end when its last handle is dropped.
#[derive(Clone)]
pub struct Pool(Arc<Handle>);

struct Handle(Arc<Inner>);

struct Inner {
    queue: Mutex<Queue>,
    /// Notified when work arrives in a lane, and when the pool closes. The threads of a lane wait for theirs.
    changed: PerLane<Condvar>,
    metrics: PoolMetrics,
}

struct Queue {
    waiting: Lanes<Work>,
    closed: bool,
}

struct Work {
    run: Box<dyn FnOnce() + Send>,
    since: Instant,
}

impl Pool {
    /// Creates a pool with a number of threads for each lane. Those of the rest run submissions when they are idle.
    ///
    /// # Errors
    /// If the system cannot create threads.
    pub fn new(threads: PerLane<usize>, bounds: PerLane<Bounds>) -> io::Result<Self> {
        let queue = Mutex::new(Queue { waiting: Lanes::new(bounds), closed: false });
        let inner = Arc::new(Inner { queue, changed: PerLane::default(), metrics: PoolMetrics::new(threads) });
        let pool = Self(Arc::new(Handle(Arc::clone(&inner))));
        for lane in Lane::ALL {
            for number in 0..*threads.of(lane) {
                let inner = Arc::clone(&inner);
                let name = format!("{}-{number}", lane.name());
                thread::Builder::new().name(name).spawn(move || inner.serve(lane))?;
            }
        }
        Ok(pool)
    }

    /// Returns the metrics of the pool.
    #[must_use]
    pub fn metrics(&self) -> &PoolMetrics {
        &self.0.0.metrics
    }

    /// Runs work at the turn of its share in a lane.
    ///
    /// # Errors
    /// If the lane or the caller's share of it is full, if the work waits and its place goes to another address, or if the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        share: Share,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let inner = &self.0.0;
        let (send, result) = oneshot::channel();
        let panics = inner.metrics.panics.clone();
        // What is logged meanwhile has the id of the request.
        let span = tracing::Span::current();
        let run = move || {
            let _entered = span.enter();
            // Work owns what it changes. If it panics, that is dropped with it.
            let result = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic).to_owned());
            if result.is_err() {
                panics.inc();
            }
            // The caller may be gone.
            drop(send.send(result));
        };
        let ticket = inner.enqueue(lane, share, Box::new(run))?;
        let _waiting = Waiting { inner, lane, share, ticket };
        match result.await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(why)) => Err(PoolError::Panicked(why)),
            Err(_) => {
                let evicted = PoolError::Full;
                inner.metrics.refuse(lane, &evicted);
                Err(evicted)
            }
        }
    }

    /// Runs the next waiting work of a lane on the current thread, while long work of the same lane that runs there pauses. Returns
    /// whether any waited.
    #[must_use]
    pub fn run_next(&self, lane: Lane) -> bool {
        let inner = &self.0.0;
        let next = inner.pop(&mut inner.lock(), lane);
        next.map(|(lane, work)| inner.run(lane, work)).is_some()
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        Lane::ALL.into_iter().for_each(|lane| self.0.changed.of(lane).notify_all());
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // No work runs under the lock, and each call leaves the queue consistent.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, lane: Lane, share: Share, run: Box<dyn FnOnce() + Send>) -> Result<Ticket, PoolError> {
        let mut queue = self.lock();
        let pushed = queue.waiting.lane(lane).push(share, Work { run, since: Instant::now() });
        self.count_waiting(&mut queue, lane);
        drop(queue);
        let refused = match pushed {
            // Dropped without the lock, because the data of the work may be large. Its sender is dropped with it.
            Ok(Pushed { ticket, evicted: _evicted }) => {
                self.changed.of(lane).notify_one();
                if lane == Lane::Submissions {
                    self.changed.rest.notify_one();
                }
                return Ok(ticket);
            }
            Err(Full::All) => PoolError::Full,
            Err(Full::Caller) => PoolError::ShareFull,
        };
        self.metrics.refuse(lane, &refused);
        Err(refused)
    }

    fn count_waiting(&self, queue: &mut Queue, lane: Lane) {
        self.metrics.waiting(lane).set(queue.waiting.lane(lane).len() as i64);
    }

    /// Runs work as a thread of a lane, until the pool is closed.
    fn serve(&self, own: Lane) {
        lower_priority();
        while let Some((lane, work)) = self.next(own) {
            self.run(lane, work);
        }
    }

    fn run(&self, lane: Lane, Work { run, since }: Work) {
        self.metrics.waited(lane).observe(since.elapsed().as_secs_f64());
        let running = self.metrics.running(lane);
        running.inc();
        run();
        running.dec();
    }

    /// Returns the next work for a thread of a lane, and the lane that it waited in; none once the pool is closed.
    fn next(&self, own: Lane) -> Option<(Lane, Work)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(next) = self.pop(&mut queue, own) {
                return Some(next);
            }
            queue = self.changed.of(own).wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes the next work for a thread of a lane, and returns it with the lane that it waited in.
    fn pop(&self, queue: &mut Queue, own: Lane) -> Option<(Lane, Work)> {
        let next = queue.waiting.pop(own)?;
        self.count_waiting(queue, next.0);
        Some(next)
    }
}

/// Work that waits. Dropping this removes it from the queue, because its caller is gone.
struct Waiting<'a> {
    inner: &'a Inner,
    lane: Lane,
    share: Share,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut queue = self.inner.lock();
        let removed = queue.waiting.lane(self.lane).remove(self.share, self.ticket);
        self.inner.count_waiting(&mut queue, self.lane);
        drop(queue);
        // Dropped without the lock, because the data of the work may be large.
        drop(removed);
    }
}

/// Lowers the priority of this thread below that of threads that serve requests. Otherwise work takes its full share of the cores.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::nice(NICENESS) {
        tracing::warn!(target: "funhouse::pool", %why, "the priority of the pool's threads cannot be lowered");
    }
}

/// Returns the message of a panic.
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it says nothing")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use actix_web::rt;
    use actix_web::rt::task::yield_now;

    use super::*;
    use crate::caller::Caller;
    use crate::store::PlayerId;

    const ADA: Share = Share::of_service(Caller::player(PlayerId(1)), Caller::player(PlayerId(1)));
    const BEN: Share = Share::of_service(Caller::player(PlayerId(2)), Caller::player(PlayerId(2)));

    const ONE_EACH: PerLane<usize> = PerLane { submissions: 1, analyses: 1, rest: 1 };

    /// A pool with one thread for each lane. That of the rest is blocked until something is sent.
    async fn blocked(bounds: Bounds) -> (Pool, mpsc::Sender<()>) {
        let pool =
            Pool::new(ONE_EACH, PerLane { submissions: bounds, analyses: bounds, rest: bounds }).expect("threads");
        let (release, released) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let first = pool.clone();
        rt::spawn(async move { first.run(Lane::Rest, ADA, move || (begin.send(()), released.recv().is_ok())).await });
        begun.await.expect("the thread takes it");
        (pool, release)
    }

    fn waiting(pool: &Pool) -> usize {
        pool.0.0.lock().waiting.lane(Lane::Rest).len()
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn bounds_apply_to_each_caller_and_in_total() {
        let (pool, release) = blocked(Bounds { all: 2, each: 1 }).await;
        let (adas, bens) = (pool.clone(), pool.clone());
        let adas = rt::spawn(async move { adas.run(Lane::Rest, ADA, || 1).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, ADA, || 2).await, Err(PoolError::ShareFull));
        let bens = rt::spawn(async move { bens.run(Lane::Rest, BEN, || 3).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, Share::SERVICE, || 4).await, Err(PoolError::Full));
        release.send(()).expect("the thread is blocked");
        assert_eq!((adas.await.expect("it ends"), bens.await.expect("it ends")), (Ok(1), Ok(3)));
        assert_eq!(pool.run(Lane::Rest, ADA, || 5).await, Ok(5), "there is room again");
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn full_lane_refuses_waiting_work_of_the_largest_address() {
        let (pool, release) = blocked(Bounds { all: 2, each: 2 }).await;
        let at = |address: u8| Caller::address(Some([192, 0, 2, address].into()));
        let run = |address: u8| {
            let pool = pool.clone();
            rt::spawn(async move { pool.run(Lane::Rest, Share::of_request(at(address), at(address)), || 1).await })
        };
        let [first, second] = [run(1), run(1)];
        yield_now().await;
        let other = run(2);
        assert_eq!(second.await.expect("it ends"), Err(PoolError::Full));
        release.send(()).expect("the thread is blocked");
        assert_eq!((first.await.expect("it ends"), other.await.expect("it ends")), (Ok(1), Ok(1)));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn paused_work_lets_the_next_run_on_its_thread() {
        let (pool, release) = blocked(BOUNDS.rest).await;
        let (long, bens) = (pool.clone(), pool.clone());
        let own = pool.clone();
        let long = rt::spawn(async move {
            let pauses = move || [(); 2].map(|()| own.run_next(Lane::Rest));
            long.run(Lane::Rest, ADA, pauses).await
        });
        yield_now().await;
        let bens = rt::spawn(async move { bens.run(Lane::Rest, BEN, || 1).await });
        yield_now().await;
        release.send(()).expect("the thread is blocked");
        assert_eq!(long.await.expect("it ends"), Ok([true, false]), "nothing waits at the second pause");
        assert_eq!(bens.await.expect("it ends"), Ok(1));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn submissions_run_while_other_lane_is_full() {
        let (pool, release) = blocked(Bounds { all: 1, each: 1 }).await;
        let rest = pool.clone();
        let rest = rt::spawn(async move { rest.run(Lane::Rest, BEN, || 1).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, ADA, || 2).await, Err(PoolError::Full));
        for n in 0..9 {
            assert_eq!(pool.run(Lane::Submissions, ADA, move || n).await, Ok(n));
        }
        release.send(()).expect("the thread is blocked");
        assert_eq!(rest.await.expect("it ends"), Ok(1));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn callers_are_served_in_turn() {
        let (pool, release) = blocked(Bounds { all: 9, each: 9 }).await;
        let (send, received) = mpsc::channel();
        let mut all = Vec::new();
        for (caller, name) in [(ADA, "a"), (ADA, "b"), (ADA, "c"), (BEN, "d")] {
            let (pool, send) = (pool.clone(), send.clone());
            all.push(rt::spawn(async move { pool.run(Lane::Rest, caller, move || send.send(name)).await }));
            yield_now().await;
        }
        release.send(()).expect("the thread is blocked");
        for one in all {
            one.await.expect("it ends").expect("it ran").expect("it is received");
        }
        drop(send);
        assert_eq!(received.iter().collect::<Vec<_>>(), ["a", "d", "b", "c"]);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn work_of_gone_caller_is_not_started() {
        let (pool, release) = blocked(Bounds { all: 1, each: 1 }).await;
        let (begin, begun) = mpsc::channel();
        let gone = pool.clone();
        let gone = rt::spawn(async move { gone.run(Lane::Rest, ADA, move || begin.send(())).await });
        yield_now().await;
        assert_eq!(waiting(&pool), 1);
        gone.abort();
        assert!(gone.await.is_err(), "it was dropped");
        assert_eq!(waiting(&pool), 0);
        release.send(()).expect("the thread is blocked");
        assert_eq!(pool.run(Lane::Rest, ADA, || 1).await, Ok(1), "its place is free");
        assert!(begun.recv().is_err(), "it was dropped before it was begun");
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn panic_is_reported_and_thread_continues() {
        let pool = Pool::new(ONE_EACH, BOUNDS).expect("threads");
        let panicked = pool.run(Lane::Rest, ADA, || panic!("no {}", "coin")).await;
        assert_eq!(panicked, Err::<(), _>(PoolError::Panicked("no coin".to_owned())));
        assert_eq!(pool.run(Lane::Rest, ADA, || 1).await, Ok(1));
        assert_eq!(pool.metrics().panics.get(), 1);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn threads_end_with_the_last_handle() {
        let (pool, release) = blocked(BOUNDS.rest).await;
        let inner = Arc::downgrade(&pool.0.0);
        release.send(()).expect("the thread is blocked");
        assert_eq!(pool.run(Lane::Rest, BEN, || 1).await, Ok(1));
        drop(pool);
        while inner.strong_count() > 0 {
            rt::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
}
