//! A description of a table: its pieces and their places, independent of how they are drawn.
//!
//! Each game describes its table once. The text board, the pictures and the text for screen readers are all derived
//! from that description. Places and pieces have the names that moves use, so a front end can turn a click into a move.

mod piece;
mod seat;
mod text;
mod winning;
mod world;

use std::borrow::Cow;
use std::fmt::Display;

pub use self::piece::{ChessPiece, Paint, Piece, PieceColor, Symbol};
pub use self::seat::SeatAtTable;
pub use self::winning::Winning;
pub use self::world::World;
use super::piecepack::{Coin, Tile};
use super::seat::Seat;

/// The description of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The title of the game or of its current room.
    pub title: String,
    /// A line that describes the progress of the game.
    pub caption: String,
    /// The world that the picture shows. A game sets it by its constant `WORLD`, not here.
    pub world: World,
    /// The areas of the table, in reading order.
    pub areas: Vec<Area>,
    /// The seats, from seat 1; empty for a solitaire.
    ///
    /// A game adds only its [notes](Scene::noting) on seats. [`State::scene_for`](super::game::State::scene_for) sets
    /// the rest.
    pub seats: Vec<SeatAtTable>,
    /// The parts of the score, for a game that is scored in parts.
    pub parts: Vec<ScorePart>,
    /// The current score. A game leaves it 0; [`scored`](Scene::scored) sets it.
    pub total: u64,
    /// Whether the game has ended. A game leaves it false; [`scored`](Scene::scored) sets it.
    pub finished: bool,
}

/// A part of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// The name of the part, such as the title of a room.
    pub name: &'static str,
    /// The current score of the part; none before it begins. A game leaves it out; [`scored`](Scene::scored) sets it.
    pub score: Option<u64>,
    /// Whether it is the current part.
    pub open: bool,
}

/// A region of the table with its own layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name of the area.
    pub name: &'static str,
    /// The seat that owns the area, if any. Areas of different seats may have the same name.
    pub seat: Option<Seat>,
    /// What the area is for.
    pub role: Role,
    /// The position of the area on the table.
    pub side: Side,
    /// The surface that its places are on.
    pub ground: Ground,
    /// Its places, in reading order.
    pub places: Vec<Place>,
}

/// What an area is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Anything else.
    Table,
    /// The cards that its seat plays. Pictures show the viewer's large.
    Hand,
}

/// The position of an area on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the center: the main board.
    Center,
    /// Left of the center.
    Left,
    /// Right of the center.
    Right,
    /// Below the center, next to other areas there.
    Below,
}

/// The surface of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// None: the pieces are directly on the table.
    Plain,
    /// A board of cells. Empty cells are drawn too.
    Board,
    /// A board of light and dark squares, as for chess. A square is dark if the sum of its column and row, from 0 at
    /// the upper left, is odd.
    Checkered,
    /// A board with a mirror across it. The number is the distance of the mirror from the top, in half tiles.
    Mirrored(i32),
    /// A path: each place is connected to the next one in the list.
    Path,
    /// Trampolines.
    Trampolines,
    /// A cab at each place, which is higher than wide: its card is on the roof, and its passengers are inside.
    Cabs,
}

/// A place and its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name by which moves refer to the place, if any. Named places are unique in a scene.
    pub name: String,
    /// The distance from the left edge of the area, in half tiles; may be negative.
    pub x: i32,
    /// The distance from the top edge of the area, in half tiles.
    pub y: i32,
    /// The width and height in half tiles; 2 by 2 by default. Other sizes have an effect on boards only.
    pub size: (i32, i32),
    /// A label in addition to the name, shown even under pieces; may be empty.
    pub label: String,
    /// How several pieces are arranged.
    pub spread: Spread,
    /// The pieces, from bottom to top or from left to right.
    pub pieces: Vec<Piece>,
    /// The offset of the center of the topmost piece from that of the place, to the right and down, in thousandths of a
    /// tile.
    pub offset: (i32, i32),
    /// Additional marks.
    pub marks: Vec<Mark>,
    /// Those of the pieces with which a seat has won. A game leaves it empty; [`won_with`](Scene::won_with) sets it.
    pub winning: Vec<Piece>,
}

/// How several pieces are arranged in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Each piece is on the one before it and may hide it.
    Pile,
    /// A stack of which every piece is shown. The number is its capacity.
    Stack(usize),
    /// Side by side. The number is the capacity for which space is reserved.
    Row(usize),
    /// Overlapping cards that leave each rank and suit visible. The number is the capacity for which space is reserved.
    ///
    /// They overlap from left to right, or from top to bottom if the place is higher than wide.
    Fan(usize),
}

/// A mark on a place that is not a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The start of the player's path.
    Start,
    /// The end of the player's path.
    Exit,
    /// The number of the place in a sequence, from 1, and whether its turn is over.
    Turn(u64, bool),
    /// This coin fell off the board here.
    Fell(Coin),
    /// The target place of this tile. Only in text: pictures show the target next to the board.
    Goal(Tile),
    /// The place belongs to this seat: its house, its goal, or pieces that it won.
    Of(Seat),
    /// Something of this color is under the visible piece. Only in text: pictures show it in the label.
    Beneath(PieceColor),
}

impl Scene {
    /// Creates a scene without score parts. Its total is 0 and the game is not finished.
    pub fn new(title: impl Into<String>, caption: impl Into<String>, areas: Vec<Area>) -> Self {
        let (title, caption) = (title.into(), caption.into());
        let (world, seats, parts) = (World::default(), Vec::new(), Vec::new());
        Self { title, caption, world, areas, seats, parts, total: 0, finished: false }
    }

    /// Sets the score of a solitaire, its parts up to the current one, and whether the game has ended.
    #[must_use]
    pub fn scored(mut self, total: u64, parts: &[u64], finished: bool) -> Self {
        for (part, score) in self.parts.iter_mut().zip(parts) {
            part.score = Some(*score);
        }
        Self { total, finished, ..self }
    }
}

impl Area {
    /// Creates an area in the center from places that have coordinates.
    #[must_use]
    pub fn from_places(name: &'static str, ground: Ground, places: Vec<Place>) -> Self {
        Self { name, seat: None, role: Role::Table, side: Side::Center, ground, places }
    }

    /// Creates a board of named cells, `columns` (at least 1) wide, from their contents in reading order.
    pub fn grid<N: Display>(
        name: &'static str,
        columns: usize,
        places: impl IntoIterator<Item = (N, Vec<Piece>)>,
    ) -> Self {
        let place = |(i, (name, pieces)): (usize, (N, Vec<Piece>))| {
            Place::at(name, 2 * (i % columns) as i32, 2 * (i / columns) as i32, pieces)
        };
        Self::from_places(name, Ground::Board, places.into_iter().enumerate().map(place).collect())
    }

    /// Creates an area with one stack, which has the area's name, from bottom to top. `room` is its capacity.
    pub fn stack(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Piece>) -> Self {
        Self::line(name, name, Spread::Stack(room), pieces)
    }

    /// Creates an area of pieces side by side, with space for `room` of them. The place has no name: moves refer to the
    /// pieces.
    pub fn row(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Piece>) -> Self {
        Self::line(name, "", Spread::Row(room), pieces)
    }

    fn line(name: &'static str, place: &str, spread: Spread, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let place = Place { spread, ..Place::at(place, 0, 0, pieces) };
        Self::from_places(name, Ground::Plain, vec![place]).on(Side::Below)
    }

    /// Creates an area of overlapping cards, such as a hand, with space for `room` of them. The place has no name:
    /// moves refer to the cards.
    pub fn fan(name: &'static str, room: usize, cards: impl IntoIterator<Item = Piece>) -> Self {
        Self::line(name, "", Spread::Fan(room), cards)
    }

    /// Sets the owner of the area.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Makes the area the hand of its owner.
    #[must_use]
    pub fn as_hand(self) -> Self {
        Self { role: Role::Hand, ..self }
    }

    /// Returns the name with its owner, such as `seat 2: hand`. It is unique in a scene.
    #[must_use]
    pub fn title(&self) -> Cow<'static, str> {
        self.seat.map_or(Cow::Borrowed(self.name), |seat| format!("seat {seat}: {}", self.name).into())
    }

    /// Sets the position of the area on the table.
    #[must_use]
    pub fn on(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// Adds a mark to a place; does nothing if the area has no place of this name.
    #[must_use]
    pub fn marked(mut self, name: &str, mark: Mark) -> Self {
        if let Some(place) = self.places.iter_mut().find(|place| place.name == name) {
            place.marks.push(mark);
        }
        self
    }
}

impl Place {
    /// Creates a place at `x` half tiles from the left and `y` from the top, with pieces from bottom to top.
    pub fn at(name: impl Display, x: i32, y: i32, pieces: impl IntoIterator<Item = Piece>) -> Self {
        let (name, pieces) = (name.to_string(), pieces.into_iter().collect());
        let (size, label) = ((2, 2), String::new());
        let (marks, winning) = (Vec::new(), Vec::new());
        Self { name, x, y, size, label, spread: Spread::Pile, pieces, offset: (0, 0), marks, winning }
    }

    /// Sets the label.
    #[must_use]
    pub fn labelled(self, label: impl Display) -> Self {
        Self { label: label.to_string(), ..self }
    }

    /// Sets the width and height, in half tiles.
    #[must_use]
    pub fn sized(self, width: i32, height: i32) -> Self {
        Self { size: (width, height), ..self }
    }

    /// Sets how several pieces are arranged.
    #[must_use]
    pub fn spread(self, spread: Spread) -> Self {
        Self { spread, ..self }
    }

    /// Adds a mark.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }
}

/// Formats a count with its noun: `1 tile`, `2 tiles`.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
