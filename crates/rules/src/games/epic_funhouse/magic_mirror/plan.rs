//! The greedy robot's matches.

use std::collections::BTreeMap;

use super::{Matching, PairKind, STRANGER_PAIR};
use crate::game::Log;
use crate::piecepack::Tile;

/// Returns the matches with the minimum score.
///
/// The future score depends only on the number of tiles left in each of the eight columns, 0 to 3. So the search visits
/// at most 4^8 = 65,536 boards, each once.
pub(super) fn best_matches(table: &Matching) -> Vec<[Tile; 2]> {
    let mut known = BTreeMap::new();
    let mut line = Vec::new();
    let mut table = table.clone();
    min_score(&table, &mut known);
    while let Some((_, Some(tiles))) = known.get(&heights(&table)).copied() {
        line.push(tiles);
        if table.take(tiles, &mut Log::discard()).is_err() {
            break;
        }
    }
    line
}

/// Returns the number of tiles left in each column: the four above the mirror, then the four below.
fn heights(table: &Matching) -> [u8; 8] {
    let mut heights = [0; 8];
    for (cell, _) in table.grid.iter() {
        heights[cell.column() + if cell.row() < 3 { 0 } else { 4 }] += 1;
    }
    heights
}

/// The minimum score by column heights, and the match that leads to it, if any is left.
type Known = BTreeMap<[u8; 8], (u64, Option<[Tile; 2]>)>;

/// Computes the minimum score of the tiles left and stores it in `known`, for this board and all that follow from it.
fn min_score(table: &Matching, known: &mut Known) -> u64 {
    let heights = heights(table);
    if let Some((score, _)) = known.get(&heights) {
        return *score;
    }
    let mut best = (u64::MAX, None);
    // Each match is listed in both orders, which score the same.
    for [upper, lower] in table.matches().step_by(2) {
        let mut after = table.clone();
        if after.take([upper, lower], &mut Log::discard()).is_ok() {
            let score = PairKind::of([upper, lower]).points() + min_score(&after, known);
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
