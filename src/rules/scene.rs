//! What there is to see of a state: pieces and their places, told without saying how they are drawn.
//!
//! A game describes its table once, here. The text board is drawn from it, and so are pictures and the words for those
//! who hear the board read. Names of places and pieces are those by which moves refer to them, so that whoever sees a
//! thing can say it.

use std::fmt::{self, Display};

use super::piecepack::{Coin, Die, Suit, Tile, Value};

/// What there is to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What is played: the title of the game, or of the room that is open.
    pub title: String,
    /// One line on how the game stands.
    pub caption: String,
    /// The parts of the table, in the order in which they are read.
    pub areas: Vec<Area>,
    /// The parts of the score, for a game that is scored in parts.
    pub parts: Vec<Part>,
    /// What the game would score if it ended now; [`State::scene`](super::game::State::scene) tells it.
    pub total: u64,
    /// Whether the game has ended; told likewise.
    pub finished: bool,
}

/// A part of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is scored.
    pub name: &'static str,
    /// What it scores; none while it is to come.
    pub score: Option<u64>,
    /// Whether it is the one that is being played.
    pub open: bool,
}

/// A part of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What it is.
    pub name: &'static str,
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
    /// Nothing but the table.
    Plain,
    /// A board of cells, which are there when they are empty, too.
    Board,
    /// A board with a mirror across, so many half tiles from its top.
    Mirrored(i32),
    /// A path: each place leads to the next.
    Path,
    /// Trampolines.
    Trampolines,
}

/// A place and what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name by which moves refer to the place, if it has one; then no other place of the scene has it.
    pub name: String,
    /// Half tiles from the left of the area, negative ones too.
    pub x: i32,
    /// Half tiles from the top of the area.
    pub y: i32,
    /// How the pieces lie.
    pub spread: Spread,
    /// What lies there, from the bottom to the top or from the left to the right; nothing on an empty place.
    pub pieces: Vec<Thing>,
    /// How far the centre of the topmost piece is right of that of the place and below it, in thousandths of a tile.
    pub offset: (i32, i32),
    /// What else is to be seen there.
    pub marks: Vec<Mark>,
}

/// How several pieces lie on one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Each on the one before.
    Pile,
    /// A stack of like pieces, of which so many may lie there: each is to be seen.
    Stack(usize),
    /// Side by side, with room for so many.
    Row(usize),
}

/// Something to be seen on a place that is no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The way begins here.
    Start,
    /// The way ends here.
    Exit,
    /// The place has its turn in a sequence, from 1, and has had it or has not.
    Turn(u64, bool),
    /// This coin fell from here.
    Fell(Coin),
}

/// A piece that can lie on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A tile, face up.
    Tile(Tile),
    /// A coin with its value up.
    FaceUp(Coin),
    /// The same, where moves call it by its value alone.
    CalledByValue(Coin),
    /// A coin with its value down: only the suit is to be seen.
    FaceDown(Coin),
    /// A die.
    Die(Die),
    /// A die of a suit, of which only the value on top matters.
    Rolled(Suit, Value),
    /// A die of a suit that has not been rolled.
    Unrolled(Suit),
    /// A pawn.
    Pawn(Suit),
    /// A number written beside the pieces, such as that of a row.
    Number(u64),
    /// The player.
    You,
    /// An adult.
    Adult,
    /// A kid.
    Kid,
}

impl Scene {
    /// A scene without parts of a score.
    pub fn new(title: impl Into<String>, caption: impl Into<String>, areas: Vec<Area>) -> Self {
        let (title, caption) = (title.into(), caption.into());
        Self { title, caption, areas, parts: Vec::new(), total: 0, finished: false }
    }
}

impl Area {
    /// A board of named cells, `columns` wide, from what lies on each in reading order.
    pub fn grid<N: Display>(
        name: &'static str,
        columns: usize,
        places: impl IntoIterator<Item = (N, Vec<Thing>)>,
    ) -> Self {
        let place = |(i, (name, pieces)): (usize, (N, Vec<Thing>))| {
            Place::at(name, 2 * (i % columns) as i32, 2 * (i / columns) as i32, pieces)
        };
        let places = places.into_iter().enumerate().map(place).collect();
        Self { name, side: Side::Centre, ground: Ground::Board, places }
    }

    /// A stack of the area's name, with room for so many pieces, from the bottom to the top.
    pub fn stack(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Thing>) -> Self {
        Self::line(name, name, Spread::Stack(room), pieces)
    }

    /// Pieces side by side, with room for so many. Moves name the pieces and not where they lie.
    pub fn row(name: &'static str, room: usize, pieces: impl IntoIterator<Item = Thing>) -> Self {
        Self::line(name, "", Spread::Row(room), pieces)
    }

    fn line(name: &'static str, place: &str, spread: Spread, pieces: impl IntoIterator<Item = Thing>) -> Self {
        let place = Place { spread, ..Place::at(place, 0, 0, pieces) };
        Self { name, side: Side::Below, ground: Ground::Plain, places: vec![place] }
    }

    /// The area on a side.
    #[must_use]
    pub fn on(self, side: Side) -> Self {
        Self { side, ..self }
    }

    /// The place of a name, for what else is to be seen there.
    #[must_use]
    pub fn marked(mut self, name: &str, mark: Mark) -> Self {
        if let Some(place) = self.places.iter_mut().find(|place| place.name == name) {
            place.marks.push(mark);
        }
        self
    }
}

impl Place {
    /// A place, so many half tiles from the left and the top, and what lies there, each piece on the one before.
    pub fn at(name: impl Display, x: i32, y: i32, pieces: impl IntoIterator<Item = Thing>) -> Self {
        let (name, pieces) = (name.to_string(), pieces.into_iter().collect());
        Self { name, x, y, spread: Spread::Pile, pieces, offset: (0, 0), marks: Vec::new() }
    }
}

/// So many of something, told in words.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

impl Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(tile) => write!(f, "{tile}"),
            Self::FaceUp(coin) | Self::CalledByValue(coin) => write!(f, "({coin})"),
            Self::FaceDown(coin) => write!(f, "[{coin}]"),
            Self::Die(die) => write!(f, "<{}^{}>", die.top(), die.north()),
            Self::Rolled(suit, value) => write!(f, "<{}{value}>", suit.letter()),
            Self::Unrolled(suit) => write!(f, "<{}?>", suit.letter()),
            Self::Pawn(suit) => write!(f, "{}:", suit.letter()),
            Self::Number(number) => write!(f, "{number}:"),
            Self::You => f.write_str("you"),
            Self::Adult => f.write_str("adult"),
            Self::Kid => f.write_str("kid"),
        }
    }
}

/// The board as text: tiles `S3`, coins `(S3)` face up and `[S3]` face down, a die `<top^north>`, or
/// `<S3>` where only its suit and top matter, a pawn `S:`, a number `3:`.
impl Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.caption)?;
        if !self.parts.is_empty() {
            let total: u64 = self.parts.iter().filter_map(|part| part.score).sum();
            write!(f, " (total {total})")?;
        }
        writeln!(f)?;
        for area in &self.areas {
            write!(f, "{area}")?;
        }
        Ok(())
    }
}

impl Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places.iter().all(|place| place.y == 0) {
            let row: Vec<String> = self.places.iter().map(Place::text).collect();
            let row = if row.is_empty() { "-".to_owned() } else { row.join(" ") };
            return writeln!(f, "  {}: {row}", self.name);
        }
        writeln!(f, "  {}:", self.name)?;
        let width = self.places.iter().map(|place| place.text().chars().count() + 1).max().unwrap_or(1);
        let left = self.places.iter().map(|place| place.x).min().unwrap_or(0);
        let right = self.places.iter().map(|place| place.x).max().unwrap_or(0);
        let mut rows: Vec<i32> = self.places.iter().map(|place| place.y).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut mirror = if let Ground::Mirrored(y) = self.ground { Some(y) } else { None };
        for y in rows {
            if mirror.take_if(|mirror| *mirror < y).is_some() {
                writeln!(f, "    {}", "=".repeat(usize::try_from(right - left + 2).unwrap_or(0) * width / 2 - 1))?;
            }
            let mut line = String::new();
            let mut in_row: Vec<&Place> = self.places.iter().filter(|place| place.y == y).collect();
            in_row.sort_by_key(|place| place.x);
            for place in in_row {
                let column = usize::try_from(place.x - left).unwrap_or(0) * width / 2;
                let gap = column.saturating_sub(line.chars().count());
                line.push_str(&" ".repeat(gap));
                line.push_str(&place.text());
            }
            writeln!(f, "    {line}")?;
        }
        Ok(())
    }
}

impl Place {
    fn text(&self) -> String {
        let pieces = || self.pieces.iter().map(Thing::to_string);
        match self.spread {
            Spread::Pile if self.pieces.is_empty() => ".".to_owned(),
            Spread::Stack(_) | Spread::Row(_) if self.pieces.is_empty() => "-".to_owned(),
            Spread::Pile => pieces().collect(),
            Spread::Stack(_) | Spread::Row(_) => pieces().collect::<Vec<_>>().join(" "),
        }
    }
}
