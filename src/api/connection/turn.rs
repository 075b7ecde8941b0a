//! The turn of a connection: while a request is being answered, nothing of the next one is parsed.
//!
//! The server parses everything that it is given, and queues the parsed requests: 7 kilobytes for a request of 20 bytes. It bounds the queue
//! only between two reads, and a read can have hundreds. So it is given one head at a time, and while that request is being answered only its
//! body. Of a chunked body, whose end is not known in advance, it is given a little each time that the handler waits for more.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Poll, Waker};

/// The requests of a connection: which of them is being answered.
#[derive(Clone, Debug, Default)]
pub struct Turn(Rc<State>);

#[derive(Debug, Default)]
struct State {
    /// Number of parts of the service that are answering a request.
    answering: Cell<usize>,
    /// The number of requests that have begun to be answered.
    requests: Cell<usize>,
    /// Bytes of the body of the request that were not passed on, if its length is known.
    body: Cell<usize>,
    /// Whether the handler waits for more of a chunked body.
    waits_for_chunks: Cell<bool>,
    /// The task that waits until it may pass on more.
    reader: RefCell<Option<Waker>>,
}

/// What the server may be given next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A head.
    Head,
    /// This many bytes of a body.
    Body(usize),
    /// A little of a chunked body.
    Chunks,
}

/// A part of the service that is answering a request, until this is dropped.
#[derive(Debug)]
pub(in crate::api) struct Answering(Turn);

impl Turn {
    /// What the server may be given next. If that is nothing, the task of this waker is woken when there is something.
    pub(super) fn poll_part(&self, waker: &Waker) -> Poll<Part> {
        let Self(state) = self;
        if !self.is_answering() {
            state.body.set(0);
            state.waits_for_chunks.set(false);
            return Poll::Ready(Part::Head);
        }
        if state.waits_for_chunks.get() {
            return Poll::Ready(Part::Chunks);
        }
        if state.body.get() > 0 {
            return Poll::Ready(Part::Body(state.body.get()));
        }
        state.reader.replace(Some(waker.clone()));
        Poll::Pending
    }

    /// The number of requests that have begun to be answered so far.
    pub(in crate::api) fn requests(&self) -> usize {
        self.0.requests.get()
    }

    /// Whether a request is being answered.
    pub(in crate::api) fn is_answering(&self) -> bool {
        self.0.answering.get() > 0
    }

    /// Notes that the server was given bytes.
    pub(super) fn note_passed(&self, bytes: usize) {
        let Self(state) = self;
        state.body.set(state.body.get().saturating_sub(bytes));
        state.waits_for_chunks.set(false);
    }

    /// Begins to answer a request with a body of this many bytes, or with a chunked one.
    pub(in crate::api) fn answer(&self, body: usize) -> Answering {
        self.0.body.set(body);
        self.0.requests.set(self.0.requests.get().saturating_add(1));
        self.continue_answer()
    }

    /// Notes that the handler waits for more of a chunked body.
    pub(in crate::api) fn wait_for_chunks(&self) {
        self.0.waits_for_chunks.set(true);
        self.wake();
    }

    /// Continues to answer a request.
    pub(in crate::api) fn continue_answer(&self) -> Answering {
        self.0.answering.set(self.0.answering.get() + 1);
        Answering(self.clone())
    }

    fn wake(&self) {
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let Self(turn) = self;
        turn.0.answering.set(turn.0.answering.get().saturating_sub(1));
        turn.wake();
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

    /// What the server may be given next, and how often its task was woken before.
    fn next(turn: &Turn, woken: &Arc<Woken>) -> (Poll<Part>, usize) {
        (turn.poll_part(&Arc::clone(woken).into()), woken.0.swap(0, Ordering::Relaxed))
    }

    #[test]
    fn next_head_waits_until_the_request_is_answered() {
        let (turn, woken) = (Turn::default(), Arc::default());
        assert_eq!(next(&turn, &woken), (Poll::Ready(Part::Head), 0));
        let answering = turn.answer(0);
        assert_eq!(next(&turn, &woken), (Poll::Pending, 0));
        let body = turn.continue_answer();
        drop(answering);
        assert_eq!(next(&turn, &woken), (Poll::Pending, 1), "the body of the response is being sent");
        drop(body);
        assert_eq!(next(&turn, &woken), (Poll::Ready(Part::Head), 1));
        assert_eq!(turn.requests(), 1);
    }

    #[test]
    fn body_is_passed_on_to_its_end() {
        let (turn, woken) = (Turn::default(), Arc::default());
        let answering = turn.answer(3);
        for left in [3, 1] {
            assert_eq!(next(&turn, &woken), (Poll::Ready(Part::Body(left)), 0));
            turn.note_passed(2);
        }
        assert_eq!(next(&turn, &woken), (Poll::Pending, 0));
        drop(answering);
        let _answering = turn.answer(7);
        assert_eq!(next(&turn, &woken), (Poll::Ready(Part::Body(7)), 1));
    }

    #[test]
    fn chunked_body_is_passed_on_while_the_handler_waits() {
        let (turn, woken) = (Turn::default(), Arc::default());
        let answering = turn.answer(0);
        for _ in 0..2 {
            assert_eq!(next(&turn, &woken), (Poll::Pending, 0));
            turn.wait_for_chunks();
            assert_eq!(next(&turn, &woken), (Poll::Ready(Part::Chunks), 1));
            turn.note_passed(200);
        }
        turn.wait_for_chunks();
        drop(answering);
        assert_eq!(next(&turn, &woken).0, Poll::Ready(Part::Head));
        let _answering = turn.answer(0);
        assert_eq!(next(&turn, &woken).0, Poll::Pending);
    }
}
