//! What the handlers of stored things share: the store, the seeds, the clock, and the way to a replay.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use tokio::sync::Semaphore;

use super::problem::{Code, Problem};
use super::seeds::Seeds;
use super::token::Token;
use crate::store::calendar::Timestamp;
use crate::store::{AnyStore, Player};

/// How many runs may wait for their replay.
pub const MOST_WAITING: usize = 256;

/// What the handlers of stored things share.
#[derive(Clone)]
pub struct Shared {
    /// The store.
    pub store: AnyStore,
    /// The seeds.
    pub seeds: Seeds,
    /// The clock.
    pub clock: Clock,
    /// The way to a replay.
    pub replays: Replays,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl Shared {
    /// The player whose token a request carries.
    ///
    /// # Errors
    /// 401 when it carries none that is known.
    pub async fn caller(&self, request: &HttpRequest) -> Result<Player, Problem> {
        match self.known_caller(request).await? {
            Some(player) => Ok(player),
            None => Err(unauthorized("the request carries no `Authorization: Bearer`")),
        }
    }

    /// The player whose token a request carries, if it carries one.
    ///
    /// # Errors
    /// 401 when it carries one that is not known.
    pub async fn known_caller(&self, request: &HttpRequest) -> Result<Option<Player>, Problem> {
        let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
        let token = value.to_str().ok().and_then(Token::of_header);
        let Some(token) = token else {
            return Err(unauthorized("the Authorization is not a Bearer with a player's token"));
        };
        match self.store.player_of_token(token.hash()).await? {
            Some(player) => Ok(Some(player)),
            None => Err(unauthorized("the token is not known; it may have been replaced")),
        }
    }
}

fn unauthorized(detail: &str) -> Problem {
    let scheme = HeaderValue::from_static("Bearer");
    Problem::new(Code::Unauthorized, detail).with_header(header::WWW_AUTHENTICATE, scheme)
}

/// The time of day, which tests can move.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// The moment.
    #[must_use]
    #[allow(clippy::disallowed_types, reason = "the service knows the time; the rules do not")]
    pub fn now(&self) -> Timestamp {
        let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let millis = i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millis(millis.saturating_add(self.ahead.load(Ordering::Relaxed)))
    }

    /// Moves the clock ahead of the system's by so many milliseconds.
    pub fn set_ahead(&self, millis: i64) {
        self.ahead.store(millis, Ordering::Relaxed);
    }
}

/// The way to a replay: a few run at a time, off the threads that serve cheap calls, and a bounded number wait.
#[derive(Clone, Debug)]
pub struct Replays {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Replays {
    /// A way on which so many run at a time and so many wait.
    #[must_use]
    pub fn new(running: usize, waiting: usize) -> Self {
        Self { running: Arc::new(Semaphore::new(running)), waiting: Arc::new(Semaphore::new(running + waiting)) }
    }

    /// Does work that may be dear.
    ///
    /// # Errors
    /// 503 when too many wait already, and whatever the work finds wrong.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.waiting.try_acquire().map_err(|_| {
            let detail = "too many runs wait for their replay";
            Problem::new(Code::Busy, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
        })?;
        let dropped = || Problem::new(Code::InternalError, "the work was dropped");
        let permit = Arc::clone(&self.running).acquire_owned().await.map_err(|_| dropped())?;
        let work = move || {
            // Held until the work is done, even if nobody waits for it any more.
            let _permit = permit;
            work()
        };
        web::block(work).await.map_err(|_| dropped())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn so_many_replays_run_so_many_wait_and_whoever_comes_then_is_told_to_come_again() {
        let replays = Replays::new(1, 1);
        let (open, closed) = std::sync::mpsc::channel::<()>();
        let running = replays.clone();
        let first = actix_web::rt::spawn(async move { running.run(move || Ok(closed.recv().is_ok())).await });
        let waiting = replays.clone();
        let second = actix_web::rt::spawn(async move { waiting.run(|| Ok(2)).await });
        actix_web::rt::task::yield_now().await;
        actix_web::rt::task::yield_now().await;
        let third = replays.run(|| Ok(3)).await.expect_err("there is no place left");
        assert_eq!((third.code, third.status), (Code::Busy, 503));
        assert!(third.header.is_some_and(|header| header.0 == header::RETRY_AFTER));
        open.send(()).expect("the first waits");
        assert_eq!((first.await.expect("it ends"), second.await.expect("it ends")), (Ok(true), Ok(2)));
        assert_eq!(replays.run(|| Ok(4)).await, Ok(4), "there is room again");
    }
}
