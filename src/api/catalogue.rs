//! The catalogue: what games there are and all that a front end may want to say about them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::game::{Game, OptionInfo, Options as _, Wins};
use crate::rules::page::Entry;
use crate::rules::registry::{self, Visitor};

/// A game in the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameSummary {
    /// The game's id, as in paths and runs.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// What the game is about.
    pub summary: &'static str,
    /// Who designed it.
    pub designer: &'static str,
    /// The newest rules version.
    pub rules: u32,
    /// Whether low or high scores win.
    pub wins: Wins,
}

/// The list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameList {
    /// Every game.
    pub games: Vec<GameSummary>,
}

/// All that is said of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game's id, as in paths and runs.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// What the game is about.
    pub summary: &'static str,
    /// Who designed it.
    pub designer: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The rules version that `deal` takes unless told.
    pub rules: u32,
    /// All rules versions that are known.
    pub known_rules: Vec<u32>,
    /// Whether low or high scores win.
    pub wins: Wins,
    /// The least total there can be.
    pub least_score: u64,
    /// The greatest total there can be; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub greatest_score: Option<u64>,
    /// The options, the first value of each being its default.
    pub options: Vec<OptionInfo>,
    /// The rooms of a game that goes through rooms, in order: each is a game of its own.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub rooms: &'static [&'static str],
    /// What is done where the rulebook is silent or contradicts itself, and why.
    pub rulings: Vec<String>,
    /// The rules that can refuse a move.
    pub refusing_rules: Vec<Entry>,
    /// The faults that a posted state can have.
    pub faults: Vec<Entry>,
}

/// All that is said of a game.
#[must_use]
pub fn info<G: Game>() -> GameInfo {
    GameInfo {
        id: G::ID,
        title: G::TITLE,
        summary: G::SUMMARY,
        designer: G::DESIGNER,
        source: G::SOURCE,
        rules: G::RULES,
        known_rules: vec![G::RULES],
        wins: G::WINS,
        least_score: G::LEAST,
        greatest_score: G::GREATEST,
        options: G::Options::LIST.to_vec(),
        rooms: G::ROOMS,
        rulings: G::PAGE.rulings(),
        refusing_rules: G::PAGE.rules(),
        faults: G::PAGE.faults(),
    }
}

/// The list of games.
#[must_use]
pub fn list() -> GameList {
    struct List(Vec<GameSummary>);
    impl Visitor for List {
        fn visit<G: Game>(&mut self) {
            self.0.push(GameSummary {
                id: G::ID,
                title: G::TITLE,
                summary: G::SUMMARY,
                designer: G::DESIGNER,
                rules: G::RULES,
                wins: G::WINS,
            });
        }
    }
    let mut list = List(Vec::new());
    registry::visit_all(&mut list);
    GameList { games: list.0 }
}
