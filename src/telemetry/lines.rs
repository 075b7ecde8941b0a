//! Log lines that wait for standard error: a bounded buffer, and one thread that writes it.
//!
//! Code that logs appends to the buffer and never waits for the reader of standard error. If that reader is too slow, the buffer fills,
//! and lines are dropped and counted. The bound is in bytes, because a line can contain a path of any length; tracing-appender bounds
//! only the number of lines, and makes a system call for each.

#![allow(clippy::disallowed_types, reason = "logs are written to a file")]

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tracing_subscriber::fmt::MakeWriter;

/// Maximum size of the buffer: about 5,000 lines of requests.
const MAX_BYTES: usize = 1 << 20;
/// How long the thread pauses after it has written, so that it writes many lines at once.
const PAUSE: Duration = Duration::from_millis(10);
/// How long the end of the process waits for the remaining lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The name of the thread that writes.
const WRITER: &str = "logs";

static LOST: LazyLock<Counter> = LazyLock::new(Counter::default);

/// Returns the number of lines that this process dropped.
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
    /// Notified when a line arrives in the empty buffer, and when all lines are written.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// Whether the thread is writing lines that it removed from the buffer.
    writing: bool,
}

impl Lines {
    /// Creates a buffer for standard error, and its thread.
    ///
    /// # Errors
    /// If the system cannot create a thread, or standard error is closed.
    pub(super) fn to_stderr() -> io::Result<Self> {
        // A separate descriptor: the lock of the usual one would be locked while its reader stalls.
        let stderr = File::from(io::stderr().as_fd().try_clone_to_owned()?);
        Self::to(stderr)
    }

    fn to(output: impl Write + Send + 'static) -> io::Result<Self> {
        let lines = Self(Arc::default());
        let buffer = Arc::clone(&lines.0);
        thread::Builder::new().name(WRITER.to_owned()).spawn(move || buffer.serve(output))?;
        Ok(lines)
    }

    /// Waits until all lines are written, for at most a second.
    pub(super) fn flush_all(&self) {
        let unwritten = |state: &mut State| state.writing || !state.waiting.is_empty();
        drop(self.0.changed.wait_timeout_while(self.0.lock(), FLUSH_TIMEOUT, unwritten));
    }
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a line, if there is room for it.
    fn push(&self, line: &[u8]) {
        let mut state = self.lock();
        // The line in which the writer reports lost lines always has room.
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

    /// Writes lines as they arrive, forever.
    fn serve(&self, mut output: impl Write) {
        let (mut lines, mut reported) = (Vec::new(), LOST.get());
        loop {
            self.take(&mut lines);
            // If standard error is closed, there is no place to report it.
            let _ = output.write_all(&lines);
            lines.clear();
            let lost = LOST.get();
            if lost > reported {
                let lines = lost - reported;
                tracing::warn!(target: "funhouse::logs", lines, "log lines were dropped, because they were not read fast enough");
                reported = lost;
            }
            self.pause();
        }
    }

    /// Waits for lines, and removes all of them from the buffer.
    fn take(&self, into: &mut Vec<u8>) {
        let state = self.changed.wait_while(self.lock(), |state| state.waiting.is_empty());
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut state.waiting, into);
        state.writing = true;
    }

    fn pause(&self) {
        self.lock().writing = false;
        self.changed.notify_all();
        thread::sleep(PAUSE);
    }
}

impl Write for Lines {
    /// Appends a whole line.
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
