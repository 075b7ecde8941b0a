//! The time limit for a database server that does not respond.
//!
//! A server that is stopped, or a network that drops everything, neither answers nor closes the connection. Every wait for a server
//! therefore has a limit for the time in which nothing arrives. Callers have limits for the whole call; the writer, whose transactions are
//! those of many callers, does not cut off a slow server that makes progress.

use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use tokio::time::Instant;

/// The limit, and the time of the last arrival, which clones share.
#[derive(Clone, Debug)]
pub(crate) struct Silence {
    limit: Duration,
    last_arrival: Arc<Mutex<Instant>>,
}

impl Silence {
    /// Starts as if something had just arrived.
    pub(crate) fn limited_to(limit: Duration) -> Self {
        Self { limit, last_arrival: Arc::new(Mutex::new(Instant::now())) }
    }

    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Returns a part of the limit, for waits that must end before it.
    pub(crate) fn shorter(&self) -> Duration {
        self.limit * 3 / 4
    }

    /// Waits for work of the database, or fails if nothing arrives for the time of the limit.
    ///
    /// The work is then dropped unfinished: its connection may still receive the answer and must be closed.
    pub(crate) async fn bound<T>(&self, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
        let woken = Arc::new(AtomicBool::new(false));
        let (mut work, mut silence) = (pin!(work), pin!(tokio::time::sleep(self.limit)));
        std::future::poll_fn(|context| {
            let waker = Waker::from(Arc::new(Arrival { woken: woken.clone(), task: context.waker().clone() }));
            if let Poll::Ready(output) = work.as_mut().poll(&mut Context::from_waker(&waker)) {
                self.note_arrival();
                return Poll::Ready(output);
            }
            // Others may poll the task as well: only what wakes the work itself comes from the database.
            if woken.swap(false, Ordering::Relaxed) {
                self.note_arrival();
                silence.as_mut().reset(Instant::now() + self.limit);
            }
            silence.as_mut().poll(context).map(|()| Err(self.error()))
        })
        .await
    }

    /// Whether nothing has arrived on any connection for half of the time of the limit.
    pub(crate) fn has_lasted(&self) -> bool {
        self.last_arrival.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= self.limit / 2
    }

    /// Returns the error of a server that did not respond in time.
    pub(crate) fn error(&self) -> sqlx::Error {
        error(self.limit)
    }

    fn note_arrival(&self) {
        *self.last_arrival.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// Returns the message about a database that did not answer in time.
pub(crate) fn message(limit: Duration) -> String {
    // What remains of a limit has fractions of milliseconds.
    let limit = Duration::from_millis((limit.as_micros() + 500) as u64 / 1000);
    format!("the database did not answer within {limit:?}")
}

/// Returns the error of a database that did not answer in time.
pub(crate) fn error(limit: Duration) -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, message(limit)))
}

/// Wakes a task, and records that its work woke it.
struct Arrival {
    woken: Arc<AtomicBool>,
    task: Waker,
}

impl Wake for Arrival {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Relaxed);
        self.task.wake_by_ref();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use tokio::time::{sleep, timeout};

    use super::Silence;

    const LIMIT: Duration = Duration::from_millis(50);
    const STEP: Duration = Duration::from_millis(10);

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(work)
    }

    #[test]
    fn limits_are_shown_in_whole_milliseconds() {
        let shown =
            [499_999_942, 2_000_000_000, 1_500_400_000].map(|nanos| super::message(Duration::from_nanos(nanos)));
        assert_eq!(
            shown.map(|shown| shown.rsplit(' ').next().map(str::to_owned)).map(Option::unwrap_or_default),
            ["500ms", "2s", "1.5s"]
        );
    }

    #[test]
    fn slow_work_that_makes_progress_is_not_cut_off() {
        let work = async {
            for _ in 0..20 {
                sleep(STEP).await;
            }
            Ok(())
        };
        assert!(run(async { Silence::limited_to(LIMIT).bound(work).await }).is_ok());
    }

    #[test]
    fn silent_work_is_cut_off_although_its_task_is_polled() {
        run(async {
            let silence = Silence::limited_to(LIMIT);
            let mut silent = pin!(silence.bound(std::future::pending::<sqlx::Result<()>>()));
            for _ in 0..1000 {
                if let Ok(outcome) = timeout(STEP, &mut silent).await {
                    let error = outcome.expect_err("nothing arrives").to_string();
                    assert!(error.contains("the database did not answer within 50ms"), "{error}");
                    assert!(silence.has_lasted());
                    return;
                }
            }
            panic!("it waits as long as it is polled");
        });
    }
}
