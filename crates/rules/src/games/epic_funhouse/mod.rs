//! Epic Funhouse: six rooms in order, where the end of each sets up the next. Rules: epic-funhouse.md.

pub mod catwalk;
pub mod magic_mirror;
pub mod roll_out_the_barrels;
pub mod slide_jam;
mod suite;
pub mod trampo_land;
pub mod whack_a_dummy;

use serde::Serialize;

use crate::grid::{Cell, Grid};
use crate::piecepack::Tile;
use crate::scene::{Area, Piece};
use crate::text::{Sentence, capitalized, tile};
use crate::wire::ToSchema;

pub use suite::{
    EpicFunhouse, EpicFunhouseOptions, Event, FunhouseScore, Move, Open, OpenView, RoomEnded, RoomSetUp, Table,
};

const DESIGNER: &str = "Ron and Marty Hale-Evans";
const SOURCE: &str = "Epic Funhouse, a game for the piecepack, version 1.0.1 (12 January 2004)";

/// A tile slid from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TileSlid {
    /// The tile.
    pub tile: Tile,
    /// The cell that it left.
    pub from: Cell<4, 6>,
    /// Its cell now.
    pub to: Cell<4, 6>,
}

impl Sentence for TileSlid {
    fn sentence(&self) -> String {
        format!("{} slides from {} to {}.", capitalized(&tile(self.tile)), self.from, self.to)
    }
}

/// Creates an area for a grid of tiles.
fn tile_grid(name: &'static str, grid: &Grid<Tile, 4, 6>) -> Area {
    Area::grid(name, 4, Cell::all().map(|cell| (cell, grid[cell].map(Piece::Tile).into_iter().collect())))
}

/// Creates an area for a stack of tiles with this capacity.
fn stack_area(name: &'static str, room: usize, tiles: &[Tile]) -> Area {
    Area::stack(name, room, tiles.iter().map(|tile| Piece::Tile(*tile)))
}
