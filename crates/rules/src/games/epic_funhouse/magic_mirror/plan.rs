//! How the greedy robot matches tiles.

use std::collections::BTreeMap;

use super::{Matching, PairKind, STRANGER_PAIR};
use crate::game::Log;
use crate::piecepack::Tile;

/// The matches that lead to the least score. What can still be scored depends only on how many tiles each of the eight
/// columns has left, 0 to 3: so at most 4^8 = 65,536 boards are looked at, each once.
pub(super) fn best_matches(table: &Matching) -> Vec<[Tile; 2]> {
    let mut known = BTreeMap::new();
    let mut line = Vec::new();
    let mut table = table.clone();
    least(&table, &mut known);
    while let Some((_, Some(tiles))) = known.get(&heights(&table)).copied() {
        line.push(tiles);
        if table.take(tiles, &mut Log::discard()).is_err() {
            break;
        }
    }
    line
}

/// How many tiles are left in each column: the four above the mirror, then the four below.
fn heights(table: &Matching) -> [u8; 8] {
    let mut heights = [0; 8];
    for (cell, _) in table.grid.iter() {
        heights[cell.column() + if cell.row() < 3 { 0 } else { 4 }] += 1;
    }
    heights
}

/// By the heights of the columns: the least score from there, and the match that leads to it, if any is left.
type Known = BTreeMap<[u8; 8], (u64, Option<[Tile; 2]>)>;

/// The least that the tiles left can score; puts it into `known` for this board and all that follow from it.
fn least(table: &Matching, known: &mut Known) -> u64 {
    let heights = heights(table);
    if let Some((score, _)) = known.get(&heights) {
        return *score;
    }
    let mut best = (u64::MAX, None);
    // Each match is listed in both orders, which score the same.
    for [upper, lower] in table.matches().step_by(2) {
        let mut after = table.clone();
        if after.take([upper, lower], &mut Log::discard()).is_ok() {
            let score = PairKind::of([upper, lower]).points() + least(&after, known);
            if score < best.0 {
                best = (score, Some([upper, lower]));
            }
        }
    }
    if best.1.is_none() {
        best.0 = table.grid.count() as u64 / 2 * STRANGER_PAIR;
    }
    known.insert(heights, best);
    best.0
}
