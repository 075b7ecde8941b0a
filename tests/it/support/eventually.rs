//! Waiting for conditions. Tests never assume how long something takes.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time after which a condition counts as never met. Only a defect gets there: a machine that is busy with other work does not.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until `look` returns a value.
///
/// # Panics
/// After [`PATIENCE`], with what was awaited.
#[allow(clippy::disallowed_types, reason = "a test gives up in the end")]
pub(crate) fn eventually<T>(awaited: impl Debug, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = std::time::Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited {PATIENCE:?} for {awaited:?}");
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits until `holds` returns true.
///
/// # Panics
/// After [`PATIENCE`], with what was awaited.
pub(crate) fn until(awaited: impl Debug, mut holds: impl FnMut() -> bool) {
    eventually(awaited, || holds().then_some(()));
}

/// Has clients stop once it is dropped, also when the test fails.
pub(crate) struct SetAtEnd<'a>(pub(crate) &'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
