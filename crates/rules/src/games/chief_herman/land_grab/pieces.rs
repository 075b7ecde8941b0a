//! The pieces of a chess set: their values and movements.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BETWEEN, Cell, Cells, NEAR_MISS, OCCUPIED, PATTERN, Player, Table, home_row};
use crate::fault::Illegal;
use crate::grid::{EIGHT_DIRECTIONS, Offset};
use crate::scene::ChessPiece;
use crate::wire::{self, ToSchema};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LandGrabKind)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A rook.
    Rook,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Kind {
    /// All kinds in order.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Rook, Self::Knight, Self::Bishop, Self::Queen, Self::King];

    /// Returns the number of pieces that a column must have for creating one of this kind there.
    pub(super) const fn worth(self) -> u64 {
        match self {
            Self::Pawn => 0,
            Self::Rook => 2,
            Self::Knight => 3,
            Self::Bishop => 4,
            Self::Queen => 5,
            Self::King => 6,
        }
    }

    /// Returns the number of pieces of the kind in a set.
    pub(super) const fn in_set(self) -> u64 {
        match self {
            Self::Pawn => 8,
            Self::Rook | Self::Knight | Self::Bishop => 2,
            Self::Queen | Self::King => 1,
        }
    }

    /// Returns the piece for scenes.
    pub(super) const fn chess_piece(self) -> ChessPiece {
        match self {
            Self::Pawn => ChessPiece::Pawn,
            Self::Rook => ChessPiece::Rook,
            Self::Knight => ChessPiece::Knight,
            Self::Bishop => ChessPiece::Bishop,
            Self::Queen => ChessPiece::Queen,
            Self::King => ChessPiece::King,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        self.chess_piece().name()
    }

    /// Returns the directions in which the kind moves any distance; none for kinds that step.
    fn lines(self) -> impl Iterator<Item = Offset> {
        let goes = move |(dx, dy): &Offset| match self {
            Self::Rook => *dx == 0 || *dy == 0,
            Self::Bishop => *dx != 0 && *dy != 0,
            Self::Queen => true,
            Self::Pawn | Self::Knight | Self::King => false,
        };
        EIGHT_DIRECTIONS.into_iter().filter(goes)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

wire::record! {
    /// A piece on the board.
    #[derive(Copy)]
    #[schema(as = LandGrabPiece)]
    pub struct Piece {
        /// The seat that owns it.
        pub seat: Player,
        /// Its kind.
        pub piece: Kind,
    }
}

wire::record! {
    /// The pieces in a seat's reserve.
    #[derive(Copy)]
    #[schema(as = LandGrabReserve)]
    pub struct Reserve {
        /// Pawns.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub pawn: u64,
        /// Rooks.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub rook: u64,
        /// Knights.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub knight: u64,
        /// Bishops.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub bishop: u64,
        /// Queens.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub queen: u64,
        /// Kings.
        #[serde(deserialize_with = "wire::integer::<_, 0, 8>")]
        #[schema(minimum = 0, maximum = 8)]
        pub king: u64,
    }
}

impl Reserve {
    /// A whole set.
    pub const FULL: Self = Self {
        pawn: Kind::Pawn.in_set(),
        rook: Kind::Rook.in_set(),
        knight: Kind::Knight.in_set(),
        bishop: Kind::Bishop.in_set(),
        queen: Kind::Queen.in_set(),
        king: Kind::King.in_set(),
    };

    /// Returns how many of a kind are left.
    #[must_use]
    pub const fn left(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Pawn => self.pawn,
            Kind::Rook => self.rook,
            Kind::Knight => self.knight,
            Kind::Bishop => self.bishop,
            Kind::Queen => self.queen,
            Kind::King => self.king,
        }
    }

    /// Removes one of a kind.
    pub(super) const fn take(&mut self, kind: Kind) {
        let left = match kind {
            Kind::Pawn => &mut self.pawn,
            Kind::Rook => &mut self.rook,
            Kind::Knight => &mut self.knight,
            Kind::Bishop => &mut self.bishop,
            Kind::Queen => &mut self.queen,
            Kind::King => &mut self.king,
        };
        *left = left.saturating_sub(1);
    }
}

/// The steps of a knight.
const LEAPS: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the row step of a seat's pawns.
const fn forward(player: Player) -> i8 {
    match player {
        Player::One => 1,
        Player::Two => -1,
    }
}

/// Returns the cells to which a piece can move.
pub(super) fn goals(table: &Table, from: Cell, Piece { seat, piece }: Piece) -> Cells {
    let free = |cell: &Cell| table.board[*cell].is_none();
    match piece {
        Kind::Rook | Kind::Bishop | Kind::Queen => {
            piece.lines().flat_map(|way| from.ray(way).take_while(free)).collect()
        }
        Kind::Knight => LEAPS.into_iter().filter_map(|leap| from.offset(leap)).filter(free).collect(),
        Kind::King => {
            let enters = |cell: &Cell| table.board[*cell].is_none_or(|other| other.seat != seat);
            EIGHT_DIRECTIONS.into_iter().filter_map(|way| from.offset(way)).filter(enters).collect()
        }
        Kind::Pawn => {
            let up = forward(seat);
            let steps = if from.row() == home_row(seat) { 2 } else { 1 };
            let ahead = from.ray((0, up)).take(steps).take_while(free);
            let aside = [-1, 1].into_iter().filter_map(|dx| from.offset((dx, up)));
            ahead.chain(aside.filter(|cell| table.vacated == Some(*cell) && free(cell))).collect()
        }
    }
}

/// Requires that a piece can move to a cell.
///
/// # Errors
/// The first rule of the page that refuses the move.
pub(super) fn require_open_path(table: &Table, from: Cell, to: Cell, piece: Piece) -> Result<(), Illegal> {
    let Piece { seat, piece: kind } = piece;
    PATTERN.require(fits(from, to, piece), || format!("a {kind} cannot move from {from} to {to}"))?;
    if let Some(way) = from.direction_to(to) {
        let between = from.ray(way).take_while(|cell| *cell != to).find(|cell| table.board[*cell].is_some());
        if let Some(cell) = between {
            return Err(BETWEEN.violation(format_args!("there is a piece on {cell}")));
        }
    }
    if let Some(there) = table.board[to] {
        let captures = kind == Kind::King && there.seat != seat;
        OCCUPIED.require(captures, || format!("there is a {} of seat {} on {to}", there.piece, there.seat))?;
    }
    let aside = kind == Kind::Pawn && from.column() != to.column();
    NEAR_MISS.require(!aside || table.vacated == Some(to), || format!("no enemy piece left {to} in the previous turn"))
}

/// Returns whether a piece moves like this on an empty board.
fn fits(from: Cell, to: Cell, Piece { seat, piece }: Piece) -> bool {
    let across = from.column().abs_diff(to.column());
    let up = (to.row() as i8 - from.row() as i8) * forward(seat);
    match piece {
        Kind::Rook | Kind::Bishop | Kind::Queen => {
            from.direction_to(to).is_some_and(|way| piece.lines().any(|other| other == way))
        }
        Kind::Knight => matches!((across, up.abs()), (1, 2) | (2, 1)),
        Kind::King => from.touches(to),
        Kind::Pawn => up == 1 && across <= 1 || up == 2 && across == 0 && from.row() == home_row(seat),
    }
}
