//! Easy Slider: iterative deepening proves short lines, and a beam finds lines for the rest. The line of the built-in player, which always
//! ends, replaces a beam that finds none.

mod beam;
mod board;
mod deepening;

use funhouse_rules::game::State;
use funhouse_rules::games::easy_slider::{Cell, EasySlider, Move, Slide};
use funhouse_rules::wire::MAX_COUNT;

use self::board::Board;
use self::deepening::{Deepened, deepen};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

/// No line needs more slides. Beyond [`MAX_COUNT`], slides are no longer counted.
const LONGEST: u64 = 1000;

impl Analyzed for EasySlider {
    const NODES: Nodes = Nodes { quick: 45_000, normal: 2_000_000, deep: 20_000_000 };

    fn solve(state: &State<Self>, _: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        let slides = state.table().slides;
        let board = Board::of(state.table());
        // Most boards far from a solution are never proven, and most near one soon are.
        let first = budget.left() / 4;
        let (line, least, method) = match budget.part(first, |budget| deepen(&board, 0, u32::MAX, budget))? {
            Deepened::Line(line) => (moves(&line), None, Method::IterativeDeepening),
            Deepened::AtLeast(least) => {
                let most = budget.left() * 2 / 3;
                let (line, method) = match budget.part(most, |budget| beam::solve(&board, budget))? {
                    Some(line) => (moves(&line), Method::Beam),
                    None => (state.plan(), Method::BuiltInPlayer),
                };
                match deepen(&board, least, line.len() as u32, budget)? {
                    Deepened::Line(line) => (moves(&line), None, Method::IterativeDeepening),
                    Deepened::AtLeast(least) => (line, Some(least), method),
                }
            }
        };
        let at_most = slides + line.len() as u64;
        let at_least = least.map_or(at_most, |least| slides + u64::from(least));
        let bounds = if slides > MAX_COUNT - LONGEST {
            Bounds { at_least: slides.min(MAX_COUNT - 1), at_most }
        } else {
            Bounds { at_least, at_most }
        };
        Ok(Solution { bounds, line, method })
    }
}

/// Returns the moves that slide the tiles of these cells.
fn moves(cells: &[u8]) -> Vec<Move> {
    let cells = cells.iter().filter_map(|cell| Cell::all().nth((*cell).into()));
    cells.map(|cell| Move::Slide(Slide { cell })).collect()
}
