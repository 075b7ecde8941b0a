//! What each rule is handed beside the table: the context that it works in, and the log that it writes to.

use super::Seats;
use crate::chance::{Chance, Seed};

/// What a run fixes before its first move: its chance, its seats and its options.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a, O> {
    /// The chance of the run's seed.
    pub chance: Chance<'a>,
    /// How many seats there are.
    pub seats: Seats,
    /// The options.
    pub options: O,
}

impl<'a, O> Context<'a, O> {
    /// A context of a seed, seats and options.
    pub fn new(seed: &'a Seed, seats: Seats, options: O) -> Self {
        Self { chance: Chance::new(seed), seats, options }
    }

    /// The context of a view, whose seed is not known.
    #[must_use]
    pub const fn unseeded(seats: Seats, options: O) -> Self {
        Self { chance: Chance::unknown(), seats, options }
    }

    /// The same with other options: those that a room of a suite takes.
    pub fn with<P>(self, options: P) -> Context<'a, P> {
        Context { chance: self.chance, seats: self.seats, options }
    }
}

/// The events of a move, if the caller asked for them.
#[derive(Clone, Debug)]
pub struct Log<E>(Option<Vec<E>>);

impl<E> Log<E> {
    /// A log that keeps what is written.
    #[must_use]
    pub fn keep() -> Self {
        Self(Some(Vec::new()))
    }

    /// A log that drops every event, without calling the closure that would make it.
    #[must_use]
    pub fn discard() -> Self {
        Self(None)
    }

    /// An empty log of another type of event, which keeps its events if this one does.
    pub fn alike<F>(&self) -> Log<F> {
        Log(self.0.is_some().then(Vec::new))
    }

    /// Writes the event that the closure makes, if the log keeps events.
    pub fn write<I: Into<E>>(&mut self, event: impl FnOnce() -> I) {
        if let Some(events) = &mut self.0 {
            events.push(event().into());
        }
    }

    /// The events written, in order; none from a log that drops them.
    #[must_use]
    pub fn events(self) -> Vec<E> {
        self.0.unwrap_or_default()
    }
}
