//! The profile of a game: its kind, and what helps to choose one: duration, weight and tags.

use serde::Serialize;

use crate::wire::{self, ToSchema};

/// A kind of game. Only solitaires are ranked, and only seated games are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameKind)]
pub enum Kind {
    /// A game for one player. Its runs can be submitted, are verified by replay, and rank on leaderboards.
    Solitaire,
    /// A game for several seats. Results at tables count in the records and ratings of players.
    Seated,
    /// A game on a real table, such as a pool table. Moves report what happened there, which no one can verify: no result is ranked or rated.
    Referee,
    /// A game for several seats in which the fastest hand wins. A program wins it from everyone, so no result is ranked or rated.
    Race,
}

/// The maximum duration of a game, in minutes.
const MAX_MINUTES: u16 = 600;

/// The typical duration of a game, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GameDuration)]
pub struct Duration {
    /// The duration of a short game.
    #[schema(minimum = 1, maximum = 600)]
    least: u16,
    /// The duration of a long game.
    #[schema(minimum = 1, maximum = 600)]
    most: u16,
}

impl Duration {
    /// Creates a duration of `least` to `most` minutes, each from 1 to 600.
    ///
    /// # Panics
    /// If the range is empty or out of bounds. In a constant, this is a compile error.
    #[must_use]
    pub const fn minutes(least: u16, most: u16) -> Self {
        assert!(1 <= least && least <= most && most <= MAX_MINUTES, "a range of minutes from 1 to 600");
        Self { least, most }
    }
}

/// The maximum weight.
const MAX_WEIGHT: u8 = 5;

/// How much there is to learn and to think about: from 1 (light) to 5 (heavy).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Weight(u8);

impl Weight {
    /// Creates a weight from 1 to 5.
    ///
    /// # Panics
    /// If the weight is out of bounds. In a constant, this is a compile error.
    #[must_use]
    pub const fn new(weight: u8) -> Self {
        assert!(1 <= weight && weight <= MAX_WEIGHT, "a weight from 1 to 5");
        Self(weight)
    }
}

wire::named_schema!(
    impl[] Weight,
    "GameWeight",
    wire::integer_schema("How much there is to learn and to think about: from 1 (light) to 5 (heavy).", 1, MAX_WEIGHT.into()),
    gather []
);

/// A property of games by which players choose one. Later versions of the service may add tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GameTag)]
pub enum Tag {
    /// Secret choices mislead the other players.
    Bluffing,
    /// Pieces move or are placed on a board.
    Board,
    /// Played with playing cards.
    Cards,
    /// Played with pieces of chess or on a chessboard.
    Chess,
    /// Flicking, throwing or shooting with a cue, by hand or simulated.
    Dexterity,
    /// Players roll dice.
    Dice,
    /// Players fight, or take pieces from each other.
    Fighting,
    /// Something must be remembered.
    Memory,
    /// Played with the piecepack: tiles, coins and dice in four suits.
    Piecepack,
    /// Poker hands are compared.
    Poker,
    /// You stop in time, or lose what you could have had.
    PressYourLuck,
    /// A puzzle for one player, with little or no chance after the deal.
    Puzzle,
    /// The first to reach a place or a number of points wins.
    Race,
    /// Players choose at the same time.
    Simultaneous,
    /// Stones or marks count by their neighbors or lines.
    Territory,
}
