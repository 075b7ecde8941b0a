//! Beam search: each step keeps the boards nearest to a solution. Finds lines that are short, but not always shortest.

use super::board::{Board, NEIGHBORS};
use crate::budget::{Budget, Canceled};

/// Maximum length of a line. Every board has a solution of at most 205 slides.
const LONGEST: usize = 400;
/// The nodes of a line for each board of the beam's width: some 140 steps, each to three boards.
const NODES_PER_WIDTH: u64 = 420;

/// A board of the beam.
struct Node {
    board: Board,
    distance: u32,
    key: u64,
    /// The index of its slide in the trail, plus one; 0 for the first board.
    slide: u32,
}

/// A slide: its cell, and the slide before it, as in [`Node::slide`].
struct Slide {
    cell: u8,
    before: u32,
}

/// Returns the cells whose tiles slide to solve a board; none if the beam finds no line within the budget.
pub(super) fn solve(start: &Board, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, Canceled> {
    let width = usize::try_from(budget.left() / NODES_PER_WIDTH).unwrap_or(usize::MAX).max(1);
    let mut trail: Vec<Slide> = Vec::new();
    let mut seen = Seen::new(width);
    let mut beam = vec![Node { board: *start, distance: start.distance(), key: start.key(), slide: 0 }];
    for _ in 0..LONGEST {
        if let Some(solved) = beam.iter().find(|node| node.distance == 0) {
            return Ok(Some(line(&trail, solved.slide)));
        }
        let mut next: Vec<Node> = Vec::with_capacity(3 * beam.len());
        for Node { board, distance, key, slide } in &beam {
            for cell in NEIGHBORS[usize::from(board.hole)] {
                budget.spend(1)?;
                let key = board.key_after(*key, *cell);
                if seen.insert(key) {
                    let (board, distance) = board.after(*distance, *cell);
                    next.push(Node { board, distance, key, slide: *slide });
                }
            }
        }
        // The sort is stable: boards at the same distance stay in the order of discovery.
        next.sort_by_key(|node| node.distance);
        next.truncate(width);
        for node in &mut next {
            trail.push(Slide { cell: node.board.hole, before: node.slide });
            node.slide = trail.len() as u32;
        }
        if next.is_empty() || budget.left() == 0 {
            return Ok(None);
        }
        beam = next;
    }
    Ok(None)
}

fn line(trail: &[Slide], last: u32) -> Vec<u8> {
    let mut line = Vec::new();
    let mut at = last;
    while let Some(slide) = (at as usize).checked_sub(1).and_then(|index| trail.get(index)) {
        line.push(slide.cell);
        at = slide.before;
    }
    line.reverse();
    line
}

/// The keys of visited boards. A collision only removes a board from the beam.
struct Seen {
    /// 0 marks a free slot.
    slots: Vec<u64>,
    free: usize,
}

impl Seen {
    fn new(width: usize) -> Self {
        let slots = (width * NODES_PER_WIDTH as usize).next_power_of_two();
        Self { slots: vec![0; slots], free: slots - slots / 8 }
    }

    /// Inserts a key and returns whether it is new. A full set remembers no more keys.
    fn insert(&mut self, key: u64) -> bool {
        let (key, mask) = (key.max(1), self.slots.len() - 1);
        let mut at = key as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & mask;
        }
        if self.free > 0 {
            self.slots[at] = key;
            self.free -= 1;
        }
        true
    }
}
