//! How a game of One Ball ends.

use serde::{Deserialize, Serialize};

use crate::text::counted;
use crate::wire::ToSchema;

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OneBallResult)]
pub enum GameResult {
    /// Won: the table is clear.
    Won,
    /// Lost by a foul.
    Foul,
    /// Lost by the fourth miss in a row.
    FourMisses,
    /// Lost by a miss with all object balls on the table.
    NothingToSpot,
    /// Lost by taking the last shot of a game with balls left.
    TooManyShots,
}

impl GameResult {
    /// Describes the end after this many shots.
    pub(super) fn text(self, shots: u64) -> String {
        let shots = counted(shots, "shot");
        match self {
            Self::Won => format!("won with {shots}"),
            Self::Foul => format!("lost by a foul after {shots}"),
            Self::FourMisses => format!("lost by the fourth miss in a row after {shots}"),
            Self::NothingToSpot => format!("lost by a miss with all balls on the table after {shots}"),
            Self::TooManyShots => format!("lost with balls left after {shots}"),
        }
    }
}
