//! The catalogue: the games, and what a front end needs to know about them.

use serde::Serialize;

use crate::games::GameVersions;
use crate::ruleset::Ruleset;
use crate::shape::GameId;
use funhouse_analysis::is_analyzed;
use funhouse_rules::game::{Duration, Kind, Level, MoveType, OptionInfo, ScoreOrder, Search, Tag, Weight};
use funhouse_rules::page::RuleEntry;
use funhouse_rules::sources::RulesDigest;
use funhouse_rules::wire::{self, ToSchema};

/// A game in the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameSummary {
    /// The game's id, as in paths and runs.
    #[schema(value_type = GameId)]
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// A summary of the game.
    pub summary: &'static str,
    /// The designers.
    pub designer: &'static str,
    /// The newest rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The kind of the game.
    pub kind: Kind,
    /// Whether low or high scores win. Only solitaires have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, required = false)]
    pub wins: Option<ScoreOrder>,
    /// The possible numbers of seats.
    pub seats: SeatRange,
    /// The typical duration, in minutes.
    pub duration: Duration,
    /// The weight, from 1 (light) to 5 (heavy).
    pub weight: Weight,
    /// The tags, in alphabetical order.
    pub tags: &'static [Tag],
    /// The day on which the service got the game.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pub added: &'static str,
    /// The types of moves; a game with rooms has those of its rooms.
    pub moves: Vec<MoveType>,
    /// Whether the game hides anything from its players, so that each seat has its own view (`view`).
    pub hidden: bool,
    /// Whether nothing is hidden or random after the deal, so that a program can compute the best moves. Label its boards "computer help possible".
    pub open_information: bool,
}

/// The possible numbers of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatRange {
    /// The minimum.
    #[schema(minimum = 1, maximum = 16)]
    pub least: u8,
    /// The maximum.
    #[schema(minimum = 1, maximum = 16)]
    pub most: u8,
}

impl SeatRange {
    fn of((least, most): (u8, u8)) -> Self {
        Self { least, most }
    }
}

/// A level of the built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RobotLevel)]
pub struct LevelInfo {
    /// Its number. Level 1 is the default.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub level: Level,
    /// The number of moves that its search tries before it ends with the current simulation; 0 if it does not search.
    pub nodes: u32,
}

impl LevelInfo {
    /// Returns all levels of a game.
    fn all(search: Search) -> Vec<Self> {
        let levels = (1..=search.top_level().number()).filter_map(Level::new);
        levels.map(|level| Self { level, nodes: search.nodes_of(level) }).collect()
    }
}

/// An option of a game and its value with which all seats move in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Ticks {
    /// The id of the option.
    pub option: &'static str,
    /// The value.
    pub value: &'static str,
}

/// The list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameList {
    /// Every game.
    pub games: Vec<GameSummary>,
    /// The rules of this build.
    pub rules_digest: RulesDigest,
}

/// Everything about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game's id, as in paths and runs.
    #[schema(value_type = GameId)]
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// A summary of the game.
    pub summary: &'static str,
    /// The designers.
    pub designer: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The rules version: the requested one, or the newest, which is the default of `deal`.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// All rules versions that are known, the oldest first.
    #[schema(value_type = Vec<wire::RulesVersion>)]
    pub known_rules: Vec<u32>,
    /// The kind of the game.
    pub kind: Kind,
    /// Whether low or high scores win. Only solitaires have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, required = false)]
    pub wins: Option<ScoreOrder>,
    /// The possible numbers of seats.
    pub seats: SeatRange,
    /// The typical duration, in minutes.
    pub duration: Duration,
    /// The weight, from 1 (light) to 5 (heavy).
    pub weight: Weight,
    /// The tags, in alphabetical order.
    pub tags: &'static [Tag],
    /// The day on which the service got the game.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    pub added: &'static str,
    /// The types of moves; a game with rooms has those of its rooms.
    pub moves: Vec<MoveType>,
    /// Whether the game hides anything from its players, so that each seat has its own view (`view`).
    pub hidden: bool,
    /// Whether nothing is hidden or random after the deal, so that a program can compute the best moves. Label its boards "computer help possible".
    pub open_information: bool,
    /// Whether its states can be analyzed: `POST /v1/games/{game}/analysis`.
    pub analysis: bool,
    /// The levels of the built-in player, from 1. Each is stronger than those before it. Absent for solitaires.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub levels: Vec<LevelInfo>,
    /// The minimum total. Only solitaires have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub least_score: Option<u64>,
    /// The maximum total. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub greatest_score: Option<u64>,
    /// The options. The first value of each is its default.
    pub options: Vec<OptionInfo>,
    /// The option with which all seats move in ticks: then the `pace` of a table can be as short as 2 seconds. Absent in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ticks: Option<Ticks>,
    /// The rooms of a game with rooms, in order. Each is also a game of its own.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schema(value_type = Vec<GameId>, required = false)]
    pub rooms: &'static [&'static str],
    /// The path of the JSON Schema of the game's states, views, moves, events and options.
    pub schema: String,
    /// How this service reads the rulebook where it is silent or contradicts itself, and why.
    pub rulings: Vec<String>,
    /// The rules that can refuse a move.
    pub refusing_rules: Vec<RuleEntry>,
    /// The faults that a posted state can have.
    pub faults: Vec<RuleEntry>,
}

/// The path of the JSON Schema of a game, which is also its identifier.
#[must_use]
pub fn path_of_schema(game: &str) -> String {
    format!("/schemas/{game}.json")
}

/// The information about a game at a rules version.
#[must_use]
pub fn info(game: &GameVersions, ruleset: Ruleset) -> GameInfo {
    let facts = ruleset.facts();
    let scoring = facts.scoring.as_ref();
    GameInfo {
        id: facts.id,
        title: facts.title,
        summary: facts.summary,
        designer: facts.designer,
        source: facts.source,
        rules: facts.rules,
        known_rules: game.versions().iter().map(|version| version.facts().rules).collect(),
        kind: facts.kind,
        wins: scoring.map(|scoring| scoring.wins),
        seats: SeatRange::of(facts.seats),
        duration: facts.duration,
        weight: facts.weight,
        tags: facts.tags,
        added: facts.added,
        moves: ruleset.move_types(),
        hidden: facts.hides,
        open_information: facts.open_by_default(),
        analysis: is_analyzed(facts.id, facts.rules),
        levels: if scoring.is_some() { Vec::new() } else { LevelInfo::all(facts.search) },
        least_score: scoring.map(|scoring| scoring.min_score),
        greatest_score: scoring.and_then(|scoring| scoring.max_score),
        options: facts.options.to_vec(),
        ticks: facts.ticks.map(|(option, value)| Ticks { option, value }),
        rooms: scoring.map_or(&[], |scoring| scoring.rooms),
        schema: path_of_schema(facts.id),
        rulings: facts.page.rulings(),
        refusing_rules: facts.page.rules(),
        faults: facts.page.faults(),
    }
}

/// The list of games, each as its newest rules version says.
#[must_use]
pub fn list(games: &[GameVersions]) -> GameList {
    let summary = |game: &GameVersions| {
        let facts = game.newest().facts();
        GameSummary {
            id: facts.id,
            title: facts.title,
            summary: facts.summary,
            designer: facts.designer,
            rules: facts.rules,
            kind: facts.kind,
            wins: facts.scoring.map(|scoring| scoring.wins),
            seats: SeatRange::of(facts.seats),
            duration: facts.duration,
            weight: facts.weight,
            tags: facts.tags,
            added: facts.added,
            moves: game.newest().move_types(),
            hidden: facts.hides,
            open_information: facts.open_by_default(),
        }
    };
    GameList { games: games.iter().map(summary).collect(), rules_digest: RulesDigest::THIS }
}
