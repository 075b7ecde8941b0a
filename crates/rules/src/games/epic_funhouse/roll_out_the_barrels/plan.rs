//! The greedy robot's rolls.

use std::collections::VecDeque;

use super::moves::{Move, Tip};
use super::path::min_sums;
use super::{Cell, EXIT, Grid, START, tip};
use crate::games::GiveUp;
use crate::grid::Direction;
use crate::piecepack::{Arrangement, Die};

/// Returns the greedy robot's line: starts over from a1 and rolls to the exit in the minimum number of moves over all
/// placements.
///
/// If none leads there, it rolls to where giving up costs least and gives up.
pub(super) fn best_roll(grid: &Grid, arrangement: Arrangement) -> Vec<Move> {
    let mut reached: Vec<(Cell, Die, Option<usize>, Move)> = Vec::new();
    let mut queue = VecDeque::new();
    for die in arrangement.orientations() {
        queue.push_back((START, die, None, Move::PlaceDie(die.into())));
    }
    while let Some((cell, die, from, mv)) = queue.pop_front() {
        if reached.iter().any(|(c, d, _, _)| (*c, *d) == (cell, die)) {
            continue;
        }
        let this = reached.len();
        reached.push((cell, die, from, mv));
        if cell == EXIT {
            break;
        }
        for direction in Direction::ALL {
            if let Ok((next, tipped)) = tip(grid, cell, die, direction) {
                queue.push_back((next, tipped, Some(this), Move::Tip(Tip { direction })));
            }
        }
    }
    let sums = min_sums(grid);
    let best = (0..reached.len()).min_by_key(|i| reached.get(*i).map(|(cell, ..)| sums[cell.index()]));
    let exit = reached.iter().position(|(cell, ..)| *cell == EXIT);
    let mut line = if exit.is_some() { Vec::new() } else { vec![Move::GiveUp(GiveUp {})] };
    let mut at = exit.or(best);
    while let Some((_, _, from, mv)) = at.and_then(|i| reached.get(i)) {
        line.push(mv.clone());
        at = *from;
    }
    line.reverse();
    line
}
