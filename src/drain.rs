//! The end of the service. It drains first: `/readyz` fails, but everything is served, so that load balancers and clients can move to other
//! instances. Then it stops.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Whether the service drains. Clones are of the same service.
#[derive(Clone, Debug, Default)]
pub struct Drain(Arc<watch::Sender<Option<Window>>>);

/// The time in which listeners end, each at its own moment, so that their clients do not all connect again at once.
#[derive(Clone, Copy, Debug)]
struct Window {
    from: Instant,
    length: Duration,
}

impl Window {
    /// The second half of a time.
    fn within(time: Duration, begun: Instant) -> Self {
        let length = time / 2;
        Self { from: begun + (time - length), length }
    }

    /// The moment at a place, of which 0 is the start and `u32::MAX` the end.
    fn moment(self, place: u32) -> Instant {
        self.from + self.length.mul_f64(f64::from(place) / f64::from(u32::MAX))
    }
}

impl Drain {
    /// Begins to drain for this time. Listeners end in the second half of it.
    pub fn begin(&self, time: Duration) {
        self.0.send_replace(Some(Window::within(time, Instant::now())));
    }

    /// Whether the service drains, or has stopped.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Draws the moment at which a listener ends.
    #[must_use]
    pub fn draw_end(&self) -> End {
        self.end_at(getrandom::u32().unwrap_or(u32::MAX))
    }

    /// Waits until the service has drained.
    pub async fn over(&self) {
        self.end_at(u32::MAX).reached().await;
    }

    fn end_at(&self, place: u32) -> End {
        End { drain: self.0.subscribe(), place }
    }
}

/// The moment at which a listener ends.
#[derive(Debug)]
pub struct End {
    drain: watch::Receiver<Option<Window>>,
    place: u32,
}

impl End {
    /// Waits until the moment. Ready at once when it has passed.
    pub async fn reached(&mut self) {
        // It fails if the service is gone.
        let window = self.drain.wait_for(Option::is_some).await.ok().and_then(|window| *window);
        if let Some(window) = window {
            sleep_until(window.moment(self.place)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listeners_end_spread_over_second_half() {
        let begun = Instant::now();
        let window = Window::within(Duration::from_secs(10), begun);
        let after = [0, u32::MAX / 2, u32::MAX].map(|place| (window.moment(place) - begun).as_millis());
        assert_eq!(after, [5000, 7499, 10_000]);
        assert_eq!(Window::within(Duration::ZERO, begun).moment(u32::MAX), begun);
    }
}
