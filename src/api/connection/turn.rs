//! The turn of a connection: while a request is being answered, its client may send only a little more.
//!
//! The server parses everything that it reads, and queues the parsed requests: some kilobytes for a request of forty bytes. It would
//! read 128 KiB of them, and then poll in a busy loop until the earlier request is answered, which takes a core per connection. So a
//! connection reads in small steps, and stops long before that.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Bytes that are read of later requests while one is being answered.
const AHEAD: usize = 16 * 1024;
/// Bytes that are read before they are parsed, where they may be requests: most requests are no longer.
const STEP: usize = 1024;
/// Bytes that are read before they are parsed, where they are surely part of a body.
const STEP_OF_BODY: usize = 16 * 1024;

/// What a connection may currently read.
#[derive(Clone, Debug, Default)]
pub struct Turn(Rc<State>);

#[derive(Debug, Default)]
struct State {
    /// Number of parts of the service that are answering a request.
    answering: Cell<usize>,
    /// The number of requests that have begun to be answered.
    requests: Cell<usize>,
    /// Bytes that may be read until all of them have finished.
    allowed: Cell<usize>,
    /// Whether a body of unknown length is being read, which may take any number of bytes.
    is_endless: Cell<bool>,
    /// The task that waits until it may read.
    reader: RefCell<Option<Waker>>,
}

/// A part of the service that is answering a request, until this is dropped.
#[derive(Debug)]
pub(in crate::api) struct Answering(Turn);

impl Turn {
    /// The number of bytes that the connection may read in one step. If it may read none, the task of this waker is woken when it may.
    pub(in crate::api) fn poll_step(&self, waker: &Waker) -> Poll<usize> {
        let Self(state) = self;
        if state.answering.get() == 0 {
            state.allowed.set(AHEAD);
            state.is_endless.set(false);
        }
        if state.is_endless.get() {
            return Poll::Ready(STEP);
        }
        if state.allowed.get() == 0 {
            state.reader.replace(Some(waker.clone()));
            return Poll::Pending;
        }
        let body = state.allowed.get().saturating_sub(AHEAD);
        Poll::Ready(body.clamp(STEP, STEP_OF_BODY))
    }

    /// The number of requests that have begun to be answered so far.
    pub(in crate::api) fn requests(&self) -> usize {
        self.0.requests.get()
    }

    /// Whether a request is being answered.
    pub(in crate::api) fn is_answering(&self) -> bool {
        self.0.answering.get() > 0
    }

    /// Notes that bytes were read.
    pub(in crate::api) fn note_read(&self, bytes: usize) {
        self.0.allowed.set(self.0.allowed.get().saturating_sub(bytes));
    }

    /// Begins to answer a request with a body of this many bytes.
    pub(in crate::api) fn answer(&self, body: usize) -> Answering {
        self.0.allowed.set(self.0.allowed.get().saturating_add(body));
        self.begin()
    }

    /// Begins to answer a request whose body has an unknown length.
    pub(in crate::api) fn answer_endless(&self) -> Answering {
        self.0.is_endless.set(true);
        self.begin()
    }

    fn begin(&self) -> Answering {
        self.0.requests.set(self.0.requests.get().saturating_add(1));
        self.continue_answer()
    }

    /// Notes that the body of unknown length has come to its end.
    pub(in crate::api) fn end_body(&self) {
        self.0.is_endless.set(false);
        self.0.allowed.set(AHEAD);
    }

    /// Continues to answer a request.
    pub(in crate::api) fn continue_answer(&self) -> Answering {
        self.0.answering.set(self.0.answering.get() + 1);
        Answering(self.clone())
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let Turn(state) = &self.0;
        state.answering.set(state.answering.get().saturating_sub(1));
        if let Some(reader) = state.reader.take() {
            reader.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// More than is ever read ahead.
    const MUCH: usize = 10 * AHEAD;

    /// The sizes of the steps in which a connection reads until it must wait, or has read much.
    fn steps(turn: &Turn, waker: &Waker) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Poll::Ready(step) = turn.poll_step(waker) {
            turn.note_read(step);
            steps.push(step);
            if steps.iter().sum::<usize>() >= MUCH {
                break;
            }
        }
        steps
    }

    fn bytes(turn: &Turn) -> usize {
        steps(turn, Waker::noop()).iter().sum()
    }

    #[test]
    fn little_is_read_ahead_until_the_request_is_answered() {
        let (turn, woken) = (Turn::default(), Arc::new(Woken::default()));
        assert_eq!(bytes(&turn), MUCH, "no request is being answered");
        let answering = turn.answer(0);
        assert!(bytes(&turn) <= AHEAD);
        assert_eq!(bytes(&turn), 0);
        let body = turn.continue_answer();
        drop(answering);
        assert!(steps(&turn, &woken.clone().into()).is_empty(), "the body of the response is being sent");
        drop(body);
        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
        assert_eq!(bytes(&turn), MUCH);
    }

    #[test]
    fn requests_have_small_steps_bodies_large_ones() {
        let turn = Turn::default();
        assert!(steps(&turn, Waker::noop()).iter().all(|step| *step == STEP));
        let answering = turn.answer(5 * STEP_OF_BODY);
        let of_body = steps(&turn, Waker::noop());
        assert!(of_body.starts_with(&[STEP_OF_BODY; 4]), "{of_body:?}");
        assert!(of_body.ends_with(&[STEP; AHEAD / STEP]), "{of_body:?}");
        assert!((4 * STEP_OF_BODY + AHEAD..=5 * STEP_OF_BODY + AHEAD).contains(&of_body.iter().sum::<usize>()));
        drop(answering);
        assert_eq!(turn.poll_step(Waker::noop()), Poll::Ready(STEP));
    }

    #[test]
    fn body_of_unknown_length_is_read_in_small_steps() {
        let turn = Turn::default();
        let _answering = turn.answer_endless();
        assert_eq!(steps(&turn, Waker::noop()), [STEP; MUCH / STEP]);
        turn.end_body();
        assert_eq!(bytes(&turn), AHEAD);
    }
}
