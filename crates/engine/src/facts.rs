//! The constants of a game at a rules version as one value, for code that is not generic over games.

use funhouse_rules::game::{Game, OpenInformation, OptionInfo, Options, ScoreOrder, Solitaire};
use funhouse_rules::page::RulesPage;

/// What is said of a game at a rules version, apart from its types and its rules: see [`Game`] for the meaning of each.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The game's id: kebab-case, as in paths and runs.
    pub id: &'static str,
    /// The prefix of the names of its schemas.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// What the game is about.
    pub summary: &'static str,
    /// Who designed it.
    pub designer: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The rules version, from 1.
    pub rules: u32,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// Whether something is hidden from those who play.
    pub hides: bool,
    /// When everything is open after the deal.
    pub open_information: OpenInformation,
    /// The options; the first value of each is its default.
    pub options: &'static [OptionInfo],
    /// Its part of the rules pages.
    pub page: RulesPage,
}

impl Facts {
    /// Whether everything is open after the deal, with the default options.
    #[must_use]
    pub fn open_by_default(&self) -> bool {
        self.open_information.by_default(self.options)
    }

    /// The facts of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            id: G::ID,
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            designer: G::DESIGNER,
            source: G::SOURCE,
            rules: G::RULES,
            seats: (*G::SEATS.start(), *G::SEATS.end()),
            hides: G::HIDES,
            open_information: G::OPEN_INFORMATION,
            options: G::Options::LIST,
            page: G::PAGE,
        }
    }
}

/// What is said of the scores of a solitaire at a rules version: see [`Solitaire`] for the meaning of each.
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// Which scores are better.
    pub wins: ScoreOrder,
    /// The least total there can be.
    pub least_score: u64,
    /// The greatest total there can be, if there is one.
    pub greatest_score: Option<u64>,
    /// What a game that was not played to its end counts in averages, unless its current score is worse.
    pub abandoned: u64,
    /// The ids of its rooms, in the order in which they are played.
    pub rooms: &'static [&'static str],
}

impl Scoring {
    /// That of a game.
    #[must_use]
    pub const fn of<G: Solitaire>() -> Self {
        Self {
            wins: G::SCORE_ORDER,
            least_score: G::MIN_SCORE,
            greatest_score: G::MAX_SCORE,
            abandoned: G::ABANDONED,
            rooms: G::ROOMS,
        }
    }
}
