//! The arguments that each rule gets besides the table: its context and the log of events.

use super::Seats;
use crate::chance::{Chance, Seed};

/// Everything that is fixed before the first move of a run: chance, seats and options.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a, O> {
    /// The chance of the run, derived from its seed.
    pub chance: Chance<'a>,
    /// The number of seats.
    pub seats: Seats,
    /// The options.
    pub options: O,
}

impl<'a, O> Context<'a, O> {
    /// Creates a context from a seed, seats and options.
    pub fn new(seed: &'a Seed, seats: Seats, options: O) -> Self {
        Self { chance: Chance::new(seed), seats, options }
    }

    /// Creates the context of a view, whose seed is unknown.
    #[must_use]
    pub const fn unseeded(seats: Seats, options: O) -> Self {
        Self { chance: Chance::unknown(), seats, options }
    }

    /// Returns the same context with other options: those of a room of a suite.
    pub fn with<P>(self, options: P) -> Context<'a, P> {
        Context { chance: self.chance, seats: self.seats, options }
    }
}

/// The events of a move, recorded only if the caller wants them.
#[derive(Clone, Debug)]
pub struct Log<E>(Option<Vec<E>>);

impl<E> Log<E> {
    /// Creates a log that records events.
    #[must_use]
    pub fn keep() -> Self {
        Self(Some(Vec::new()))
    }

    /// Creates a log that drops events. It never calls the closure that builds an event.
    #[must_use]
    pub fn discard() -> Self {
        Self(None)
    }

    /// Creates an empty log of another event type that records if this one records.
    pub fn matching<F>(&self) -> Log<F> {
        Log(self.0.is_some().then(Vec::new))
    }

    /// Records the event that the closure builds. A discarding log does not call the closure.
    pub fn write<I: Into<E>>(&mut self, event: impl FnOnce() -> I) {
        if let Some(events) = &mut self.0 {
            events.push(event().into());
        }
    }

    /// Returns the recorded events in order; empty for a discarding log.
    #[must_use]
    pub fn events(self) -> Vec<E> {
        self.0.unwrap_or_default()
    }
}
