//! Leaderboards: their kinds, the order of entries, and pages.

use funhouse_rules::chance::Seed;

use crate::model::calendar::{Period, Timestamp};
use crate::model::ids::{AppId, RunId};
use crate::model::runs::{Category, ScopeScore, Summary};

/// Maximum number of entries for which a [seed's board](BoardKind::Seed) has ranks and a count, because it counts them one by one.
pub const MAX_SEED_RANK: u32 = 10_000;

/// A leaderboard. Every board exists, but may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The category of its runs.
    pub category: Category,
    /// Which runs of the category it lists.
    pub kind: BoardKind,
}

/// Which runs of its category a board lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// The best run of each player in a period.
    Bests(Period),
    /// The best run of each player by the score of a room, of all time. Rooms are numbered from 1.
    Room(u8),
    /// The best run of each player on each seed, of all time.
    Runs,
    /// The best run of each player on one seed. In the daily classes this is the board of bests of the day that has the seed.
    Seed(Seed),
    /// The best run of each player in a period, of the runs that were submitted through an app: of all time, a month or a day.
    App(AppId, Period),
}

impl Board {
    /// Returns the index of the score that ranks, in [`Summary::scores`]: 0 is the whole game, 1 its first room.
    #[must_use]
    pub fn scope(&self) -> usize {
        match self.kind {
            BoardKind::Room(room) => usize::from(room),
            BoardKind::Bests(_) | BoardKind::Runs | BoardKind::Seed(_) | BoardKind::App(..) => 0,
        }
    }
}

/// The place of a run on a board: ordered by score, then by number, so that no two runs share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardPlace {
    /// The score that ranks.
    pub score: ScopeScore,
    /// The run.
    pub run: RunId,
}

/// Where a page of a board begins. There need not be an entry at the place, since the run there may have been hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStart {
    /// At the best entry.
    Top,
    /// After a place.
    After(BoardPlace),
    /// Such that the page ends before a place.
    Before(BoardPlace),
    /// Such that a run is in the middle of the page.
    Around(RunId),
}

/// The rank of a run on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRank {
    /// 1 plus the number of entries that are strictly better.
    pub rank: u64,
    /// Number of entries.
    pub count: u64,
}

/// An entry of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEntry {
    /// 1 plus the number of entries that are strictly better; none after the first [`MAX_SEED_RANK`] of a seed's board.
    pub rank: Option<u64>,
    /// Its place.
    pub place: BoardPlace,
    /// The run.
    pub run: Summary,
}

/// A page of a board, read in one snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPage {
    /// Its entries, the best first.
    pub entries: Vec<BoardEntry>,
    /// Number of entries of the board; none if a seed's board has more than [`MAX_SEED_RANK`].
    pub count: Option<u64>,
    /// Whether there are entries before these.
    pub more_before: bool,
    /// Whether there are entries after these.
    pub more_after: bool,
    /// Whether the run of [`PageStart::Around`] is on the board; true for any other start.
    pub found: bool,
}

/// A range of time in a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeRange {
    /// The category.
    pub category: Category,
    /// The app; none for all visible runs but those that are only in lists of apps.
    pub app: Option<AppId>,
    /// The first moment.
    pub since: Timestamp,
    /// The moment after the last.
    pub until: Timestamp,
}

/// The place of a run in a range of time: ordered by time, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRangePlace {
    /// When it was received.
    pub received_at: Timestamp,
    /// The run.
    pub run: RunId,
}

/// A player's best on a board of bests of all time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The category of the board.
    pub category: Category,
    /// Which score ranks: 0 is the whole game, 1 its first room.
    pub scope: u8,
    /// Its place.
    pub place: BoardPlace,
    /// 1 plus the number of players whose best is strictly better.
    pub rank: u64,
    /// Number of entries.
    pub count: u64,
}
