//! The thread pool for long work, so that the threads that serve requests stay free.
//!
//! A few threads of low priority take work from three bounded, fair queues, the [lanes](Lane). In each lane, callers are served
//! in turn, and each caller can have a limited amount waiting, so that no caller can block the others. Beyond the bounds, work
//! is refused at once. Submissions and analyses have their own threads: a submission waits behind nothing else, and nothing else waits behind an analysis. Work whose caller is gone is not
//! started. If work panics, the caller gets an error and the thread continues.
//!
//! Common executors (tokio's blocking threads, rayon, threadpool) serve all callers from one queue, or have no bound.

#![allow(clippy::disallowed_types, reason = "measures how long work waits; only the rules must not use a clock")]

mod lanes;
mod metrics;
mod queue;

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
use self::queue::{Full, Ticket};
use crate::caller::Caller;

/// Maximum amount of waiting work in each lane, in total and for each caller. A person plays few games at once.
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
    /// The lane is full.
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
    waiting: Lanes<Caller, Work>,
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

    /// Runs work for a caller, at its turn in its lane.
    ///
    /// # Errors
    /// If the lane or the caller's share of it is full, or the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        caller: Caller,
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
        let ticket = inner.enqueue(lane, caller, Box::new(run))?;
        let _waiting = Waiting { inner, lane, caller, ticket };
        match result.await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(why)) => Err(PoolError::Panicked(why)),
            Err(_) => Err(PoolError::Panicked("the work was dropped".to_owned())),
        }
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

    fn enqueue(&self, lane: Lane, caller: Caller, run: Box<dyn FnOnce() + Send>) -> Result<Ticket, PoolError> {
        let mut queue = self.lock();
        let pushed = queue.waiting.lane(lane).push(caller, Work { run, since: Instant::now() });
        self.count_waiting(&mut queue, lane);
        drop(queue);
        let refused = match pushed {
            Ok(ticket) => {
                self.changed.of(lane).notify_one();
                if lane == Lane::Submissions {
                    self.changed.rest.notify_one();
                }
                return Ok(ticket);
            }
            Err(Full::All) => PoolError::Full,
            Err(Full::Key) => PoolError::ShareFull,
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
        while let Some((lane, Work { run, since })) = self.next(own) {
            self.metrics.waited(lane).observe(since.elapsed().as_secs_f64());
            let running = self.metrics.running(lane);
            running.inc();
            run();
            running.dec();
        }
    }

    /// Returns the next work for a thread of a lane, and the lane that it waited in; none once the pool is closed.
    fn next(&self, own: Lane) -> Option<(Lane, Work)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some((lane, work)) = queue.waiting.pop(own) {
                self.count_waiting(&mut queue, lane);
                return Some((lane, work));
            }
            queue = self.changed.of(own).wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Work that waits. Dropping this removes it from the queue, because its caller is gone.
struct Waiting<'a> {
    inner: &'a Inner,
    lane: Lane,
    caller: Caller,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut queue = self.inner.lock();
        let removed = queue.waiting.lane(self.lane).remove(self.caller, self.ticket);
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
    use crate::store::PlayerId;

    const ADA: Caller = Caller::player(PlayerId(1));
    const BEN: Caller = Caller::player(PlayerId(2));

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
        assert_eq!(pool.run(Lane::Rest, Caller::address(None), || 4).await, Err(PoolError::Full));
        release.send(()).expect("the thread is blocked");
        assert_eq!((adas.await.expect("it ends"), bens.await.expect("it ends")), (Ok(1), Ok(3)));
        assert_eq!(pool.run(Lane::Rest, ADA, || 5).await, Ok(5), "there is room again");
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
