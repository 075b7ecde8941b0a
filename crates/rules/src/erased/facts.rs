//! The constants of a game at a rules version as values, for code that is not generic over games.

use crate::game::{Duration, Game, Kind, OpenInformation, OptionInfo, Options, Scoring, Search, Tag, Weight};
use crate::mode::Mode;
use crate::page::RulesPage;

/// The metadata of a game at a rules version. See [`Game`] for the meaning of each field.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The id of the game: kebab-case, as in paths and runs.
    pub id: &'static str,
    /// The prefix of its schema names.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// A summary of the game.
    pub summary: &'static str,
    /// The designers.
    pub designer: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The kind of the game.
    pub kind: Kind,
    /// The typical duration.
    pub duration: Duration,
    /// How much there is to learn and to think about.
    pub weight: Weight,
    /// The tags, in alphabetical order.
    pub tags: &'static [Tag],
    /// The day on which the game was added, such as `2026-11-20`.
    pub added: &'static str,
    /// The rules version, from 1.
    pub rules: u32,
    /// The minimum and the maximum number of seats.
    pub seats: (u8, u8),
    /// Whether the game hides anything from its players.
    pub hides: bool,
    /// Whether the game has windows, which ask seats for a reaction whether or not they have one.
    pub has_windows: bool,
    /// When the game has open information.
    pub open_information: OpenInformation,
    /// How the levels of the built-in player above the first search.
    pub search: Search,
    /// Maximum number of moves of a run.
    pub max_moves: usize,
    /// The option and its value with which all seats move in ticks.
    pub ticks: Option<(&'static str, &'static str)>,
    /// The options; the first value of each is its default.
    pub options: &'static [OptionInfo],
    /// The rules pages.
    pub page: RulesPage,
    /// The scoring constants of a solitaire.
    pub scoring: Option<Scoring>,
}

impl Facts {
    /// Returns whether the game has open information with the default options.
    #[must_use]
    pub fn open_by_default(&self) -> bool {
        self.open_information.by_default(self.options)
    }

    /// Returns whether the game is for several seats, not a solitaire.
    #[must_use]
    pub const fn is_seated(&self) -> bool {
        self.scoring.is_none()
    }

    /// Returns the metadata of a game.
    #[must_use]
    pub(crate) const fn of<G: Game, M: Mode<G>>() -> Self {
        Self {
            id: G::ID,
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            designer: G::DESIGNER,
            source: G::SOURCE,
            kind: G::KIND,
            duration: G::DURATION,
            weight: G::WEIGHT,
            tags: G::TAGS,
            added: G::ADDED,
            rules: G::RULES,
            seats: (*G::SEATS.start(), *G::SEATS.end()),
            hides: G::HIDES,
            has_windows: G::HAS_WINDOWS,
            open_information: G::OPEN_INFORMATION,
            search: G::SEARCH,
            max_moves: G::MAX_MOVES,
            ticks: G::TICKS,
            options: G::Options::LIST,
            page: G::PAGE,
            scoring: M::SCORING,
        }
    }
}
