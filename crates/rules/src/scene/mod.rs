//! A description of a state's table: its pieces and their places, without saying how they are drawn.
//!
//! A game describes its table once. The text board, the pictures and the words for screen readers are all made from that
//! description. Places and pieces have the names by which moves refer to them, so that a front end can make a move of what
//! the player points at.

mod seated;
mod text;
mod thing;

use std::borrow::Cow;
use std::fmt::Display;

pub use self::seated::SeatAtTable;
pub use self::thing::{Colour, Man, Paint, Sign, Thing};
use super::piecepack::{Coin, Tile};
use super::seat::Seat;

/// What a state's table looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What is played: the title of the game, or of the room that is open.
    pub title: String,
    /// One line that says how far the game has come.
    pub caption: String,
    /// The parts of the table, in the order in which they are read.
    pub areas: Vec<Area>,
    /// Who sits where, from seat 1, in a game for several seats; none in a solitaire. A game leaves it empty, but for what it
    /// [notes](Scene::noting) of seats: [`State::scene_for`](super::game::State::scene_for) sets it.
    pub seats: Vec<SeatAtTable>,
    /// The parts of the score, for a game that is scored in parts.
    pub parts: Vec<ScorePart>,
    /// What the game would score if it ended now. A game leaves it 0: [`scored`](Scene::scored) sets it.
    pub total: u64,
    /// Whether the game has ended. A game leaves it false: [`scored`](Scene::scored) sets it.
    pub finished: bool,
}

/// A part of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// The name of the part, such as the title of a room.
    pub name: &'static str,
    /// Its score, or what it would score if it ended now; none before it begins. A game leaves it out: [`scored`](Scene::scored)
    /// sets it.
    pub score: Option<u64>,
    /// Whether it is the one that is being played.
    pub open: bool,
}

/// A part of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name of the part.
    pub name: &'static str,
    /// The seat that it belongs to, if it belongs to one. Several seats may have an area of the same name.
    pub seat: Option<Seat>,
    /// Where it lies on the table.
    pub side: Side,
    /// What its places are made of.
    pub ground: Ground,
    /// Its places, in reading order.
    pub places: Vec<Place>,
}

/// Where an area lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the middle: what the game is about.
    Centre,
    /// Left of the middle.
    Left,
    /// Right of the middle.
    Right,
    /// Below the middle, beside others that lie there.
    Below,
}

/// What the places of an area are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing: pieces lie on the bare table.
    Plain,
    /// A board of cells, which are drawn when they are empty, too.
    Board,
    /// A board of light and dark squares, as for chess: dark are those of which column and row, counted from 0 at the upper left,
    /// have an odd sum.
    Chequered,
    /// A board with a mirror across it; the number is the distance of the mirror from its top, in half tiles.
    Mirrored(i32),
    /// A path: each place is joined to the one listed after it.
    Path,
    /// Trampolines.
    Trampolines,
}

/// A place and what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name by which moves refer to the place, if it has one; then no other place of the scene has it.
    pub name: String,
    /// The distance from the left of the area, in half tiles; it may be negative.
    pub x: i32,
    /// The distance from the top of the area, in half tiles.
    pub y: i32,
    /// The width and the height in half tiles: 2 by 2 unless something else is said. Other sizes count on boards only.
    pub size: (i32, i32),
    /// What is written at the place besides its name, even if pieces lie there; perhaps nothing.
    pub label: String,
    /// How several pieces lie on the place.
    pub spread: Spread,
    /// What lies there, from the bottom to the top or from the left to the right; nothing on an empty place.
    pub pieces: Vec<Thing>,
    /// The offset of the topmost piece's centre from that of the place, to the right and down, in thousandths of a tile.
    pub offset: (i32, i32),
    /// What else is shown there.
    pub marks: Vec<Mark>,
}

/// How several pieces lie on one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Each piece lies on the one before it, and may hide it.
    Pile,
    /// A stack of which every piece is shown; the number is the most pieces that it may hold.
    Stack(usize),
    /// Side by side; the number is the most pieces for which room is kept.
    Row(usize),
    /// Cards that overlap, so that the rank and the suit of each are seen; the number is the most for which room is kept.
    /// They lie side by side, or one below another on a place that is higher than wide.
    Fan(usize),
}

/// Something that is shown on a place and is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The player's way begins here.
    Start,
    /// The player's way ends here.
    Exit,
    /// The place's number in a sequence, from 1, and whether its turn is over.
    Turn(u64, bool),
    /// This coin fell from here.
    Fell(Coin),
    /// This tile belongs here. It is told in words only: what is drawn beside the board says it to the eye.
    Goal(Tile),
    /// The place is this seat's: its house, its goal, what it has won.
    Of(Seat),
    /// Something of this colour lies beneath what is seen here. It is told in words only: the label says it to the eye in letters.
    Beneath(Colour),
}

impl Scene {
    /// A scene without parts of a score; its total is 0 and it has not finished.
    pub fn new(title: impl Into<String>, caption: impl Into<String>, areas: Vec<Area>) -> Self {
        let (title, caption) = (title.into(), caption.into());
        Self { title, caption, areas, seats: Vec::new(), parts: Vec::new(), total: 0, finished: false }
    }

    /// Says what a solitaire scores, and its parts up to the open one, and whether it has ended.
    #[must_use]
    pub fn scored(mut self, total: u64, parts: &[u64], finished: bool) -> Self {
        for (part, score) in self.parts.iter_mut().zip(parts) {
            part.score = Some(*score);
        }
        Self { total, finished, ..self }
    }
}

impl Area {
    /// An area in the middle, of places that know where they lie.
    #[must_use]
    pub fn laid(name: &'static str, ground: Ground, places: Vec<Place>) -> Self {
        Self { name, seat: None, side: Side::Centre, ground, places }
    }

    /// A board of named cells, `columns` (1 or more) wide, from what lies on each in reading order.
    pub fn grid<N: Display>(
        name: &'static str,
        columns: usize,
        places: impl IntoIterator<Item = (N, Vec<Thing>)>,
    ) -> Self {
        let place = |(i, (name, pieces)): (usize, (N, Vec<Thing>))| {
            Place::at(name, 2 * (i % columns) as i32, 2 * (i / columns) as i32, pieces)
        };
        Self::laid(name, Ground::Board, places.into_iter().enumerate().map(place).collect())
    }

    /// An area of one stack, which has the area's name, from the bottom to the top; `room` is the most pieces it may hold.
    pub fn stack(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Thing>) -> Self {
        Self::line(name, name, Spread::Stack(room), pieces)
    }

    /// An area of pieces side by side, with room for `room` pieces. The place has no name: moves name the pieces.
    pub fn row(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Thing>) -> Self {
        Self::line(name, "", Spread::Row(room), pieces)
    }

    fn line(name: &'static str, place: &str, spread: Spread, pieces: impl IntoIterator<Item = Thing>) -> Self {
        let place = Place { spread, ..Place::at(place, 0, 0, pieces) };
        Self::laid(name, Ground::Plain, vec![place]).on(Side::Below)
    }

    /// An area of overlapping cards, such as a hand, with room for `room` of them. The place has no name: moves name the cards.
    pub fn fan(name: &'static str, room: usize, cards: impl IntoIterator<Item = Thing>) -> Self {
        Self::line(name, "", Spread::Fan(room), cards)
    }

    /// Says that the area belongs to a seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Its name with the seat that it belongs to: `seat 2: hand`. No two areas of a scene have the same.
    #[must_use]
    pub fn title(&self) -> Cow<'static, str> {
        self.seat.map_or(Cow::Borrowed(self.name), |seat| format!("seat {seat}: {}", self.name).into())
    }

    /// Moves the area to another side of the table.
    #[must_use]
    pub fn on(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// Adds a mark to the place of this name; does nothing if the area has no such place.
    #[must_use]
    pub fn marked(mut self, name: &str, mark: Mark) -> Self {
        if let Some(place) = self.places.iter_mut().find(|place| place.name == name) {
            place.marks.push(mark);
        }
        self
    }
}

impl Place {
    /// A place at `x` half tiles from the left and `y` from the top, with its pieces from the bottom to the top.
    pub fn at(name: impl Display, x: i32, y: i32, pieces: impl IntoIterator<Item = Thing>) -> Self {
        let (name, pieces) = (name.to_string(), pieces.into_iter().collect());
        let (size, label) = ((2, 2), String::new());
        Self { name, x, y, size, label, spread: Spread::Pile, pieces, offset: (0, 0), marks: Vec::new() }
    }

    /// Writes something at the place besides its name.
    #[must_use]
    pub fn labelled(self, label: impl Display) -> Self {
        Self { label: label.to_string(), ..self }
    }

    /// Gives the place another width and height, in half tiles.
    #[must_use]
    pub fn sized(self, width: i32, height: i32) -> Self {
        Self { size: (width, height), ..self }
    }

    /// Says how several pieces lie there.
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

/// A count with its noun in singular or plural: `1 tile`, `2 tiles`.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
