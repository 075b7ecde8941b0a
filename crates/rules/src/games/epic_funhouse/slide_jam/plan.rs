//! The built-in player of Slide Jam.

use std::cmp::Reverse;

use super::families::families;
use super::{Move, Pop, Slide, SlideJam, StackSide, Table, slides};
use crate::game::{NoOptions, Solitaire as _};

/// The beam width of the greedy robot.
const BEAM: usize = 40;

/// Returns the greedy robot's line: a beam search until no family is left, which minimizes the sum of the tiles left.
///
/// Of tables with the same sum, those with more families left are preferred.
pub(super) fn best_line(table: &Table) -> Vec<Move> {
    let setting_free = |table: &Table| {
        let mut count = 0_usize;
        families(&table.grid, |_| {
            count += 1;
            true
        });
        count
    };
    let mut best: Option<(u64, Vec<Move>)> = None;
    let mut beam = vec![(table.clone(), Vec::new())];
    while !beam.is_empty() {
        let mut next: Vec<(u64, Reverse<usize>, Table, Vec<Move>)> = Vec::new();
        for (table, line) in beam {
            let mut grids = Vec::new();
            families(&table.grid, |cells| {
                for slide in Slide::ALL {
                    // The choice of stack does not matter here, so keep the stacks level.
                    let stack = if table.left.len() <= table.right.len() { StackSide::Left } else { StackSide::Right };
                    let pop = Pop { cells, stack, slide };
                    let mut after = table.clone();
                    if pop_freely(&mut after, &pop) && !grids.contains(&after.grid) {
                        grids.push(after.grid);
                        let line = line.iter().cloned().chain([Move::Pop(pop)]).collect();
                        let freedom = setting_free(&after);
                        next.push((SlideJam::score(NoOptions {}, &after).total, Reverse(freedom), after, line));
                    }
                }
                true
            });
        }
        next.sort_by_key(|(score, freedom, _, _)| (*score, *freedom));
        let (ended, mut going): (Vec<_>, Vec<_>) = next.into_iter().partition(|(_, freedom, _, _)| freedom.0 == 0);
        if let Some((score, _, _, line)) = ended.into_iter().next()
            && best.as_ref().is_none_or(|(least, _)| score < *least)
        {
            best = Some((score, line));
        }
        going.sort_by_key(|(_, freedom, _, _)| *freedom);
        going.truncate(BEAM);
        beam = going.into_iter().map(|(_, _, table, line)| (table, line)).collect();
    }
    best.map(|(_, line)| line).unwrap_or_default()
}

/// Pops and slides without checking the family. Returns whether its tiles were present.
fn pop_freely(table: &mut Table, pop: &Pop) -> bool {
    let [Some(a), Some(b), Some(c)] = pop.cells.map(|cell| table.grid[cell].take()) else {
        return false;
    };
    table.stack_mut(pop.stack).extend([a, b, c]);
    for slid in slides(&table.grid, pop.slide) {
        table.grid[slid.from] = None;
        table.grid[slid.to] = Some(slid.tile);
    }
    true
}
