//! The answer of a queued call, and who was first: the writer that began to execute it, or the caller that stopped waiting.
//!
//! Both sides decide it by one atomic swap. A call that its caller has withdrawn is never executed later. A caller that stops waiting for a
//! call that was begun cannot know its outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::StoreError;
use crate::backend::silence;

/// Set by the side that was first.
#[derive(Clone, Default)]
struct Claim(Arc<AtomicBool>);

impl Claim {
    /// Claims the call. Returns false if the other side was first.
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

/// Where the writer sends the answer.
pub(crate) struct Reply<T> {
    sender: oneshot::Sender<Result<T, StoreError>>,
    claim: Claim,
    begun: bool,
}

/// Where the caller waits for the answer.
pub(super) struct Answer<T> {
    receiver: oneshot::Receiver<Result<T, StoreError>>,
    claim: Claim,
}

/// Returns both ends for one call.
pub(super) fn pair<T>() -> (Reply<T>, Answer<T>) {
    let ((sender, receiver), claim) = (oneshot::channel(), Claim::default());
    (Reply { sender, claim: claim.clone(), begun: false }, Answer { receiver, claim })
}

impl<T> Reply<T> {
    /// Begins to execute the call, or continues after a rollback. Returns false if the caller has withdrawn it.
    pub(super) fn begin(&mut self) -> bool {
        self.begun = self.begun || self.claim.take();
        self.begun
    }

    /// Sends the answer, if the caller still waits.
    pub(super) fn send(self, answer: Result<T, StoreError>) {
        let _ = self.sender.send(answer);
    }
}

impl<T> Answer<T> {
    /// Waits for the answer.
    pub(super) async fn wait(&mut self) -> Result<T, StoreError> {
        let stopped = |_| Err(self.claim.given_up("the writer has stopped".to_owned()));
        (&mut self.receiver).await.unwrap_or_else(stopped)
    }

    /// Waits for the answer up to a limit, and then withdraws the call unless it was begun.
    pub(super) async fn within(mut self, limit: Duration) -> Result<T, StoreError> {
        match tokio::time::timeout(limit, self.wait()).await {
            Ok(answer) => answer,
            Err(_) => Err(self.claim.given_up(silence::message(limit))),
        }
    }
}

impl Claim {
    /// Returns the error of a call without an answer.
    fn given_up(&self, why: String) -> StoreError {
        if self.take() { StoreError::Unavailable(why) } else { StoreError::Unknown(why) }
    }
}

#[cfg(test)]
mod tests {
    use super::{pair, *};

    const LIMIT: Duration = Duration::from_millis(20);

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(work)
    }

    #[test]
    fn call_that_was_not_begun_is_withdrawn() {
        let (mut reply, answer) = pair::<()>();
        assert!(matches!(run(answer.within(LIMIT)), Err(StoreError::Unavailable(_))));
        assert!(!reply.begin(), "it is never executed");
    }

    #[test]
    fn outcome_of_begun_call_is_unknown() {
        let (mut reply, answer) = pair::<()>();
        assert!(reply.begin());
        assert!(matches!(run(answer.within(LIMIT)), Err(StoreError::Unknown(_))));
        assert!(reply.begin(), "it may be tried again");
    }

    #[test]
    fn call_that_was_dropped_is_known_not_to_be_executed_unless_begun() {
        let (reply, answer) = pair::<()>();
        drop(reply);
        assert!(matches!(run(answer.within(LIMIT)), Err(StoreError::Unavailable(_))));
        let (mut reply, answer) = pair::<()>();
        assert!(reply.begin());
        drop(reply);
        assert!(matches!(run(answer.within(LIMIT)), Err(StoreError::Unknown(_))));
    }

    #[test]
    fn answer_in_time_is_returned() {
        let (mut reply, answer) = pair();
        assert!(reply.begin());
        reply.send(Ok(7));
        assert_eq!(run(answer.within(LIMIT)), Ok(7));
    }
}
