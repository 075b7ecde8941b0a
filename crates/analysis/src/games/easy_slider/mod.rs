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
    const NODES: Nodes = Nodes { quick: 45_000, normal: 1_400_000, deep: 20_000_000 };

    /// The tile slides and slides back.
    const UNDO_COST: Option<u64> = Some(2);

    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        let slides = state.table().slides;
        let board = Board::of(state.table());
        // Most boards far from a solution are never proven, and most near one soon are.
        let first = budget.left() / 4;
        let (found, least) = match budget.part(first, |budget| deepen(&board, 0, u32::MAX, budget))? {
            Deepened::Line(line) => (Found::line(moves(&line), Method::IterativeDeepening), None),
            Deepened::AtLeast(least) => {
                let most = budget.left() * 2 / 3;
                let found = match budget.part(most, |budget| beam::solve(&board, budget))? {
                    Some(line) => Found::line(moves(&line), Method::Beam),
                    None if need_line => Found::line(state.plan(), Method::BuiltInPlayer),
                    None => Found { slides: LONGEST, line: Vec::new(), method: Method::Beam },
                };
                match deepen(&board, least, found.slides as u32, budget)? {
                    Deepened::Line(line) => (Found::line(moves(&line), Method::IterativeDeepening), None),
                    Deepened::AtLeast(least) => (found, Some(least)),
                }
            }
        };
        let at_most = slides + found.slides;
        let at_least = least.map_or(at_most, |least| slides + u64::from(least));
        let bounds = if slides > MAX_COUNT - LONGEST {
            Bounds { at_least: slides.min(MAX_COUNT - 1), at_most }
        } else {
            Bounds { at_least, at_most }
        };
        Ok(Solution { bounds, line: found.line, method: found.method })
    }
}

/// What was found: a line and its slides. Without a line, no solution is known to need fewer slides.
struct Found {
    slides: u64,
    line: Vec<Move>,
    method: Method,
}

impl Found {
    fn line(line: Vec<Move>, method: Method) -> Self {
        Self { slides: line.len() as u64, line, method }
    }
}

/// Returns the moves that slide the tiles of these cells.
fn moves(cells: &[u8]) -> Vec<Move> {
    let cells = cells.iter().filter_map(|cell| Cell::all().nth((*cell).into()));
    cells.map(|cell| Move::Slide(Slide { cell })).collect()
}
