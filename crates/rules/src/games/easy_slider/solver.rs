//! The greedy robot of Easy Slider: a beam search for a short line to a solved board.
//!
//! Each step of the search keeps a fixed number of the boards that are nearest to a solution, and never visits a board
//! twice. The distance is estimated by the steps of each tile to its cell plus linear conflicts (tiles of one line in
//! each other's way). The four nulls are interchangeable, so parity does not matter. If the search fails, it is
//! repeated with twice the width, up to the number of all boards.

use super::{COLUMNS, Cell, ROWS, Table};

/// The initial beam width.
const WIDTH: usize = 400;
/// Maximum length of a line. Every board is known to have a solution of at most 205 slides.
const LONGEST: usize = 400;

const CELLS: usize = ROWS * COLUMNS + COLUMNS;
/// A null. Smaller numbers are the tiles that belong on the cells with that index.
const NULL: u8 = (ROWS * COLUMNS) as u8;
/// The hole.
const HOLE: u8 = NULL + 1;

/// Returns the cells whose tiles slide, in order, to solve a table. Every admitted table has a solution.
pub(super) fn solve(table: &Table) -> Vec<Cell> {
    let start = Board::of(table);
    let mut width = WIDTH;
    loop {
        if let Some(line) = search(&start, width) {
            return line;
        }
        width = width.saturating_mul(2);
    }
}

/// A board in the search.
#[derive(Clone, Copy)]
struct Board {
    cells: [u8; CELLS],
    hole: Cell,
}

impl Board {
    fn of(table: &Table) -> Self {
        let goal = |cell: Cell| Cell::all().take(ROWS * COLUMNS).find(|at| table.goal(*at) == table.grid[cell]);
        let mut cells = [HOLE; CELLS];
        for cell in Cell::all().filter(|cell| table.grid[*cell].is_some()) {
            cells[cell.index()] = goal(cell).map_or(NULL, |goal| goal.index() as u8);
        }
        Self { cells, hole: table.hole() }
    }

    /// Returns the board after sliding the tile of a cell next to the hole.
    fn slid(mut self, cell: Cell) -> Self {
        self.cells.swap(cell.index(), self.hole.index());
        self.hole = cell;
        self
    }

    /// Returns a lower bound of the number of slides to a solution; 0 only for a solved board.
    fn distance(&self) -> u64 {
        let steps: u64 = Cell::all().map(|cell| steps(self.cells[cell.index()], cell)).sum();
        let lines = (0..COLUMNS).map(|i| self.row_detour(i) + self.column_detour(i));
        steps + lines.sum::<u64>()
    }

    /// Updates [`Self::distance`] for a slide of the tile on a cell next to the hole.
    ///
    /// A tile that slides along a row changes conflicts in columns only, and the other way round.
    fn distance_after(&self, distance: u64, cell: Cell) -> (u64, Self) {
        let after = self.slid(cell);
        let tile = self.cells[cell.index()];
        let (old, new) = if cell.row() == self.hole.row() {
            let both = |board: &Self| board.column_detour(cell.column()) + board.column_detour(self.hole.column());
            (both(self), both(&after))
        } else {
            let both = |board: &Self| board.row_detour(cell.row()) + board.row_detour(self.hole.row());
            (both(self), both(&after))
        };
        (distance + steps(tile, self.hole) + new - steps(tile, cell) - old, after)
    }

    /// Returns the extra slides caused by conflicts within a row.
    fn row_detour(&self, row: usize) -> u64 {
        let line = (0..COLUMNS).map(|column| self.cells[row * COLUMNS + column]);
        detour(line.filter(|tile| *tile < NULL && usize::from(*tile) / COLUMNS == row))
    }

    /// Returns the extra slides caused by conflicts within a column.
    fn column_detour(&self, column: usize) -> u64 {
        let line = (0..COLUMNS).map(|row| self.cells[row * COLUMNS + column]);
        detour(line.filter(|tile| *tile < NULL && usize::from(*tile) % COLUMNS == column))
    }
}

/// Returns the number of steps from a cell to the target of a tile. A null belongs anywhere in the last row.
fn steps(tile: u8, cell: Cell) -> u64 {
    let tile = usize::from(tile);
    let (down, along) = match tile {
        _ if tile == usize::from(HOLE) => (0, 0),
        _ if tile == usize::from(NULL) => (ROWS - cell.row(), 0),
        _ => (cell.row().abs_diff(tile / COLUMNS), cell.column().abs_diff(tile % COLUMNS)),
    };
    (down + along) as u64
}

/// Returns two slides for each tile that must leave its line so that the others, whose order must ascend, can pass.
fn detour(line: impl Iterator<Item = u8>) -> u64 {
    let mut tiles = [0; COLUMNS];
    // The length of the longest increasing subsequence that ends at this tile.
    let mut rising = [0; COLUMNS];
    let (mut count, mut longest) = (0, 0);
    for (i, tile) in line.enumerate().take(COLUMNS) {
        let before = (0..i).filter(|j| tiles[*j] < tile).map(|j| rising[j]).max().unwrap_or(0);
        (tiles[i], rising[i]) = (tile, before + 1);
        longest = longest.max(before + 1);
        count += 1;
    }
    2 * (count - longest)
}

/// A slide of the search: the tile's cell and the previous slide.
struct TrailSlide {
    cell: Cell,
    after: Option<usize>,
}

/// A board of the beam.
struct Node {
    board: Board,
    distance: u64,
    key: u64,
    /// The index of the slide that led here.
    step: Option<usize>,
}

/// Searches for a line to a solved board with this beam width.
fn search(start: &Board, width: usize) -> Option<Vec<Cell>> {
    let mut seen = VisitedSet::new();
    let mut trail: Vec<TrailSlide> = Vec::new();
    let mut beam = vec![Node { board: *start, distance: start.distance(), key: key_of(start), step: None }];
    seen.insert(key_of(start));
    for _ in 0..LONGEST {
        let mut next: Vec<(usize, Node)> = Vec::new();
        for (i, node) in beam.iter().enumerate() {
            for cell in node.board.hole.neighbors() {
                let tile = node.board.cells[cell.index()];
                let key = node.key ^ code(tile, cell) ^ code(tile, node.board.hole);
                if seen.insert(key) {
                    let (distance, board) = node.board.distance_after(node.distance, cell);
                    next.push((i, Node { board, distance, key, step: None }));
                }
            }
        }
        // The sort is stable: boards at the same distance stay in the order of discovery.
        next.sort_by_key(|(_, node)| node.distance);
        next.truncate(width);
        beam = next
            .into_iter()
            .map(|(i, node)| {
                trail.push(TrailSlide { cell: node.board.hole, after: beam.get(i).and_then(|before| before.step) });
                Node { step: Some(trail.len() - 1), ..node }
            })
            .collect();
        let best = beam.first()?;
        if best.distance == 0 {
            return Some(line(&trail, best.step));
        }
    }
    None
}

/// Returns the slides up to this one, from the first.
fn line(trail: &[TrailSlide], last: Option<usize>) -> Vec<Cell> {
    let last = last.and_then(|last| trail.get(last));
    let mut line: Vec<Cell> =
        std::iter::successors(last, |step| trail.get(step.after?)).map(|step| step.cell).collect();
    line.reverse();
    line
}

/// Returns the hash of a tile on a cell. A board's key combines those of all its tiles.
fn code(tile: u8, cell: Cell) -> u64 {
    // The mixing steps of SplitMix64.
    let mut bits = (u64::from(tile) * CELLS as u64 + cell.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

fn key_of(board: &Board) -> u64 {
    let tiles = Cell::all().map(|cell| (cell, board.cells[cell.index()])).filter(|(_, tile)| *tile != HOLE);
    tiles.fold(0, |key, (cell, tile)| key ^ code(tile, cell))
}

/// The keys of visited boards, in a hash table with open addressing that is at most half full.
///
/// A collision of keys only removes a board from the beam.
struct VisitedSet {
    slots: Vec<u64>,
    count: usize,
}

impl VisitedSet {
    fn new() -> Self {
        Self { slots: vec![0; 1 << 12], count: 0 }
    }

    /// Inserts a key and returns whether it is new.
    fn insert(&mut self, key: u64) -> bool {
        if 2 * self.count >= self.slots.len() {
            let larger = vec![0; 4 * self.slots.len()];
            for key in std::mem::replace(&mut self.slots, larger).into_iter().filter(|key| *key != 0) {
                self.put(key);
            }
        }
        // 0 marks a free slot.
        let new = self.put(key.max(1));
        self.count += usize::from(new);
        new
    }

    fn put(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = key;
        true
    }
}
