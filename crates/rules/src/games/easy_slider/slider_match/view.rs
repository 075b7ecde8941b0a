//! What each viewer sees of the table, and other tables that look the same.
//!
//! Only with `slide` is anything hidden: the boards of other seats, and what they chose in this tick. A hidden board has all
//! its cells, so that the place of the hole is hidden, too.

use super::Options;
use super::shown::{Choice, Shown, Sighting};
use super::table::{Chosen, Phase, SeenTable, Table, WholeTable};
use crate::chance::Draws;
use crate::game::{Seat, ViewOf, Viewer};
use crate::games::easy_slider::board::{self, COLUMNS, Cell, Goal, Grid, ROWS};
use crate::grid;
use crate::piecepack::{PiecepackPiece as _, Tile, Value};

/// A board as a viewer sees it.
type SeenGrid = grid::Grid<Shown<Tile>, 5, 5>;

impl<S: Sighting> Table<S> {
    /// Returns the same table with other boards and choices.
    fn with<R: Sighting>(
        &self,
        grid: impl FnMut((Seat, &grid::Grid<S::Tile, 5, 5>)) -> grid::Grid<R::Tile, 5, 5>,
        choice: impl Fn(&Chosen<S>) -> R::Choice,
    ) -> Table<R> {
        let chosen = |chosen: &Chosen<S>| Chosen { seat: chosen.seat, choice: choice(chosen) };
        Table {
            phase: self.phase,
            round: self.round,
            row_suits: self.row_suits,
            column_values: self.column_values,
            grids: self.seats().zip(&self.grids).map(grid).collect(),
            slides: self.slides.clone(),
            finished: self.finished.clone(),
            fumbled: self.fumbled.clone(),
            chosen: self.chosen.as_ref().map(|list| list.iter().map(chosen).collect()),
            scores: self.scores.clone(),
        }
    }

    fn slides_of(&self, seat: Seat) -> u64 {
        self.slides.get(seat.index()).map_or(0, |slides| slides.0)
    }
}

impl ViewOf<WholeTable, Options> for SeenTable {
    fn of(table: &WholeTable, viewer: Viewer) -> Self {
        let shows = |seat: Seat| table.chosen.is_none() || viewer.sees(seat);
        let grid = |(seat, grid): (Seat, &Grid)| -> SeenGrid {
            if shows(seat) || !table.plays(seat) {
                return grid.map(|(_, tile)| Shown::Known(tile));
            }
            SeenGrid::from_values(Cell::all().map(|_| Shown::Hidden))
        };
        table.with(grid, |chosen| Shown::of(chosen.choice, shows(chosen.seat)))
    }

    fn determinize(&self, _: Options) -> WholeTable {
        let grid = |(seat, grid): (Seat, &SeenGrid)| {
            let is_hidden = grid.count() == Cell::COUNT && grid.values().all(|tile| tile == Shown::Hidden);
            if is_hidden { possible_board(self.goal(), self.slides_of(seat)) } else { known(grid) }
        };
        self.with(grid, |chosen| chosen.choice.known().unwrap_or(Choice::Done))
    }
}

/// Returns the tiles of a board that are visible.
fn known(grid: &SeenGrid) -> Grid {
    let mut known = Grid::EMPTY;
    for (cell, tile) in grid.iter() {
        known[cell] = tile.known();
    }
    known
}

/// Returns the cells of row 5 where the hole of a solved board can be after this number of slides.
fn holes_of_solved(slides: u64) -> Vec<Cell> {
    let below = Cell::all().skip(ROWS * COLUMNS);
    below.filter(|cell| board::can_reach(*cell, slides)).collect()
}

/// Returns the board with the hole in one place and these nulls in the others of row 5.
fn solved(goal: Goal, hole: Cell, nulls: &[Tile]) -> Grid {
    let mut grid = Grid::EMPTY;
    Goal::cells().for_each(|cell| grid[cell] = goal.tile(cell));
    let rest = Cell::all().skip(ROWS * COLUMNS).filter(|cell| *cell != hole);
    rest.zip(nulls).for_each(|(cell, tile)| grid[cell] = Some(*tile));
    grid
}

fn nulls() -> Vec<Tile> {
    Tile::ALL.into_iter().filter(|tile| tile.value() == Value::NULL).collect()
}

/// Returns a board that a hidden one can be: a solved one, which every seat can have.
fn possible_board(goal: Goal, slides: u64) -> Grid {
    let hole = holes_of_solved(slides).pop().unwrap_or(board::CORNER);
    solved(goal, hole, &nulls())
}

impl WholeTable {
    /// Returns a table with other boards and choices where they are hidden from a viewer.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        if self.chosen.is_none() || self.phase == Phase::Over {
            return self.clone();
        }
        let is_hidden = |seat: Seat| self.plays(seat) && !viewer.sees(seat);
        let boards: Vec<Grid> = self
            .seats()
            .zip(&self.grids)
            .map(|(seat, grid)| if is_hidden(seat) { self.another_board(seat, draws) } else { *grid })
            .collect();
        let mut table = self.with(|(seat, _)| boards[seat.index()], |chosen| chosen.choice);
        for chosen in
            table.chosen.iter_mut().flat_map(|chosen| chosen.iter_mut()).filter(|chosen| is_hidden(chosen.seat))
        {
            let mut choices = vec![Choice::Done, Choice::GiveUp];
            choices.extend(board::hole(&boards[chosen.seat.index()]).neighbors().map(Choice::Slide));
            chosen.choice = draws.pick(&choices);
        }
        table
    }

    /// Returns another board that a seat can have, solved if it has finished.
    fn another_board(&self, seat: Seat, draws: &mut Draws) -> Grid {
        let slides = self.slides_of(seat);
        if self.finished_in(seat).is_some() {
            let mut nulls = nulls();
            draws.shuffle(&mut nulls);
            let hole = draws.pick(&holes_of_solved(slides));
            return solved(self.goal(), hole, &nulls);
        }
        let holes: Vec<Cell> = Cell::all().filter(|cell| board::can_reach(*cell, slides)).collect();
        let mut tiles = Tile::ALL;
        draws.shuffle(&mut tiles);
        let mut grid = Grid::from_values(tiles);
        grid.swap(draws.pick(&holes), board::CORNER);
        grid
    }
}
