//! Boards: which there are, where runs stand on them, and in which pages they are read.

use funhouse_rules::chance::Seed;

use crate::calendar::{Period, Timestamp};
use crate::ids::RunId;
use crate::runs::{Category, ScopeScore, Summary};

/// A leaderboard. Every board that can be asked for exists; it is empty until a run stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What its runs share.
    pub category: Category,
    /// The seed that its runs share; any where none is given.
    pub seed: Option<Seed>,
    /// Which score ranks: 0 that of the whole, 1 that of the first room.
    pub scope: u8,
    /// When its runs were received.
    pub period: Period,
    /// Whether only the best run of each player stands on it; else the best of each player on each seed does.
    pub bests: bool,
}

/// Where a run stands on a board: by its score, and among equals by its number, so that no two stand in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardPlace {
    /// What ranks it.
    pub score: ScopeScore,
    /// The run.
    pub run: RunId,
}

/// Where a page of a board begins. A place need not be taken: pages go on where a run stood that is hidden meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStart {
    /// With the best.
    Top,
    /// Right after a place.
    After(BoardPlace),
    /// So that it ends right before a place.
    Before(BoardPlace),
    /// So that a run is in its middle.
    Around(RunId),
}

/// The rank of a run on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRank {
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// How many stand there.
    pub count: u64,
}

/// A line of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEntry {
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// Where it stands.
    pub place: BoardPlace,
    /// The run.
    pub run: Summary,
}

/// A page of a board, as the board stands at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPage {
    /// Its lines, the best first.
    pub entries: Vec<BoardEntry>,
    /// How many stand on the board.
    pub count: u64,
    /// Whether others stand before them.
    pub more_before: bool,
    /// Whether others stand after them.
    pub more_after: bool,
    /// Whether the run of [`PageStart::Around`] stands on the board; true for any other start.
    pub found: bool,
}

/// Runs that were received from one moment to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeRange {
    /// What they share.
    pub category: Category,
    /// The seed that they share; any where none is given.
    pub seed: Option<Seed>,
    /// The first moment.
    pub since: Timestamp,
    /// The moment after the last.
    pub until: Timestamp,
}

/// Where a run stands in a time range: by when it was received, and among equals by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRangePlace {
    /// When it was received.
    pub received_at: Timestamp,
    /// The run.
    pub run: RunId,
}

/// A player's best on a board of all time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// What the board's runs share.
    pub category: Category,
    /// Which score ranks: 0 that of the whole, 1 that of the first room.
    pub scope: u8,
    /// Where it stands.
    pub place: BoardPlace,
    /// 1 and the number of players whose best is strictly better.
    pub rank: u64,
    /// How many players stand there.
    pub count: u64,
}
