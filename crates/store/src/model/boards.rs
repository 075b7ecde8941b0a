//! Leaderboards: which there are, how their entries are ordered, and in which pages they are read.

use funhouse_rules::chance::Seed;

use crate::model::calendar::{Period, Timestamp};
use crate::model::ids::RunId;
use crate::model::runs::{Category, ScopeScore, Summary};

/// Maximum number of entries up to which a [seed's board](BoardKind::Seed) has ranks and a count: they are counted one by one.
pub const MAX_SEED_RANK: u32 = 10_000;

/// A leaderboard. Every board that can be asked for exists; it may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What its runs share.
    pub category: Category,
    /// Which of these runs it lists.
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
}

impl Board {
    /// The index of the score that ranks, in [`Summary::scores`]: 0 is the whole game, 1 its first room.
    #[must_use]
    pub fn scope(&self) -> usize {
        match self.kind {
            BoardKind::Room(room) => usize::from(room),
            BoardKind::Bests(_) | BoardKind::Runs | BoardKind::Seed(_) => 0,
        }
    }
}

/// Where a run is on a board: ordered by score, and among equals by number, so that no two runs share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardPlace {
    /// What ranks it.
    pub score: ScopeScore,
    /// The run.
    pub run: RunId,
}

/// Where a page of a board begins. No entry needs to be at the place: a page continues where a run was that is hidden by now.
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
    /// Where it is.
    pub place: BoardPlace,
    /// The run.
    pub run: Summary,
}

/// A page of a board. All of it is true at one moment.
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

/// The runs that were received in a range of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeRange {
    /// What they share.
    pub category: Category,
    /// The first moment.
    pub since: Timestamp,
    /// The moment after the last.
    pub until: Timestamp,
}

/// Where a run is in a range of time: ordered by time, and among equals by number.
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
    /// What the board's runs share.
    pub category: Category,
    /// Which score ranks: 0 is the whole game, 1 its first room.
    pub scope: u8,
    /// Where it is.
    pub place: BoardPlace,
    /// 1 plus the number of players whose best is strictly better.
    pub rank: u64,
    /// Number of entries.
    pub count: u64,
}
