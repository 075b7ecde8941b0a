//! Iterative deepening (IDA*): looks for lines up to a number of slides, then up to two more, and so on.
//!
//! The number of slides is even or odd whatever the line, because each slide moves the hole by one cell and the nulls do
//! not change that. So a line that is found first is shortest, and each failed round raises the lower bound.

use super::board::{Board, NEIGHBORS};
use crate::budget::{Budget, Canceled};

/// The result of the rounds that the budget allowed.
pub(super) enum Deepened {
    /// A shortest line: the cells whose tiles slide.
    Line(Vec<u8>),
    /// Every line has at least this many slides.
    AtLeast(u32),
}

struct Round<'a, 'b> {
    limit: u32,
    /// The smallest number of slides of a line that was too long.
    next: u32,
    line: Vec<u8>,
    budget: &'a mut Budget<'b>,
}

enum Outcome {
    Found,
    Failed,
    OutOfNodes,
}

/// Deepens from lines of at least `least` slides until a line is found, until no line is shorter than `known`, or until
/// the budget ends.
pub(super) fn deepen(board: &Board, least: u32, known: u32, budget: &mut Budget<'_>) -> Result<Deepened, Canceled> {
    let distance = board.distance();
    let mut limit = least.max(distance);
    while limit < known {
        let mut round = Round { limit, next: u32::MAX, line: Vec::new(), budget };
        match round.search(board, distance, u8::MAX)? {
            Outcome::Found => return Ok(Deepened::Line(round.line)),
            Outcome::OutOfNodes => return Ok(Deepened::AtLeast(limit)),
            Outcome::Failed => limit = round.next,
        }
    }
    Ok(Deepened::AtLeast(limit.min(known)))
}

impl Round<'_, '_> {
    /// Searches below a board. `before` is the cell of the hole before the last slide, which is not undone.
    fn search(&mut self, board: &Board, distance: u32, before: u8) -> Result<Outcome, Canceled> {
        if distance == 0 {
            return Ok(Outcome::Found);
        }
        let count = self.line.len() as u32;
        for cell in NEIGHBORS[usize::from(board.hole)].iter().copied().filter(|cell| *cell != before) {
            self.budget.spend(1)?;
            let (after, distance) = board.after(distance, cell);
            let total = count + 1 + distance;
            if total > self.limit {
                self.next = self.next.min(total);
                continue;
            }
            if self.budget.left() == 0 {
                return Ok(Outcome::OutOfNodes);
            }
            self.line.push(cell);
            match self.search(&after, distance, board.hole)? {
                Outcome::Failed => self.line.pop(),
                other => return Ok(other),
            };
        }
        Ok(Outcome::Failed)
    }
}
