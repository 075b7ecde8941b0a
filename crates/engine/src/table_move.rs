//! A move at a table, independent of its type.

use std::any::Any;
use std::sync::Arc;

use funhouse_rules::game::{Game, Seat};
use funhouse_rules::mode::Mode;

/// A move of a ruleset, which was parsed once.
///
/// Its JSON is only for the store, and for comparison: moves of a ruleset are equal if and only if their JSON is.
#[derive(Clone, Debug)]
pub struct TableMove {
    seat: Seat,
    json: Arc<str>,
    typed: Arc<dyn Any + Send + Sync>,
}

impl TableMove {
    /// Creates a move from its type.
    pub(crate) fn new<G: Game, M: Mode<G>>(mv: G::Move) -> Self {
        // Serializing a move cannot fail.
        let json = serde_json::to_string(&mv).unwrap_or_default().into();
        Self { seat: M::acting_seat(&mv), json, typed: Arc::new(mv) }
    }

    /// Returns the move with its type, if it is one of this game.
    pub(crate) fn typed<G: Game>(&self) -> Option<Arc<G::Move>> {
        Arc::clone(&self.typed).downcast().ok()
    }

    /// Returns the seat that makes it.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the move as JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }
}

impl PartialEq for TableMove {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}

impl Eq for TableMove {}
