//! The input of a scene or a plan. Rules: seats.md, section 4.

use crate::seat::{Seats, Viewer};

/// Everything that a viewer knows of a game: their view of the table, the seats and the options. It has no seed.
#[derive(Debug)]
pub struct Sight<'a, O, V> {
    /// The number of seats.
    pub seats: Seats,
    /// The viewer.
    pub viewer: Viewer,
    /// The options.
    pub options: O,
    /// The viewer's view of the table.
    pub table: &'a V,
}

impl<'a, O, V> Sight<'a, O, V> {
    /// Returns the same viewer's sight of another table with other options: those of a room of a suite.
    pub fn with<P, W>(self, options: P, table: &'a W) -> Sight<'a, P, W> {
        Sight { seats: self.seats, viewer: self.viewer, options, table }
    }
}

impl<O: Copy, V> Clone for Sight<'_, O, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: Copy, V> Copy for Sight<'_, O, V> {}
