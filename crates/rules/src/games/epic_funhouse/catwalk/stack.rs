//! The four stacks of tiles from the room before.

use serde::{Deserialize, Serialize};

use crate::wire::ToSchema;

/// One of the four stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatwalkStack)]
pub enum Stack {
    /// Pairs of the same suit.
    Twins,
    /// Pairs of cousin suits.
    Cousins,
    /// All other pairs.
    Distant,
    /// Tiles that remain without a match.
    Strangers,
}

impl Stack {
    /// All stacks in order.
    pub const ALL: [Self; 4] = [Self::Twins, Self::Cousins, Self::Distant, Self::Strangers];

    /// Returns the name of the stack.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Twins => "twins",
            Self::Cousins => "cousins",
            Self::Distant => "distant",
            Self::Strangers => "strangers",
        }
    }
}
