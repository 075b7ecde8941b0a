//! Tables: games that the service holds. Callers compute what a move does; the store writes the result by compare-and-swap on the table's
//! version.
//!
//! After a failover, the database can be at an earlier state than the one that callers know. Then other changes may get the numbers of lost
//! ones. Each change therefore raises the version by a random number, so that equal versions are the same version, and the [`History`]
//! shows whether a later version contains the moves of an earlier one.

use std::collections::BTreeMap;

use funhouse_rules::chance::Seed;
use funhouse_rules::game::Level;

use super::calendar::{ClosedDays, Day, Timestamp};
use super::history::History;
use super::ids::{AppId, PlayerId, RoundId, RunId, TableId};
use super::players::Player;
use super::requests::SeatRequests;
use super::retention::FinalResult;
use super::rounds::ContestRound;

/// The occupant of a seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// The seat is free.
    Vacant,
    /// A robot of this level.
    Robot(Level),
    /// A player, who may have been deleted since.
    Player(PlayerId),
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeat {
    /// Who has it.
    pub occupant: Occupant,
    /// The deadline for the move of its player; none if the player is not to move, and for robots.
    pub due: Option<Timestamp>,
    /// Number of consecutive moves that a robot made for the player after the deadline.
    pub missed: u8,
    /// When its player resigned or missed too many moves; none if the player stays. A robot plays the seat until the end.
    pub left: Option<Departure>,
    /// Whether the service declines windows for its player. Only the player may know.
    pub auto_decline: bool,
}

/// When a player left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Before a third of the game's median length.
    Early,
    /// Later.
    Late,
}

/// The status of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStatus {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over(Ending),
}

impl TableStatus {
    const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Playing,
        Self::Over(Ending::Finished),
        Self::Over(Ending::Resigned),
        Self::Over(Ending::Abandoned),
        Self::Over(Ending::SetBack),
    ];

    /// A status as in databases: no number may change.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Waiting => 0,
            Self::Playing => 1,
            Self::Over(Ending::Finished) => 2,
            Self::Over(Ending::Resigned) => 3,
            Self::Over(Ending::Abandoned) => 4,
            Self::Over(Ending::SetBack) => 5,
        }
    }

    pub(crate) fn of_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.number() == number)
    }
}

/// How a table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game was played to its end.
    Finished,
    /// The last of its players gave up.
    Resigned,
    /// The last of its players let time run out.
    Abandoned,
    /// The database lost a part of the game that someone had seen.
    SetBack,
}

/// The part of a table that changes, without the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// The status.
    pub status: TableStatus,
    /// Its seats, from seat 1. Before it begins, in the order of the request.
    pub seats: Vec<TableSeat>,
    /// When the service must act without a request: a robot moves, a deadline passes, a table that no one joined expires.
    pub due: Option<Timestamp>,
    /// When it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// How often the database lost changes that an instance knew.
    pub set_backs: u32,
    /// The requests for its seats. Empty once it has begun.
    pub requests: SeatRequests,
}

impl TableState {
    /// Returns the history of a table before its first move. Until it begins, it does not depend on the players.
    #[must_use]
    pub fn history(&self) -> History {
        let occupant = |seat: &TableSeat| match seat.occupant {
            Occupant::Vacant => i64::MIN,
            Occupant::Robot(level) => -i64::from(level.number()),
            Occupant::Player(player) => player.0,
        };
        let begun = self
            .started_at
            .map(|started_at| std::iter::once(started_at.millis()).chain(self.seats.iter().map(occupant)));
        History::beginning_with(begun.into_iter().flatten())
    }
}

impl History {
    /// Returns the history after further moves. An unknown history stays unknown.
    #[must_use]
    pub fn after(self, moves: &[StoredMove]) -> Self {
        let next = |history: Self, StoredMove { seat, by, at, json }: &StoredMove| {
            history.continued([i64::from(*seat), by.number(), at.millis()], json)
        };
        moves.iter().fold(self, next)
    }
}

/// The secret seed of a ranked game: a solitaire at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedSeed {
    /// A seed of this table alone.
    Own,
    /// The seed of a day. Each player has at most one table of it.
    Daily(Day),
    /// The seed of a round of a contest. Each player has at most one table of it.
    Contest(ContestRound),
}

/// The time in which a game with a shared secret seed can be played. A committed row closes it: then no game of it continues, and its seed and
/// moves are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// A day, in which the ranked daily games are played.
    Day(Day),
    /// A round of a contest.
    Round(RoundId),
}

/// The part of a table that never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTerms {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// The seed, which is secret until the table is over.
    pub seed: Seed,
    /// The kind of secret seed of a ranked game; none for games for several seats.
    pub ranked: Option<RankedSeed>,
    /// Whether it is in the list of tables that wait for players.
    pub listed: bool,
    /// Whether its maker approves who takes a seat.
    pub approval: bool,
    /// Whether its result counts for ratings. False for solitaires.
    pub rated: bool,
    /// Time for a move, in seconds.
    pub pace: u32,
    /// The player who created it.
    pub maker: PlayerId,
    /// The app with whose token it was created. If that app acts for the maker, the table is only in lists of the app.
    pub app: Option<AppId>,
    /// When it was created.
    pub made_at: Timestamp,
}

impl TableTerms {
    /// Returns the day of a ranked daily game; none for other tables.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        match self.ranked {
            Some(RankedSeed::Daily(day)) => Some(day),
            Some(RankedSeed::Own | RankedSeed::Contest(_)) | None => None,
        }
    }

    /// Returns the round of a game of a contest; none for other tables.
    #[must_use]
    pub fn round(&self) -> Option<ContestRound> {
        match self.ranked {
            Some(RankedSeed::Contest(round)) => Some(round),
            Some(RankedSeed::Own | RankedSeed::Daily(_)) | None => None,
        }
    }

    /// Returns the time in which a game with a shared secret seed can be played; none for other tables.
    #[must_use]
    pub fn window(&self) -> Option<Window> {
        match self.ranked {
            Some(RankedSeed::Daily(day)) => Some(Window::Day(day)),
            Some(RankedSeed::Contest(round)) => Some(Window::Round(round.id)),
            Some(RankedSeed::Own) | None => None,
        }
    }

    /// Returns the end of the embargo of a ranked daily game or a game of a contest; none once its day or round is closed, and for other
    /// tables.
    #[must_use]
    pub fn embargoed_until(&self, closed: ClosedDays) -> Option<Timestamp> {
        match self.ranked {
            Some(RankedSeed::Daily(day)) => (!closed.contains(day)).then(|| day.end()),
            Some(RankedSeed::Contest(round)) => (!round.is_closed).then_some(round.closes_at),
            Some(RankedSeed::Own) | None => None,
        }
    }
}

/// Selects listed tables that wait for players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitingTables {
    /// The game's id; any if none.
    pub game: Option<String>,
    /// The app through which they were created. If none, all but those that are only in lists of apps.
    pub app: Option<AppId>,
}

/// A move at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The number of its seat, from 1.
    pub seat: u8,
    /// Who made it.
    pub by: MovedBy,
    /// When the move was made.
    pub at: Timestamp,
    /// The move, as JSON.
    pub json: String,
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// The player at the seat.
    Player,
    /// The robot at the seat.
    Robot,
    /// A robot for the player at the seat, after the deadline.
    Clock,
}

impl MovedBy {
    /// Returns the number of an author in databases and histories: no number may change.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Player => 0,
            Self::Robot => 1,
            Self::Clock => 2,
        }
    }
}

/// A stored table, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Its number.
    pub id: TableId,
    /// Grows with each change, by a random number.
    pub version: i64,
    /// The part that never changes.
    pub terms: TableTerms,
    /// The part that changes.
    pub state: TableState,
    /// The player at each seat; none if there is no player or the player is deleted.
    pub players: Vec<Option<Player>>,
    /// Number of moves.
    pub moves: u32,
    /// The players of its pending [requests](SeatRequests::pending), without deleted ones.
    pub requesters: Vec<Player>,
    /// Its history.
    pub history: History,
    /// The run that was stored of it.
    pub run: Option<RunId>,
    /// The table that is its rematch.
    pub rematch: Option<TableId>,
    /// The table of which it is the rematch.
    pub rematch_of: Option<TableId>,
    /// What remains of its game, if its moves were removed or cannot be read.
    pub moves_removed: Option<FinalResult>,
}

/// What differs between two reads of a table if anything that it shows has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMark {
    /// Its number.
    pub id: TableId,
    /// Its version.
    pub version: i64,
    /// The table that is its rematch.
    pub rematch: Option<TableId>,
    /// The names of its players, and whether they are bots, without deleted ones.
    pub names: BTreeMap<PlayerId, (String, bool)>,
}

impl StoredTable {
    /// Whether it is a later version of the table than another. Any version after a set-back is later than all before it.
    #[must_use]
    pub fn is_later_than(&self, other: &Self) -> bool {
        let order = |table: &Self| (table.state.set_backs, table.version);
        order(self) > order(other)
    }

    /// Returns the mark of the table.
    #[must_use]
    pub fn mark(&self) -> TableMark {
        let names =
            self.players.iter().flatten().map(|player| (player.id, (player.name.clone(), player.bot))).collect();
        TableMark { id: self.id, version: self.version, rematch: self.rematch, names }
    }
}

/// The place of a table in a list: ordered by time of creation, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePlace {
    /// When it was created.
    pub made_at: Timestamp,
    /// Its number.
    pub id: TableId,
}

/// The place of a table in the order of what is due: by time, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuePlace {
    /// When something is due.
    pub due: Timestamp,
    /// Its number.
    pub id: TableId,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(players: [i64; 2], started_at: Option<i64>) -> TableState {
        let seat = |id| TableSeat {
            occupant: Occupant::Player(PlayerId(id)),
            due: None,
            missed: 0,
            left: None,
            auto_decline: false,
        };
        TableState {
            status: TableStatus::Playing,
            seats: players.map(seat).to_vec(),
            due: None,
            started_at: started_at.map(Timestamp::from_millis),
            ended_at: None,
            set_backs: 0,
            requests: SeatRequests::default(),
        }
    }

    fn played(seat: u8, at: i64, json: &str) -> StoredMove {
        StoredMove { seat, by: MovedBy::Player, at: Timestamp::from_millis(at), json: json.to_owned() }
    }

    #[test]
    fn histories_are_equal_only_for_the_same_players_and_moves() {
        let begun = state([1, 2], Some(5)).history();
        let moves = [played(1, 6, "a"), played(2, 7, "b")];
        assert_eq!(begun.after(&moves), begun.after(&moves[..1]).after(&moves[1..]), "in one step or in two");
        let others = [
            begun,
            begun.after(&moves[..1]),
            begun.after(&[played(1, 6, "a"), played(2, 7, "c")]),
            begun.after(&[played(1, 6, "a"), played(1, 7, "b")]),
            begun.after(&[played(1, 6, "a"), played(2, 8, "b")]),
            begun.after(&[played(1, 6, "a"), StoredMove { by: MovedBy::Clock, ..played(2, 7, "b") }]),
            state([2, 1], Some(5)).history().after(&moves),
            state([1, 2], Some(6)).history().after(&moves),
            state([1, 2], None).history().after(&moves),
            History::default().after(&moves),
        ];
        assert!(others.iter().all(|other| *other != begun.after(&moves)));
        assert_eq!(state([1, 2], None).history(), state([3, 4], None).history(), "before the start");
    }
}
