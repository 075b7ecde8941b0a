//! The greedy robot of Trampo-Land.

use std::collections::BTreeSet;

use super::moves::{Bounce, Move, Walk};
use super::{Table, TrampoLand};
use crate::game::{Game, Log, NoOptions, Solitaire};
use crate::games::Stop;

/// Maximum number of tables to search.
const MAX_TABLES: usize = 60_000;

/// Maximum length of a line: thirteen bounces leave one piece, with walks between them.
const MAX_LENGTH: usize = 40;

/// Searches depth first, bounces before walks, for a line that leaves only you. If it finds none in time, returns the
/// best line seen and stops.
pub(super) fn best_line(table: &Table) -> Vec<Move> {
    let mut seen = BTreeSet::new();
    let mut best = (TrampoLand::score(NoOptions {}, table).total, *table, Vec::new());
    let mut line = Vec::new();
    let mut open = vec![(*table, moves(table))];
    while let Some((table, untried)) = open.last_mut().filter(|_| best.0 > 0) {
        let Some(mv) = untried.next() else {
            open.pop();
            line.pop();
            continue;
        };
        let mut after = *table;
        let legal = after.play(&mv, &mut Log::discard()).is_ok();
        if legal && line.len() < MAX_LENGTH && seen.len() < MAX_TABLES && seen.insert(after) {
            line.push(mv);
            let score = TrampoLand::score(NoOptions {}, &after).total;
            if score < best.0 {
                best = (score, after, line.clone());
            }
            open.push((after, moves(&after)));
        }
    }
    let (_, end, mut line) = best;
    if !TrampoLand::finished(NoOptions {}, &end) {
        line.push(Move::Stop(Stop {}));
    }
    line
}

/// Returns the bounces and walks of a table, in search order.
fn moves(table: &Table) -> std::vec::IntoIter<Move> {
    let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
    let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
    bounces.chain(walks).collect::<Vec<_>>().into_iter()
}
