//! The built-in player of the castles: it takes the stone with the most points, minus what the next seat can then
//! score.

use super::castle::Castle;
use super::court::{Color, Space};
use super::{Corner, Move, Place, Settle, Table};
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, Seat};

/// Returns the move of a seat. It settles in any free corner.
///
/// Ties between stones are broken by the rules' order: random choices lose more games than they win.
pub(super) fn decide<C: Castle>(table: &Table<C>, seat: Seat, draws: &mut Draws) -> Option<Move<C>> {
    if table.is_settling() {
        let free = Corner::ALL.into_iter().filter(|corner| !table.houses.contains(corner));
        return choice::any(free, draws).map(|corner| Move::Settle(Settle { seat, corner }));
    }
    let gains =
        table.castle.choices().map(|(color, space)| (gain(table, seat, color, space), Place { seat, color, space }));
    choice::first(gains).map(Move::Place)
}

/// Returns the gain of a stone: twice its points, minus the best that the next seat can then score.
fn gain<C: Castle>(table: &Table<C>, seat: Seat, color: Color, space: Space<C>) -> i64 {
    let mut after = table.clone();
    let brought = table.worth(seat, color, space);
    after.place_and_score(seat, color, space, &mut Log::discard());
    let left = after.turn().map_or(0, |next| best_worth(&after, next));
    brought - left
}

fn best_worth<C: Castle>(table: &Table<C>, seat: Seat) -> i64 {
    table.castle.choices().map(|(color, space)| table.worth(seat, color, space)).max().unwrap_or(0)
}
