//! The corners of Herman's Castle, each of four spaces: the houses of the seats. Rules: hermans-castle.md.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::wire::ToSchema;

/// A corner of Herman's Castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HermansCastleCorner)]
pub enum Corner {
    /// a4, b4, a5 and b5.
    Northwest,
    /// e4, f4, e5 and f5.
    Northeast,
    /// a1, b1, a2 and b2.
    Southwest,
    /// e1, f1, e2 and f2.
    Southeast,
}

impl Corner {
    /// All corners in order.
    pub const ALL: [Self; 4] = [Self::Northwest, Self::Northeast, Self::Southwest, Self::Southeast];
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Northwest => "northwest",
            Self::Northeast => "northeast",
            Self::Southwest => "southwest",
            Self::Southeast => "southeast",
        })
    }
}
