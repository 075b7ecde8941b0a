//! The types of a game's moves, for its entry in the catalogue.

use serde::Serialize;

use crate::wire::{DescribedMove, Moves, ToSchema, unwrapped};

/// A type of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MoveType {
    /// The `type` of the moves.
    #[serde(rename = "type")]
    pub name: String,
    /// The effect of the move.
    pub description: String,
    /// Whether such a move gives up or stops: the game ends, or its current room. A program that wants to play on avoids these moves.
    pub quits: bool,
}

/// Returns the types of moves.
#[must_use]
pub fn move_types<M: Moves>() -> Vec<MoveType> {
    let move_type = |DescribedMove { tag, description, quits }: &DescribedMove| MoveType {
        name: (*tag).to_owned(),
        description: unwrapped(description),
        quits: *quits,
    };
    M::TYPES.iter().map(move_type).collect()
}
