//! A move at a table.

use std::sync::Arc;

use crate::refusal::Unreadable;
use crate::ruleset::Ruleset;
use funhouse_rules::erased::{AnyMove, Move};
use funhouse_rules::game::Seat;
use funhouse_rules::wire;

/// A move of a ruleset, which was parsed once.
///
/// Its JSON is only for the store, and for comparison: moves of a ruleset are equal if and only if their JSON is.
#[derive(Clone, Debug)]
pub struct TableMove {
    json: Arc<str>,
    mv: Move,
}

impl TableMove {
    /// Creates a move at a table.
    pub(crate) fn new(mv: Move) -> Self {
        Self { json: mv.json().get().into(), mv }
    }

    /// Returns the move.
    pub(crate) fn mv(&self) -> &dyn AnyMove {
        &*self.mv
    }

    /// Returns the move, which shares its memory.
    pub(crate) fn shared(&self) -> Move {
        Arc::clone(&self.mv)
    }

    /// Returns the seat that makes it.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.mv.seat()
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

impl Ruleset {
    /// Reads a stored move.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub fn stored_move(self, json: &str) -> Result<TableMove, Unreadable> {
        let mv = wire::read_with(json.as_bytes(), &|mv| self.rules().read_move(mv));
        mv.map(TableMove::new).map_err(|why| Unreadable(format!("a move: {why}")))
    }
}
