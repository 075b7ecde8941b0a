//! Whack-a-Dummy: the built-in player plays it nearly without mistakes.

use funhouse_rules::game::State;
use funhouse_rules::games::epic_funhouse::whack_a_dummy::{Move, Table, WhackADummy};
use funhouse_rules::piecepack::CoinFace;

use crate::budget::{Budget, Canceled, Nodes};
use crate::estimated::{Estimated, Player, SightOf, built_in};
use crate::solution::Bounds;

/// The cost of a mistake.
const MISTAKE: u64 = 10;
/// The cost of giving up.
pub(super) const GAVE_UP: u64 = 15;
/// A plan takes about as long as this many positions of other searches.
pub(super) const PLAN_NODES: u64 = 1000;

impl Estimated for WhackADummy {
    const NODES: Nodes = Nodes { quick: 10_000, normal: 800_000, deep: 12_000_000 };

    type Player = Walker;

    fn bounds(state: &State<Self>) -> Bounds {
        bounds(state.table())
    }

    fn alternatives(state: &State<Self>, _: &Move) -> Vec<Move> {
        state.legal_moves().moves
    }
}

/// Returns the bounds of a room: no mistake more, and giving up now, or once the room is entered.
pub(super) fn bounds<C: CoinFace>(table: &Table<C>) -> Bounds {
    let at_least = MISTAKE * table.mistakes;
    Bounds { at_least, at_most: at_least + GAVE_UP }
}

/// The player.
#[derive(Debug)]
pub struct Walker;

impl Player<WhackADummy> for Walker {
    fn new(_: u64) -> Self {
        Self
    }

    fn plan(&mut self, sight: SightOf<'_, WhackADummy>, budget: &mut Budget<'_>) -> Result<Vec<Move>, Canceled> {
        budget.spend(PLAN_NODES)?;
        Ok(built_in::<WhackADummy>(sight))
    }
}
