//! The pieces that can lie on a place.

use std::fmt::{self, Display};

use crate::cards::{CardOrJoker, Face, PlayingCard as _};
use crate::dice;
use crate::piecepack::{Coin, Die, Suit, Tile, Value};
use crate::seat::Seat;

/// A piece that can lie on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A tile, face up.
    Tile(Tile),
    /// A coin with its value up.
    FaceUp(Coin),
    /// A coin with its value up that moves name by its value alone.
    CalledByValue(Coin),
    /// A coin with its value down. It has no value here, so that no picture can show it.
    FaceDown(Suit),
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
    /// A playing card, face up.
    Card(CardOrJoker),
    /// A playing card, face down.
    CardDown,
    /// A pile of so many playing cards face down, such as a deck.
    Deck(u64),
    /// A six-sided die with the face that it shows.
    Pips(dice::Face, Paint),
    /// So many chips on one heap.
    Chips(u64, Paint),
    /// A stone.
    Stone(Paint),
    /// The token by which a seat is represented on a board; a seat has one.
    Token(Seat),
    /// A piece of a chess set.
    Man(Man, Seat),
    /// A sign that a seat has drawn.
    Sign(Sign, Seat),
}

/// How dice, chips and stones are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// They are all alike.
    Plain,
    /// By a colour, whose name moves use.
    In(Colour),
    /// By the seat that owns them.
    Of(Seat),
}

/// A colour of dice, chips and stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
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
    /// Black.
    Black,
}

/// A kind of piece of a chess set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Man {
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

/// A sign that is drawn on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Two strokes that cross.
    Cross,
    /// A ring.
    Hoop,
}

impl Thing {
    /// A card as it is seen: face down if it is hidden.
    #[must_use]
    pub fn card(face: impl Face) -> Self {
        match face.known().and_then(|card| CardOrJoker::DECK.get(card.index())) {
            Some(card) => Self::Card(*card),
            None => Self::CardDown,
        }
    }
}

impl Colour {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Black => "black",
        }
    }

    /// The letter that stands for it: `k` for black, else its first.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Orange => 'o',
            Self::Yellow => 'y',
            Self::Green => 'g',
            Self::Blue => 'b',
            Self::Purple => 'p',
            Self::Black => 'k',
        }
    }
}

impl Man {
    /// Its name.
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

    /// The letter that stands for it: `N` for the knight, else its first.
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

impl Sign {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cross => "cross",
            Self::Hoop => "hoop",
        }
    }
}

/// What is written before a number on a die or on chips: nothing, the letter of a colour, or the seat.
impl Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => Ok(()),
            Self::In(colour) => write!(f, "{}", colour.letter()),
            Self::Of(seat) => write!(f, "{seat}:"),
        }
    }
}

impl Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile(tile) => write!(f, "{tile}"),
            Self::FaceUp(coin) | Self::CalledByValue(coin) => write!(f, "({coin})"),
            Self::FaceDown(suit) => write!(f, "[{}]", suit.letter()),
            Self::Die(die) => write!(f, "<{}^{}>", die.top(), die.north()),
            Self::Rolled(suit, value) => write!(f, "<{}{value}>", suit.letter()),
            Self::Unrolled(suit) => write!(f, "<{}?>", suit.letter()),
            Self::Pawn(suit) => write!(f, "{}:", suit.letter()),
            Self::Number(number) => write!(f, "{number}:"),
            Self::You => f.write_str("you"),
            Self::Adult => f.write_str("adult"),
            Self::Kid => f.write_str("kid"),
            Self::Card(card) => write!(f, "{card}"),
            Self::CardDown => f.write_str("??"),
            Self::Deck(count) => write!(f, "[{count}]"),
            Self::Pips(face, paint) => write!(f, "<{paint}{face}>"),
            Self::Chips(count, paint) => write!(f, "({paint}{count})"),
            Self::Stone(Paint::Plain) => f.write_str("*"),
            Self::Stone(Paint::In(colour)) => write!(f, "{}", colour.letter()),
            Self::Stone(Paint::Of(seat)) => write!(f, "{seat}"),
            Self::Token(seat) => write!(f, "@{seat}"),
            Self::Man(man, seat) => write!(f, "{}{seat}", man.letter()),
            Self::Sign(Sign::Cross, seat) => write!(f, "+{seat}"),
            Self::Sign(Sign::Hoop, seat) => write!(f, "o{seat}"),
        }
    }
}
