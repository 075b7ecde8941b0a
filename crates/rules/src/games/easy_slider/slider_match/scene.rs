//! The pieces and places of the match.

use super::Options;
use super::shown::Shown;
use super::table::{Phase, SeenTable};
use crate::game::{Game as _, Seat, Sight, Viewer};
use crate::games::easy_slider::board::{Cell, Goal};
use crate::piecepack::Tile;
use crate::scene::{Area, Ground, Piece, Place, Scene, Side, counted};

pub(super) fn of(sight: Sight<Options, SeenTable>) -> Scene {
    let table = sight.table;
    let own = if let Viewer::Seat(seat) = sight.viewer { Some(seat) } else { None };
    let own = own.filter(|seat| table.plays(*seat));
    let others = sight.seats.iter().filter(|seat| Some(*seat) != own && table.shows(*seat));
    let mut areas: Vec<Area> = own.map_or_else(|| table.goal().areas().into(), |seat| vec![table.own_board(seat)]);
    areas.extend(others.map(|seat| table.small_board(seat)));
    let scene = Scene::new(super::EasySliderMatch::TITLE, table.caption(sight.options), areas);
    sight.seats.iter().fold(scene, |scene, seat| scene.noting(seat, table.note(seat)))
}

impl Goal {
    /// Shows where the tiles belong to a viewer who has no board.
    fn areas(&self) -> [Area; 2] {
        let pawns = self.row_suits.map(Piece::Pawn);
        let values = self.column_values.map(|value| Piece::Number(value.count()));
        [Area::row("rows from the top", pawns.len(), pawns), Area::row("columns from the left", values.len(), values)]
    }
}

impl SeenTable {
    /// Whether the board of a seat is visible.
    fn shows(&self, seat: Seat) -> bool {
        self.grids[seat.index()].values().any(|tile| tile != Shown::Hidden)
    }

    fn tile(&self, seat: Seat, cell: Cell) -> Option<Tile> {
        self.grids[seat.index()][cell].and_then(Shown::known)
    }

    /// Shows the board of the viewer. Its moves name the cells.
    fn own_board(&self, seat: Seat) -> Area {
        let places = self.goal().places(|cell| self.tile(seat, cell).map(Piece::Tile));
        let named = |(cell, place): (Option<Cell>, Place)| Place {
            name: cell.map(|cell| cell.to_string()).unwrap_or_default(),
            ..place
        };
        Area::from_places("board", Ground::Board, places.into_iter().map(named).collect()).of(seat)
    }

    /// Shows the board of another seat. The places have no names: no move of the viewer means them.
    fn small_board(&self, seat: Seat) -> Area {
        let place = |cell: Cell| {
            let (x, y) = (2 * cell.column() as i32, 2 * cell.row() as i32);
            Place::at("", x, y, self.tile(seat, cell).map(|tile| Piece::TileOf(tile, seat)))
        };
        Area::from_places("board", Ground::Plain, Cell::all().map(place).collect()).of(seat).on(Side::Below)
    }

    fn caption(&self, options: Options) -> String {
        let (round, agreed) = (self.round, options.agreed() as u64);
        let playoff = round.checked_sub(agreed).filter(|playoff| *playoff > 0);
        match (self.phase, playoff) {
            (Phase::Over, _) => format!("over after {}", counted(round, "round")),
            (Phase::Solve, Some(playoff)) => format!("play-off {playoff}"),
            (Phase::Solve, None) => format!("round {round} of {agreed}"),
        }
    }

    fn note(&self, seat: Seat) -> String {
        if !self.plays(seat) {
            return "not in this round".to_owned();
        }
        let slides = counted(self.slides[seat.index()].0, "slide");
        match (self.finished_in(seat), self.fumbled.contains(&seat), self.has_chosen(seat)) {
            (Some(_), ..) => format!("{slides}, finished"),
            (None, true, _) => format!("{slides}, fumbled"),
            (None, false, true) => format!("{slides}, has chosen"),
            (None, false, false) => slides,
        }
    }
}
