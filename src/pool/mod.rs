//! The pool: all work that takes a core for long is done here, off the threads that serve requests.
//!
//! A few threads of low priority take work from two bounded, fair queues, the [lanes](Lane): in each, callers are served in
//! turn, and each may have only so much waiting, so that nobody can keep the others out. Past the bounds work is refused at
//! once. Submissions have threads of their own, so that they wait behind nothing else. Work that nobody waits for any more is
//! not begun. Work that panics is reported as such, and its thread lives.
//!
//! Executors in use elsewhere (tokio's blocking threads, rayon, threadpool) serve all callers from one line, or have no bound.

#![allow(clippy::disallowed_types, reason = "how long work waits is measured; the rules know no clock")]

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

/// How much waits at the most in each lane, in all and for each caller. Nobody plays many games at once.
pub const BOUNDS: PerLane<Bounds> =
    PerLane { submissions: Bounds { all: 256, each: 16 }, rest: Bounds { all: 256, each: 64 } };
/// How much less important the pool's threads are to the system than those that serve requests.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Why work was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// Too much waits.
    Full,
    /// Too much of this caller's waits.
    ShareFull,
    /// It panicked, with this message.
    Died(String),
}

/// The pool. Its threads end when its last handle is dropped.
#[derive(Clone)]
pub struct Pool(Arc<Handle>);

struct Handle(Arc<Inner>);

struct Inner {
    queue: Mutex<Queue>,
    /// Notified when work comes into a lane, and when the pool closes. The threads of a lane wait for its own.
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
    /// A pool of so many threads for each lane. Those of the rest do submissions when there is no other work.
    ///
    /// # Errors
    /// When the system gives no threads.
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

    /// What the pool counts.
    #[must_use]
    pub fn metrics(&self) -> &PoolMetrics {
        &self.0.0.metrics
    }

    /// Does work for a caller, when it is its turn in its lane.
    ///
    /// # Errors
    /// When too much waits already, or when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let inner = &self.0.0;
        let (send, result) = oneshot::channel();
        let died = inner.metrics.died.clone();
        let run = move || {
            // What work leaves half done when it panics is its own, and is dropped with it.
            let done = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(&*panic).to_owned());
            if done.is_err() {
                died.inc();
            }
            // Whoever asked may be gone.
            drop(send.send(done));
        };
        let ticket = inner.enqueue(lane, caller, Box::new(run))?;
        let _place = Place { inner, lane, caller, ticket };
        match result.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(why)) => Err(NotDone::Died(why)),
            Err(_) => Err(NotDone::Died("the work was dropped".to_owned())),
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
        // No work runs under the lock, and the queue is whole between any two of its calls.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, lane: Lane, caller: Caller, run: Box<dyn FnOnce() + Send>) -> Result<Ticket, NotDone> {
        let mut queue = self.lock();
        let pushed = queue.waiting.lane(lane).push(caller, Work { run, since: Instant::now() });
        self.count_waiting(&mut queue, lane);
        drop(queue);
        let refused = match pushed {
            Ok(ticket) => {
                self.changed.rest.notify_one();
                if lane == Lane::Submissions {
                    self.changed.submissions.notify_one();
                }
                return Ok(ticket);
            }
            Err(Full::All) => NotDone::Full,
            Err(Full::Key) => NotDone::ShareFull,
        };
        self.metrics.refuse(lane, &refused);
        Err(refused)
    }

    fn count_waiting(&self, queue: &mut Queue, lane: Lane) {
        self.metrics.waiting(lane).set(queue.waiting.lane(lane).len() as i64);
    }

    /// Does work as a thread of a lane, until the pool is closed.
    fn serve(&self, own: Lane) {
        make_nice();
        while let Some((lane, Work { run, since })) = self.next(own) {
            self.metrics.waited(lane).observe(since.elapsed().as_secs_f64());
            let running = self.metrics.running(lane);
            running.inc();
            run();
            running.dec();
        }
    }

    /// The next work for a thread of a lane, and the lane that it waited in; none once the pool is closed.
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

/// A place in the queue, given up when whoever waits for the work goes away.
struct Place<'a> {
    inner: &'a Inner,
    lane: Lane,
    caller: Caller,
    ticket: Ticket,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut queue = self.inner.lock();
        let given_up = queue.waiting.lane(self.lane).take_back(self.caller, self.ticket);
        self.inner.count_waiting(&mut queue, self.lane);
        drop(queue);
        // Dropped here, since what the work holds may be large.
        drop(given_up);
    }
}

/// Makes this thread give way to those that serve requests. Without it, work takes its full share of the cores.
fn make_nice() {
    #[cfg(target_os = "linux")]
    if let Err(why) = rustix::process::nice(NICENESS) {
        tracing::warn!(target: "funhouse::pool", %why, "the pool's threads stay at the priority of all others");
    }
}

/// What a panic says.
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

    const ONE_EACH: PerLane<usize> = PerLane { submissions: 1, rest: 1 };

    /// A pool of one thread for each lane, of which that of the rest is held up until something is sent.
    async fn held_up(bounds: Bounds) -> (Pool, mpsc::Sender<()>) {
        let pool = Pool::new(ONE_EACH, PerLane { submissions: bounds, rest: bounds }).expect("threads");
        let (release, held) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let first = pool.clone();
        rt::spawn(async move { first.run(Lane::Rest, ADA, move || (begin.send(()), held.recv().is_ok())).await });
        begun.await.expect("the thread takes it");
        (pool, release)
    }

    fn waiting(pool: &Pool) -> usize {
        pool.0.0.lock().waiting.lane(Lane::Rest).len()
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn past_its_share_a_caller_is_refused_and_past_the_whole_everybody() {
        let (pool, release) = held_up(Bounds { all: 2, each: 1 }).await;
        let (adas, bens) = (pool.clone(), pool.clone());
        let adas = rt::spawn(async move { adas.run(Lane::Rest, ADA, || 1).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, ADA, || 2).await, Err(NotDone::ShareFull));
        let bens = rt::spawn(async move { bens.run(Lane::Rest, BEN, || 3).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, Caller::address(None), || 4).await, Err(NotDone::Full));
        release.send(()).expect("the thread is held up");
        assert_eq!((adas.await.expect("it ends"), bens.await.expect("it ends")), (Ok(1), Ok(3)));
        assert_eq!(pool.run(Lane::Rest, ADA, || 5).await, Ok(5), "there is room again");
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn submissions_are_done_while_the_lane_of_the_rest_is_full_and_its_thread_held_up() {
        let (pool, release) = held_up(Bounds { all: 1, each: 1 }).await;
        let rest = pool.clone();
        let rest = rt::spawn(async move { rest.run(Lane::Rest, BEN, || 1).await });
        yield_now().await;
        assert_eq!(pool.run(Lane::Rest, ADA, || 2).await, Err(NotDone::Full));
        for n in 0..9 {
            assert_eq!(pool.run(Lane::Submissions, ADA, move || n).await, Ok(n));
        }
        release.send(()).expect("the thread is held up");
        assert_eq!(rest.await.expect("it ends"), Ok(1));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn one_who_comes_later_is_served_before_the_rest_of_a_long_line() {
        let (pool, release) = held_up(Bounds { all: 9, each: 9 }).await;
        let (tell, told) = mpsc::channel();
        let mut all = Vec::new();
        for (caller, name) in [(ADA, "a"), (ADA, "b"), (ADA, "c"), (BEN, "d")] {
            let (pool, tell) = (pool.clone(), tell.clone());
            all.push(rt::spawn(async move { pool.run(Lane::Rest, caller, move || tell.send(name)).await }));
            yield_now().await;
        }
        release.send(()).expect("the thread is held up");
        for one in all {
            one.await.expect("it ends").expect("it is done").expect("it is heard");
        }
        drop(tell);
        assert_eq!(told.iter().collect::<Vec<_>>(), ["a", "d", "b", "c"]);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn work_whose_asker_has_gone_away_is_not_begun_and_leaves_its_place() {
        let (pool, release) = held_up(Bounds { all: 1, each: 1 }).await;
        let (begin, begun) = mpsc::channel();
        let gone = pool.clone();
        let gone = rt::spawn(async move { gone.run(Lane::Rest, ADA, move || begin.send(())).await });
        yield_now().await;
        assert_eq!(waiting(&pool), 1);
        gone.abort();
        assert!(gone.await.is_err(), "it was dropped");
        assert_eq!(waiting(&pool), 0);
        release.send(()).expect("the thread is held up");
        assert_eq!(pool.run(Lane::Rest, ADA, || 1).await, Ok(1), "its place is free");
        assert!(begun.recv().is_err(), "it was dropped before it was begun");
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn work_that_panics_is_told_and_its_thread_lives() {
        let pool = Pool::new(ONE_EACH, BOUNDS).expect("threads");
        let died = pool.run(Lane::Rest, ADA, || panic!("no {}", "coin")).await;
        assert_eq!(died, Err::<(), _>(NotDone::Died("no coin".to_owned())));
        assert_eq!(pool.run(Lane::Rest, ADA, || 1).await, Ok(1));
        assert_eq!(pool.metrics().died.get(), 1);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn the_threads_end_with_the_last_handle() {
        let (pool, release) = held_up(BOUNDS.rest).await;
        let inner = Arc::downgrade(&pool.0.0);
        release.send(()).expect("the thread is held up");
        assert_eq!(pool.run(Lane::Rest, BEN, || 1).await, Ok(1));
        drop(pool);
        while inner.strong_count() > 0 {
            rt::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
}
