//! How the greedy robot plays Trampo-Land.

use std::collections::BTreeSet;

use super::moves::{Bounce, Move, Walk};
use super::{Table, TrampoLand};
use crate::game::{Game, Log, Solitaire};
use crate::games::Stop;

/// How many tables the greedy robot looks at.
const PATIENCE: usize = 60_000;

/// The longest line that it looks for: thirteen bounces leave one piece, and walks come between.
const LONGEST: usize = 40;

/// The greedy robot: searches depth first for a line that leaves nobody but you, bounces before walks; if it finds
/// none in time, it plays the best line it has seen and stops there.
pub(super) fn best_line(table: &Table) -> Vec<Move> {
    let mut seen = BTreeSet::new();
    let mut best = (TrampoLand::score(table).total, *table, Vec::new());
    let mut line = Vec::new();
    let mut open = vec![(*table, moves(table))];
    while let Some((table, untried)) = open.last_mut().filter(|_| best.0 > 0) {
        let Some(mv) = untried.next() else {
            open.pop();
            line.pop();
            continue;
        };
        let mut after = *table;
        let made = after.play(&mv, &mut Log::discard()).is_ok();
        if made && line.len() < LONGEST && seen.len() < PATIENCE && seen.insert(after) {
            line.push(mv);
            let score = TrampoLand::score(&after).total;
            if score < best.0 {
                best = (score, after, line.clone());
            }
            open.push((after, moves(&after)));
        }
    }
    let (_, end, mut line) = best;
    if !TrampoLand::finished(&end) {
        line.push(Move::Stop(Stop {}));
    }
    line
}

/// The bounces and walks of a table, in the order in which the greedy robot tries them.
fn moves(table: &Table) -> std::vec::IntoIter<Move> {
    let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
    let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
    bounces.chain(walks).collect::<Vec<_>>().into_iter()
}
