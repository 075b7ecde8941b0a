//! The levels of the built-in player.

use std::fmt;

use serde::{Serialize, Serializer};

#[cfg(feature = "schemas")]
use super::Game;
use crate::wire::{self, Fault, Reader};

/// The maximum number of levels of a game.
pub const MAX_LEVELS: u8 = 5;

/// A level of the built-in player, from 1.
///
/// Level 1 is the game's own [`plan`](super::Game::plan). Each higher level searches more positions before it moves, unless the
/// game has [levels of its own](super::Game::plan_at).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Level 1, the default.
    pub const DEFAULT: Self = Self(1);

    /// Returns the level of this number; none unless it is from 1 to [`MAX_LEVELS`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= MAX_LEVELS { Some(Self(number)) } else { None }
    }

    /// The number of the level.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Reads a level, at most the highest of a game with this search and title.
///
/// # Errors
/// If it is no such number.
pub fn read_level(value: Reader<'_>, search: Search, title: &str) -> Result<Level, Fault> {
    let number = wire::integer_in_range(value, 1, search.top_level().0, format_args!(", the levels of {title}"))?;
    Level::new(number).ok_or_else(|| Fault::new("there is no such level"))
}

/// Returns the schema of a level of a game.
#[must_use]
#[cfg(feature = "schemas")]
pub fn level_schema<G: Game>() -> wire::AnySchema {
    let description = "The level of the built-in player. The default is 1. `GET /v1/games/{game}` lists the levels.";
    wire::integer_schema(description, 1, G::SEARCH.top_level().0.into())
}

/// What a search compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMethod {
    /// Sequences of moves of all seats. Returns the move that most simulations made.
    Tree,
    /// The next moves of the seat; then the built-in player plays for all seats. Returns the move that most simulations made if it is clearly better
    /// than that of the built-in player, and that one otherwise. For games in which chance or hidden pieces keep a tree shallow.
    Rollouts,
}

impl SearchMethod {
    /// Returns the maximum number of moves that a simulation chooses by the results of earlier ones.
    pub(crate) const fn depth(self) -> usize {
        match self {
            Self::Tree => usize::MAX,
            Self::Rollouts => 1,
        }
    }
}

/// How the levels of a game above the first search. Each simulation plays a game on from the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The budget of each level above the first: the number of moves that all its simulations make together.
    pub nodes: &'static [u32],
    /// The number of moves out of 16 that the built-in player chooses in a simulation. The others are random.
    pub planned: u64,
    /// Maximum number of moves of a simulation after it leaves the tree. Then the standing is judged.
    pub horizon: u32,
    /// The lead in points that is worth half of a safe win.
    pub lead: i64,
    /// How much a simulation prefers moves that were tried seldom, in parts of 10,000.
    pub exploration: u64,
    /// What it compares.
    pub method: SearchMethod,
    /// The number of levels of a game whose levels do not search: its own player plays better at higher ones.
    pub own: u8,
}

impl Search {
    /// No search: the game has one level.
    pub const NONE: Self =
        Self { nodes: &[], planned: 0, horizon: 0, lead: 1, exploration: 0, method: SearchMethod::Tree, own: 1 };

    /// No search, and a number of levels of the game's own player.
    #[must_use]
    pub const fn own(levels: u8) -> Self {
        Self { own: levels, ..Self::NONE }
    }

    /// A search by a method, in which the built-in player chooses all moves after the first ones.
    #[must_use]
    pub const fn by(method: SearchMethod, nodes: &'static [u32], horizon: u32, lead: i64) -> Self {
        Self { nodes, planned: 16, horizon, lead, exploration: 1000, method, own: 1 }
    }

    /// Returns the highest level.
    ///
    /// # Panics
    /// If there are more than [`MAX_LEVELS`]. In a constant, this is a compile error.
    #[must_use]
    pub const fn top_level(self) -> Level {
        assert!(self.nodes.len() < MAX_LEVELS as usize && self.own <= MAX_LEVELS, "a game has at most five levels");
        Level(if self.own > 1 { self.own } else { self.nodes.len() as u8 + 1 })
    }

    /// Returns the budget of a level; 0 for level 1, which does not search.
    #[must_use]
    pub fn nodes_of(self, level: Level) -> u32 {
        let searches = usize::from(level.0.min(self.top_level().0)) - 1;
        searches.checked_sub(1).and_then(|index| self.nodes.get(index)).copied().unwrap_or(0)
    }
}
