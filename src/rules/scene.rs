//! What there is to see of a state: pieces and their places, told without saying how they are drawn.
//!
//! A game describes its table once, here. The text board is drawn from it, and so can pictures be, and
//! words for those who hear the board read.

use std::fmt::{self, Display};

use super::piecepack::{Coin, Die, Suit, Tile, Value};

/// What there is to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// One line on how the game stands.
    pub caption: String,
    /// The parts of the table, in the order in which they are read.
    pub areas: Vec<Area>,
}

/// A part of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// What it is.
    pub name: &'static str,
    /// Its places, in reading order.
    pub places: Vec<Place>,
}

/// A place and what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place's name, if it has one.
    pub name: String,
    /// Half tiles from the left of the area, negative ones too.
    pub x: i32,
    /// Half tiles from the top of the area.
    pub y: i32,
    /// What lies there, from the bottom to the top; nothing on an empty place.
    pub pieces: Vec<Thing>,
}

/// A piece that can lie on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A tile, face up.
    Tile(Tile),
    /// A coin with its value up.
    FaceUp(Coin),
    /// A coin with its value down.
    FaceDown(Coin),
    /// A die.
    Die(Die),
    /// A die of a suit, of which only the value on top matters.
    Rolled(Suit, Value),
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

impl Area {
    /// A grid of named places, `columns` wide, from what lies on each in reading order.
    pub fn grid<N: Display>(
        name: &'static str,
        columns: usize,
        places: impl IntoIterator<Item = (N, Vec<Thing>)>,
    ) -> Self {
        let place = |(i, (name, pieces)): (usize, (N, Vec<Thing>))| Place {
            name: name.to_string(),
            x: 2 * (i % columns) as i32,
            y: 2 * (i / columns) as i32,
            pieces,
        };
        Self { name, places: places.into_iter().enumerate().map(place).collect() }
    }

    /// A stack, told as one row from the bottom to the top.
    pub fn stack(name: &'static str, pieces: impl IntoIterator<Item = Thing>) -> Self {
        let place = |(i, thing)| Place { name: String::new(), x: 2 * i as i32, y: 0, pieces: vec![thing] };
        Self { name, places: pieces.into_iter().enumerate().map(place).collect() }
    }
}

impl Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(tile) => write!(f, "{tile}"),
            Self::FaceUp(coin) => write!(f, "({coin})"),
            Self::FaceDown(coin) => write!(f, "[{coin}]"),
            Self::Die(die) => write!(f, "<{}^{}>", die.top(), die.north()),
            Self::Rolled(suit, value) => write!(f, "<{}{value}>", suit.letter()),
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
        writeln!(f, "{}", self.caption)?;
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
        let mut rows: Vec<i32> = self.places.iter().map(|place| place.y).collect();
        rows.sort_unstable();
        rows.dedup();
        for y in rows {
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
        if self.pieces.is_empty() { ".".to_owned() } else { self.pieces.iter().map(Thing::to_string).collect() }
    }
}
