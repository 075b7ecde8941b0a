//! Matching tiles across the mirror. Rules: magic-mirror.md, "Move: match".

use super::pairs::{adds_up, inspect_pairs};
use super::{Cell, Event, FRONT, Matching, PairKind, PairMatched, SIDES, SUM};
use crate::census::Census;
use crate::fault::{Faults, Illegal};
use crate::game::Log;
use crate::games::epic_funhouse::TileSlid;
use crate::piecepack::{PiecepackPiece as _, Tile};

/// A side of the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MirrorSide {
    Upper,
    Lower,
}

impl MirrorSide {
    /// Returns the cells of a column on this side, starting at the mirror.
    fn column(self, column: usize) -> impl Iterator<Item = Cell> {
        let row = move |depth: usize| match self {
            Self::Upper => 2 - depth,
            Self::Lower => 3 + depth,
        };
        (0..3).filter_map(move |depth| Cell::at(column, row(depth)))
    }

    fn of(cell: Cell) -> Self {
        if cell.row() < 3 { Self::Upper } else { Self::Lower }
    }
}

impl Matching {
    pub(super) fn inspect(&self, faults: &mut Faults) {
        let mut census = Census::new();
        for (cell, tile) in self.grid.iter() {
            census.see(tile, format_args!("/grid/{cell}"), faults);
        }
        for (stack, at, kind) in [
            (&self.twins, "/twins", PairKind::Twins),
            (&self.cousins, "/cousins", PairKind::Cousins),
            (&self.distant, "/distant", PairKind::Distant),
        ] {
            census.see_list(stack, at, faults);
            inspect_pairs(stack, at, kind, faults);
        }
        census.close(&Tile::ALL, "", faults);
        for side in [MirrorSide::Upper, MirrorSide::Lower] {
            for column in 0..4 {
                let mut gap = None;
                for cell in side.column(column) {
                    match (self.grid[cell], gap) {
                        (None, None) => gap = Some(cell),
                        (Some(tile), Some(gap)) => faults.add(
                            format_args!("/grid/{cell}"),
                            "gap_in_column",
                            format_args!("{tile} is on {cell}, but {gap} in front of it is empty"),
                        ),
                        _ => {}
                    }
                }
            }
        }
        let upper = self.grid.iter().filter(|(cell, _)| MirrorSide::of(*cell) == MirrorSide::Upper).count();
        let lower = self.grid.count() - upper;
        faults.require(
            upper == lower,
            "/grid",
            "uneven_sides",
            format_args!("must have as many tiles above the mirror as below (got {upper} and {lower})"),
        );
    }

    /// Returns the front tiles of a side and their cells, by column.
    fn front(&self, side: MirrorSide) -> impl Iterator<Item = (Cell, Tile)> + Clone {
        let front = [0, 1, 2, 3].map(|column| Cell::at(column, if side == MirrorSide::Upper { 2 } else { 3 }));
        let tiles = front.map(|cell| cell.and_then(|cell| self.grid[cell].map(|tile| (cell, tile))));
        tiles.into_iter().flatten()
    }

    /// Returns every match by the upper tile's column, then the lower one's; each in both orders, upper tile first.
    pub(super) fn matches(&self) -> impl Iterator<Item = [Tile; 2]> {
        let pairs = self
            .front(MirrorSide::Upper)
            .flat_map(|(_, upper)| self.front(MirrorSide::Lower).map(move |(_, l)| (upper, l)));
        pairs
            .filter(|(upper, lower)| adds_up([*upper, *lower]))
            .flat_map(|(upper, lower)| [[upper, lower], [lower, upper]])
    }

    pub(super) fn take(&mut self, tiles: [Tile; 2], log: &mut Log<Event>) -> Result<(), Illegal> {
        let from = [self.front_cell(tiles[0])?, self.front_cell(tiles[1])?];
        let [a, b] = tiles;
        SIDES.require(MirrorSide::of(from[0]) != MirrorSide::of(from[1]), || {
            format!("{a} and {b} are on the same side of the mirror")
        })?;
        SUM.require(adds_up(tiles), || format!("{a} and {b} do not add up to 5"))?;
        let kind = PairKind::of(tiles);
        match kind {
            PairKind::Twins => &mut self.twins,
            PairKind::Cousins => &mut self.cousins,
            PairKind::Distant => &mut self.distant,
        }
        .extend(tiles);
        for cell in from {
            self.grid[cell] = None;
        }
        log.write(|| Event::PairMatched(PairMatched { tiles, from, kind }));
        for cell in from {
            self.step_column(cell, log);
        }
        Ok(())
    }

    fn front_cell(&self, tile: Tile) -> Result<Cell, Illegal> {
        let fronts = self.front(MirrorSide::Upper).chain(self.front(MirrorSide::Lower));
        let front = fronts.into_iter().find(|(_, front)| *front == tile);
        front.map(|(cell, _)| cell).ok_or_else(|| {
            let lies = self.grid.iter().find(|(_, other)| *other == tile);
            FRONT.violation(match lies {
                Some((cell, _)) => format!("{tile} on {cell} is not next to the mirror"),
                None => format!("{tile} is not on the board"),
            })
        })
    }

    /// Moves the remaining tiles of a column one row toward the mirror.
    fn step_column(&mut self, front: Cell, log: &mut Log<Event>) {
        let mut to = front;
        for from in MirrorSide::of(front).column(front.column()).skip(1) {
            let Some(tile) = self.grid[from].take() else { break };
            self.grid[to] = Some(tile);
            log.write(|| Event::TileSlid(TileSlid { tile, from, to }));
            to = from;
        }
    }
}
