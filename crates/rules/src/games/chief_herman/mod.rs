//! The games of Chief Herman's Next Big Thing, in one file or folder each, and their shared code. Rules: seats.md.

pub mod board_game_project_55;
pub mod break_the_bank;
pub mod caribbean_star;
pub mod castles;
pub mod darwinian_poker;
pub mod dungeon_crawl;
pub mod fight_the_power;
pub mod graveyard_shift;
pub mod headless_in_seattle;
pub mod hotel_transylvania;
pub mod king_of_the_beach;
pub mod land_grab;
pub mod magic_hate_ball;
pub mod monster_builder;
pub mod one_ball;
pub mod particle_stream;
pub mod penniless_and_insane;
mod player;
pub mod pontifuse;
mod pool;
pub mod queensland;
mod rounds;
mod series;
pub mod seven_handed_poker;
pub mod shipwreck;
pub mod short_bus_to_paradise;
mod shown;
pub mod ten_die_poker;
pub mod wild_bill;

pub use self::player::Player;
pub use self::pool::FoulKind;
pub use self::series::Games;
use crate::game::{Seat, SeatSet};
use crate::grid::Cell;
use crate::scene::{Area, Ground, Piece, Place};

/// The designer of the games.
pub const DESIGNER: &str = "James Ernest";
/// The publication.
pub const SOURCE: &str = "Chief Herman's Next Big Thing (James Ernest and others, 2003)";

/// Returns the set of at most one seat.
fn only(seat: Option<Seat>) -> SeatSet {
    seat.into_iter().collect()
}

/// Creates the area of a chessboard, row 1 at the bottom.
fn chessboard(piece: impl Fn(Cell<8, 8>) -> Option<Piece>) -> Area {
    let cells = (0..8).rev().flat_map(|row| (0..8).filter_map(move |column| Cell::at(column, row)));
    let places = cells.map(|cell| {
        let (x, y) = (2 * cell.column() as i32, 2 * (7 - cell.row() as i32));
        Place::at(cell, x, y, piece(cell))
    });
    Area::from_places("board", Ground::Checkered, places.collect())
}
