//! The pieces of a scene.

use std::fmt::{self, Display};

use crate::cards::{Card, CardFace, CardOrJoker, PlayingCard as _};
use crate::dice;
use crate::piecepack::{Coin, Die, Suit, Tile, Value};
use crate::seat::Seat;

/// A piece in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A tile, face up.
    Tile(Tile),
    /// A tile of a seat's own set, face up. Other seats may have the same tile.
    TileOf(Tile, Seat),
    /// A coin with its value up.
    FaceUp(Coin),
    /// A coin with its value up that moves refer to by its value alone.
    CalledByValue(Coin),
    /// A coin with its value down. It contains no value, so no picture can reveal it.
    FaceDown(Suit),
    /// A die.
    Die(Die),
    /// A piecepack die of which only suit and top matter.
    Rolled(Suit, Value),
    /// A piecepack die that has not been rolled.
    Unrolled(Suit),
    /// A pawn.
    Pawn(Suit),
    /// The number of a row or column, which the names of its places say too: it is drawn, but not read aloud.
    Heading(u64),
    /// A number, such as the points of a turn.
    Number(u64),
    /// The player.
    You,
    /// An adult.
    Adult,
    /// A kid.
    Kid,
    /// A playing card, face up.
    Card(CardOrJoker),
    /// A playing card of a seat's own deck, face up, that moves refer to by its rank. Other seats may have the same card.
    CardOf(Card, Seat),
    /// A playing card, face down.
    CardDown,
    /// A face-down pile with this number of playing cards, such as a deck.
    Deck(u64),
    /// A six-sided die and its top face.
    Pips(dice::Face, Paint),
    /// A pile of this number of chips.
    Chips(u64, Paint),
    /// A stone.
    Stone(Paint),
    /// This number of stones.
    Stones(u64, Paint),
    /// An object ball of a pool table.
    Ball,
    /// The token of a seat on a board; each seat has one.
    Token(Seat),
    /// A ghost of a seat.
    Ghost(Seat),
    /// A guest of a hotel: the number and the rank.
    Guest(u8, dice::Face),
    /// A chess piece.
    ChessPiece(ChessPiece, Seat),
    /// A symbol that a seat has drawn.
    Symbol(Symbol, Seat),
}

/// How dice, chips and stones are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Not at all.
    Plain,
    /// By a color, whose name moves use.
    In(PieceColor),
    /// By the owner's seat.
    Of(Seat),
}

/// A color of dice, chips and stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceColor {
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Violet.
    Violet,
    /// Pink.
    Pink,
    /// Brown.
    Brown,
    /// White.
    White,
    /// Black.
    Black,
}

/// The type of a chess piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessPiece {
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

/// A symbol drawn on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Two crossed strokes.
    Cross,
    /// A ring.
    Hoop,
}

impl Piece {
    /// Creates a playing card, face down if it is hidden.
    #[must_use]
    pub fn card(face: impl CardFace) -> Self {
        match face.known().and_then(|card| CardOrJoker::DECK.get(card.index())) {
            Some(card) => Self::Card(*card),
            None => Self::CardDown,
        }
    }
}

impl PieceColor {
    /// Returns the name of the color.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Violet => "violet",
            Self::Pink => "pink",
            Self::Brown => "brown",
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns the letter of the color: `k` for black, `n` for brown, otherwise the first letter. No game has both purple
    /// and pink.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Orange => 'o',
            Self::Yellow => 'y',
            Self::Green => 'g',
            Self::Blue => 'b',
            Self::Purple | Self::Pink => 'p',
            Self::Violet => 'v',
            Self::Brown => 'n',
            Self::White => 'w',
            Self::Black => 'k',
        }
    }
}

impl ChessPiece {
    /// Returns the name of the chess piece.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Rook => "rook",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Returns the letter of the chess piece: `N` for the knight, otherwise the first letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Rook => 'R',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

impl Symbol {
    /// Returns the name of the symbol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cross => "cross",
            Self::Hoop => "hoop",
        }
    }
}

/// Formats the prefix of a number on a die, on chips or on stones: empty, a color letter, or the seat.
impl Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => Ok(()),
            Self::In(colour) => write!(f, "{}", colour.letter()),
            Self::Of(seat) => write!(f, "{seat}:"),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(tile) | Self::TileOf(tile, _) => write!(f, "{tile}"),
            Self::FaceUp(coin) | Self::CalledByValue(coin) => write!(f, "({coin})"),
            Self::FaceDown(suit) => write!(f, "[{}]", suit.letter()),
            Self::Die(die) => write!(f, "<{}^{}>", die.top(), die.north()),
            Self::Rolled(suit, value) => write!(f, "<{}{value}>", suit.letter()),
            Self::Unrolled(suit) => write!(f, "<{}?>", suit.letter()),
            Self::Pawn(suit) => write!(f, "{}:", suit.letter()),
            Self::Heading(number) => write!(f, "{number}:"),
            Self::Number(number) => write!(f, "{number}"),
            Self::You => f.write_str("you"),
            Self::Adult => f.write_str("adult"),
            Self::Kid => f.write_str("kid"),
            Self::Card(card) => write!(f, "{card}"),
            Self::CardOf(card, _) => write!(f, "{card}"),
            Self::CardDown => f.write_str("??"),
            Self::Deck(count) => write!(f, "[{count}]"),
            Self::Pips(face, paint) => write!(f, "<{paint}{face}>"),
            Self::Chips(count, paint) | Self::Stones(count, paint) => write!(f, "({paint}{count})"),
            Self::Stone(Paint::Plain) => f.write_str("*"),
            Self::Stone(Paint::In(colour)) => write!(f, "{}", colour.letter()),
            Self::Stone(Paint::Of(seat)) => write!(f, "{seat}"),
            Self::Ball => f.write_str("o"),
            Self::Token(seat) => write!(f, "@{seat}"),
            Self::Ghost(seat) => write!(f, "{seat}"),
            Self::Guest(number, rank) => write!(f, "#{number}^{rank}"),
            Self::ChessPiece(man, seat) => write!(f, "{}{seat}", man.letter()),
            Self::Symbol(Symbol::Cross, seat) => write!(f, "+{seat}"),
            Self::Symbol(Symbol::Hoop, seat) => write!(f, "o{seat}"),
        }
    }
}
