//! What somebody looks at. Rules: seats.md, section 4.

use crate::seat::{Seats, Viewer};

/// What somebody sees of a game: its view of the table, and what was agreed before the deal. It has no seed.
#[derive(Debug)]
pub struct Sight<'a, O, V> {
    /// How many seats there are.
    pub seats: Seats,
    /// Who looks.
    pub viewer: Viewer,
    /// The options.
    pub options: O,
    /// What they see of the table.
    pub table: &'a V,
}

impl<'a, O, V> Sight<'a, O, V> {
    /// The same viewer's sight of another table with other options: that of a room of a suite.
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
