//! The time that a connection waits for its next request.
//!
//! The server limits the time that the first head of a connection takes to arrive, but not that of a later one, and it stops limiting the
//! idle time once the first byte of that head has arrived. So connections limit both themselves. Bytes that were sent ahead count as
//! arrived when the request before them is answered.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

use super::turn::Turn;

/// How long a connection waits for a request after the first.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The time from the first bytes of a head until it is complete.
    pub head: Duration,
    /// The time without a byte of the next request. The server has the same limit.
    pub idle: Duration,
}

/// The wait for the next request of a connection.
#[derive(Debug)]
pub(in crate::api) struct NextRequest {
    timeouts: Timeouts,
    timer: Option<Timer>,
}

#[derive(Debug)]
struct Timer {
    /// The number of requests that had begun when it started.
    requests: usize,
    /// Whether bytes were read since.
    is_of_head: bool,
    sleep: Pin<Box<Sleep>>,
}

impl NextRequest {
    pub(in crate::api) fn new(timeouts: Timeouts) -> Self {
        Self { timeouts, timer: None }
    }

    /// Ready when the next request is late; `has_read` says whether bytes were just read. Starts, replaces or stops the timer as needed.
    pub(in crate::api) fn poll_late(&mut self, turn: &Turn, has_read: bool, context: &mut Context<'_>) -> Poll<()> {
        let requests = turn.requests();
        if requests == 0 || turn.is_answering() {
            self.stop();
            return Poll::Pending;
        }
        let fits = |timer: &Timer| timer.requests == requests && (timer.is_of_head || !has_read);
        let Timeouts { head, idle } = self.timeouts;
        let timer = match self.timer.take_if(|timer| fits(timer)) {
            Some(timer) => timer,
            None => {
                let sleep = Box::pin(tokio::time::sleep(if has_read { head } else { idle }));
                Timer { requests, is_of_head: has_read, sleep }
            }
        };
        self.timer.insert(timer).sleep.as_mut().poll(context)
    }

    /// Stops waiting.
    pub(in crate::api) fn stop(&mut self) {
        self.timer = None;
    }
}
