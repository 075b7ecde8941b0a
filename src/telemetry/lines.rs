//! Lines on their way to standard error: a bounded buffer, and one thread that writes it out.
//!
//! Whoever logs appends to the buffer and never waits for the reader of standard error. When that reader is too slow, the buffer
//! is full, and lines are dropped and counted. The bound is one of bytes, since a line may hold a path of any length;
//! tracing-appender bounds the number of lines only, and makes a system call for each.

#![allow(clippy::disallowed_types, reason = "logs are written to a file")]

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::fmt::MakeWriter;

/// The most bytes that wait to be written: some 5,000 lines of requests.
const MAX_BYTES: usize = 1 << 20;
/// How long the thread rests after it has written, so that many lines are written at once.
const REST: Duration = Duration::from_millis(10);
/// How long the lines that wait at the end are given to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// The name of the thread that writes.
const WRITER: &str = "logs";

static LOST: LazyLock<Counter> = LazyLock::new(Counter::default);

/// The number of lines that were dropped, of this process.
#[must_use]
pub fn lost_lines() -> Counter {
    LOST.clone()
}

/// A handle of the buffer.
#[derive(Clone)]
pub(super) struct Lines(Arc<Buffer>);

#[derive(Default)]
struct Buffer {
    state: Mutex<State>,
    /// Notified when the first line comes in, and when nothing waits any more.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// Whether the thread writes lines that it has taken.
    writing: bool,
}

impl Lines {
    /// A buffer for standard error, with its thread.
    ///
    /// # Errors
    /// When the system gives no thread, or standard error is closed.
    pub(super) fn to_stderr() -> io::Result<Self> {
        // A descriptor of its own: the lock of the usual one would be held as long as its reader stalls.
        let stderr = File::from(io::stderr().as_fd().try_clone_to_owned()?);
        Self::to(stderr)
    }

    fn to(output: impl Write + Send + 'static) -> io::Result<Self> {
        let lines = Self(Arc::default());
        let buffer = Arc::clone(&lines.0);
        thread::Builder::new().name(WRITER.to_owned()).spawn(move || buffer.serve(output))?;
        Ok(lines)
    }

    /// Waits until all lines are written, but no longer than a second.
    pub(super) fn flush_all(&self) {
        let unwritten = |state: &mut State| state.writing || !state.waiting.is_empty();
        drop(self.0.changed.wait_timeout_while(self.0.lock(), PATIENCE, unwritten));
    }
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that panics runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line, if there is room for it.
    fn push(&self, line: &[u8]) {
        let mut state = self.lock();
        // What the writer says of lost lines always has room.
        if state.waiting.len() + line.len() > MAX_BYTES && thread::current().name() != Some(WRITER) {
            LOST.inc();
            return;
        }
        let first = state.waiting.is_empty();
        state.waiting.extend_from_slice(line);
        drop(state);
        if first {
            self.changed.notify_all();
        }
    }

    /// Writes lines as they come, for ever.
    fn serve(&self, mut output: impl Write) {
        let (mut taken, mut told) = (Vec::new(), LOST.get());
        loop {
            self.take(&mut taken);
            // There is nobody to be told that standard error is closed.
            let _ = output.write_all(&taken);
            taken.clear();
            let lost = LOST.get();
            if lost > told {
                let lines = lost - told;
                tracing::warn!(target: "funhouse::logs", lines, "lines were lost, since they were not read fast enough");
                told = lost;
            }
            self.rest();
        }
    }

    /// Waits for lines and takes all there are.
    fn take(&self, into: &mut Vec<u8>) {
        let state = self.changed.wait_while(self.lock(), |state| state.waiting.is_empty());
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.waiting, into);
        state.writing = true;
    }

    fn rest(&self) {
        self.lock().writing = false;
        self.changed.notify_all();
        thread::sleep(REST);
    }
}

impl Write for Lines {
    /// Takes a line, which is written whole.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
