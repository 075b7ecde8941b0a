//! Kinds of pairs and their scores. Rules: magic-mirror.md.

use serde::{Deserialize, Serialize};

use crate::fault::Faults;
use crate::piecepack::Tile;
use crate::wire::ToSchema;

/// The relation of the tiles of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PairKind)]
pub enum PairKind {
    /// The same suit: 0 points.
    Twins,
    /// Cousin suits (Suns with Moons, Crowns with Arms): 1 point.
    Cousins,
    /// Any other suits: 2 points.
    Distant,
}

impl PairKind {
    /// Returns the kind of a pair of tiles.
    #[must_use]
    pub fn of(tiles: [Tile; 2]) -> Self {
        let [a, b] = tiles.map(Tile::suit);
        if a == b {
            Self::Twins
        } else if a == b.cousin() {
            Self::Cousins
        } else {
            Self::Distant
        }
    }

    /// Returns the points of a pair of this kind.
    #[must_use]
    pub const fn points(self) -> u64 {
        match self {
            Self::Twins => 0,
            Self::Cousins => 1,
            Self::Distant => 2,
        }
    }
}

/// The points for each pair of strangers: two tiles left at the end, one on each side of the mirror.
pub(super) const STRANGER_PAIR: u64 = 3;

/// Adds the faults of a stack of pairs of one kind; `at` is the JSON pointer of the stack.
pub(in super::super) fn inspect_pairs(stack: &[Tile], at: &str, kind: PairKind, faults: &mut Faults) {
    let (pairs, rest) = stack.as_chunks::<2>();
    faults.require(rest.is_empty(), at, "broken_pair", format_args!("must be whole pairs (got {} tiles)", stack.len()));
    for (i, pair) in pairs.iter().enumerate() {
        let place = format!("{at}/{}", 2 * i);
        let [a, b] = pair;
        faults.require(adds_up(*pair), &place, "broken_pair", format_args!("{a} and {b} do not add up to 5"));
        faults.require(
            PairKind::of(*pair) == kind,
            place,
            "wrong_stack",
            format_args!("{a} and {b} do not belong to this stack"),
        );
    }
}

/// Returns whether the values of two tiles add up to 5.
pub(super) fn adds_up(tiles: [Tile; 2]) -> bool {
    tiles[0].value().number() + tiles[1].value().number() == 5
}
