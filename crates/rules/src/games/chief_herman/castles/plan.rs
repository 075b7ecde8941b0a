//! How the built-in player plays: it takes the stone that brings most, less what the next seat can then make of it.

use super::castle::Castle;
use super::court::{Color, Space};
use super::{Corner, Move, Place, Settle, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, Seat};

/// What a seat does when it is to act. It settles in any free corner. Among stones of equal gain it takes the first in the rules' order:
/// breaking these ties at random loses more games than it wins.
pub(super) fn decide<C: Castle>(table: &Table<C>, seat: Seat, draws: &mut Draws) -> Option<Move<C>> {
    if table.is_settling() {
        let free = Corner::ALL.into_iter().filter(|corner| !table.houses.contains(corner));
        return choice::any(free, draws).map(|corner| Move::Settle(Settle { seat, corner }));
    }
    let gains =
        table.castle.choices().map(|(color, space)| (gain(table, seat, color, space), Place { seat, color, space }));
    choice::first(gains).map(Move::Place)
}

/// What a seat gains by a stone: twice what it brings, less what the next seat can get then.
fn gain<C: Castle>(table: &Table<C>, seat: Seat, color: Color, space: Space<C>) -> i64 {
    let mut after = table.clone();
    let brought = table.worth(seat, color, space);
    after.lay(seat, color, space, &mut Log::discard());
    let left = after.turn().map_or(0, |next| best_worth(&after, next));
    brought - left
}

fn best_worth<C: Castle>(table: &Table<C>, seat: Seat) -> i64 {
    table.castle.choices().map(|(color, space)| table.worth(seat, color, space)).max().unwrap_or(0)
}
