//! Tables: games that the service holds, as they are kept. What a move does is worked out before it comes here: the store keeps
//! moves in their order, and lets of several changes that know the same version of a table only one through.

use async_trait::async_trait;
use funhouse_rules::chance::Seed;

use crate::calendar::{ClosedDays, Day, Month, Timestamp};
use crate::error::StoreError;
use crate::ids::{PlayerId, RunId, TableId};
use crate::metrics::OpenTables;
use crate::players::Player;
use crate::runs::{Category, NewRun, RankKey};

/// How many tables of one maker [`Tables::due_tables`] returns at most.
pub const MAX_DUE_OF_MAKER: u32 = 64;

/// Where tables are kept. Calls fail as those of [`Store`](crate::Store) do.
#[async_trait]
pub trait Tables: Send + Sync {
    /// Makes a table.
    async fn make_table(&self, table: NewTable) -> Result<Made, StoreError>;

    /// A table without its moves.
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError>;

    /// The moves of a table after the first `after` of them, in order.
    async fn moves_of_table(&self, id: TableId, after: u32) -> Result<Vec<StoredMove>, StoreError>;

    /// Changes a table, if it is still at this version.
    async fn change_table(&self, id: TableId, version: i64, change: TableChange) -> Result<Changed, StoreError>;

    /// Puts a table away that has not begun, if it is still at this version; tells whether it was.
    async fn remove_table(&self, id: TableId, version: i64) -> Result<bool, StoreError>;

    /// Listed tables that wait for players, the newest first: at most so many, of one game or of any, after a place or from the newest.
    async fn waiting_tables(
        &self,
        game: Option<String>,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// The tables at which a player sits or sat, the newest first: at most so many, after a place or from the newest.
    async fn tables_of(
        &self,
        player: PlayerId,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// The table of a player's sealed daily game, if they made one.
    async fn daily_table(&self, player: PlayerId, game: String, day: Day) -> Result<Option<TableId>, StoreError>;

    /// Tables for which something is due by now, at most `limit` and at most [`MAX_DUE_OF_MAKER`] of one maker. Each maker's oldest come
    /// before anyone's second oldest, and so on; those with the same rank in order of time.
    async fn due_tables(&self, now: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Sealed daily tables of closed days that are not over: at most `limit`, in no particular order.
    async fn tables_left_open(&self, closed: ClosedDays, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// The numbers of tables that are not over.
    async fn open_tables(&self) -> Result<OpenTables, StoreError>;

    /// Waits until tables were changed by somebody, and gives those and their versions. What this instance changed may be among them; what
    /// happened while the store was out of reach is not. Where only one instance can be, this waits for ever.
    async fn tables_changed(&self) -> Vec<(TableId, i64)>;

    /// A player's records, in the order of the games' ids.
    async fn records_of(&self, player: PlayerId) -> Result<Vec<Record>, StoreError>;

    /// A page of the averages of a category in a month, the best first: at most `limit` lines, after a place or from the best.
    async fn averages(
        &self,
        list: AverageList,
        after: Option<AveragePlace>,
        limit: u32,
    ) -> Result<AveragePage, StoreError>;

    /// A player's averages, the newest month first: at most `limit`.
    async fn averages_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayersAverage>, StoreError>;
}

/// Who has a seat of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nobody yet.
    Nobody,
    /// The built-in player.
    Robot,
    /// A player. They may be deleted meanwhile.
    Player(PlayerId),
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeat {
    /// Who has it.
    pub occupant: Occupant,
    /// Until when its player must have moved; none while they need not, and for robots.
    pub due: Option<Timestamp>,
    /// How many times in a row the built-in player moved for them since time was up.
    pub missed: u8,
    /// Whether its player gave up, or missed too much: the built-in player keeps the seat.
    pub left: bool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableStatus {
    /// It waits for players.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over(Ending),
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
}

/// What changes at a table beside its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// How far it is.
    pub status: TableStatus,
    /// Its seats, from seat 1. Until it begins their order is that in which they were asked for.
    pub seats: Vec<TableSeat>,
    /// When something is to be done that nobody asks for: a robot moves, time is up, a table that nobody joined is put away.
    pub due: Option<Timestamp>,
    /// When it began.
    pub started_at: Option<Timestamp>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// What makes a table of a solitaire one that is ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealing {
    /// Its seed is its own.
    Own,
    /// Its seed is that of a day, of which each player has one table.
    Daily(Day),
}

/// What a table is from its making on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTerms {
    /// The game's id.
    pub game: String,
    /// The rules version.
    pub rules: u32,
    /// The options, as canonical JSON (RFC 8785).
    pub options: String,
    /// The seed, which nobody is shown before the table is over.
    pub seed: Seed,
    /// How the table of a solitaire is ranked; none for games for several seats.
    pub sealing: Option<Sealing>,
    /// Whether it is in the list of tables that wait for players.
    pub listed: bool,
    /// How many seconds a player has for a move.
    pub pace: u32,
    /// Who made it.
    pub maker: PlayerId,
    /// When it was made.
    pub made_at: Timestamp,
}

/// A table that is to be made.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its number, drawn at random.
    pub id: TableId,
    /// What it is.
    pub terms: TableTerms,
    /// How it stands.
    pub state: TableState,
    /// How to know the request again, if its caller may repeat it.
    pub repeatable: Option<RepeatableTable>,
    /// The table of which it is the rematch.
    pub rematch_of: Option<TableId>,
    /// The most tables that are not over at which its maker may sit, this one included.
    pub most: u32,
    /// What a sealed game with a seed of its own counts from its start on; none for other tables.
    pub counts: Option<RankKey>,
}

/// How a request for a table is known again.
#[derive(Clone, Copy, Debug)]
pub struct RepeatableTable {
    /// A hash of the player and the key that they sent.
    pub key: [u8; 32],
    /// A hash of the request.
    pub request: [u8; 32],
    /// The end of the time in which the request is known.
    pub until: Timestamp,
}

/// What became of a table that was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is there.
    New,
    /// This one was made before: by the same request, as the player's of that day, or as the rematch of the same table.
    Before(TableId),
    /// The same key came before with another request.
    OtherRequest,
    /// Its maker sits at too many tables.
    TooMany,
    /// The day whose sealed seed it has is [closed](crate::calendar::ClosedDays).
    DayClosed,
    /// Its maker plays a sealed game with a seed of its own at this table, of the same game, rules version and options.
    HasOpen(TableId),
    /// Its maker is banned.
    Banned,
}

/// A change of a table.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// How it stands then. A player who is at a seat now and was not before sits down.
    pub state: TableState,
    /// The moves that were made, in order.
    pub moves: Vec<StoredMove>,
    /// The most tables that are not over at which a player who sits down may sit, this one included.
    pub most: u32,
    /// The day on which a sealed daily game is played by this change, which is refused if that day is closed. None for other tables,
    /// and for the end of a table whose day is closed.
    pub day: Option<Day>,
    /// What a sealed game with a seed of its own counts from now on; none if that does not change.
    pub counts: Option<GameCounts>,
    /// What is to be kept beyond the table, once it is over.
    pub outcome: Option<Outcome>,
    /// The player who requested the change, which is refused if that player is banned. None for what the clock does.
    pub by: Option<PlayerId>,
}

/// What is kept of a table that is over, beyond the table.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A sealed game of a solitaire, which was played to an end that may be ranked: its run.
    Sealed(Box<NewRun>),
    /// A game for several seats: the place of each player in the result, the best first being 1.
    Seated {
        /// The players, robots left out, each with the place among all seats.
        players: Vec<PlayersPlace>,
    },
}

/// The place of a player in the result of a game for several seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayersPlace {
    /// The player.
    pub player: PlayerId,
    /// The place among all seats, robots included: 1 is the best.
    pub place: u8,
}

/// A move of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The number of its seat, from 1.
    pub seat: u8,
    /// Who made it.
    pub by: MovedBy,
    /// When it was made.
    pub at: Timestamp,
    /// The move, as JSON.
    pub json: String,
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBy {
    /// The player at the seat.
    Player,
    /// The built-in player, whose seat it is.
    Robot,
    /// The built-in player for the one at the seat, whose time was up.
    Clock,
}

/// What became of a change of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is done.
    Done {
        /// The run that was stored, if one was.
        run: Option<RunOfTable>,
    },
    /// The table is at another version, or no longer there.
    Stale,
    /// Whoever sits down sits at too many tables.
    TooMany,
    /// The [day](TableChange::day) is closed.
    DayClosed,
    /// The player who [requested](TableChange::by) it is banned.
    Banned,
}

/// The run that was stored of a table: with this, [`NewRun::into_stored`] returns all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOfTable {
    /// Its number.
    pub id: RunId,
    /// The first equivalent run, if another player submitted one before.
    pub same_as: Option<RunId>,
}

/// A table as it is kept, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Its number.
    pub id: TableId,
    /// How often it was changed.
    pub version: i64,
    /// What it is.
    pub terms: TableTerms,
    /// How it stands.
    pub state: TableState,
    /// The player at each seat, none where there is none or they are deleted.
    pub players: Vec<Option<Player>>,
    /// How many moves were made.
    pub moves: u32,
    /// The run that was kept of it.
    pub run: Option<RunId>,
    /// The table that is its rematch.
    pub rematch: Option<TableId>,
}

/// Where a table stands in a list: by when it was made, and among equals by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePlace {
    /// When it was made.
    pub made_at: Timestamp,
    /// Its number.
    pub id: TableId,
}

/// How a player has fared in a game for several seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// How many games they played to the end.
    pub played: u32,
    /// How many of them they won, alone or level with others.
    pub won: u32,
    /// The sum of their places.
    pub places: u64,
    /// How many of them were against other players, and so rated.
    pub rated: u32,
    /// The rating (Weng-Lin) in thousandths.
    pub rating: i64,
    /// Its uncertainty in thousandths.
    pub uncertainty: i64,
}

/// From how many games in a month on an average is listed.
pub const MIN_AVERAGED_GAMES: u32 = 20;

/// What a sealed game with a seed of its own counts in the average of the month in which it was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// The key of what it counts.
    pub key: RankKey,
    /// Whether it was played to an end that may be ranked.
    pub finished: bool,
}

/// The averages that are compared: of a category, in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AverageList {
    /// The category, whose class is [`SeedClass::Sealed`](crate::SeedClass::Sealed).
    pub category: Category,
    /// The month (UTC) in which the games were started.
    pub month: Month,
}

/// The place of an average in its list: by the mean of the rank keys, of which less is better, and among equals by the player's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AveragePlace {
    /// The mean, rounded down.
    pub mean: i64,
    /// What is left of the mean, in units of 2^-62, rounded down. Means of up to 2^31 games that differ, differ here by one at least.
    pub rest: i64,
    /// The player.
    pub player: PlayerId,
}

impl AveragePlace {
    /// The place of a player whose games come to this sum.
    #[must_use]
    pub fn of(sum: i64, games: i64, player: PlayerId) -> Self {
        let games = games.max(1);
        let (mean, left) = (sum.div_euclid(games), sum.rem_euclid(games));
        let rest = (i128::from(left) << 62) / i128::from(games);
        Self { mean, rest: i64::try_from(rest).unwrap_or(i64::MAX), player }
    }
}

/// A player's average in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Average {
    /// 1 and the number of those that are strictly better.
    pub rank: u64,
    /// Where it stands.
    pub place: AveragePlace,
    /// The player; none if they are deleted.
    pub player: Option<Player>,
    /// How many games it is of.
    pub games: u32,
    /// How many of these were finished.
    pub finished: u32,
    /// The sum of what they count.
    pub sum: u64,
}

/// A page of averages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AveragePage {
    /// Its lines, the best first.
    pub lines: Vec<Average>,
    /// How many averages are listed.
    pub count: u64,
    /// Whether others follow.
    pub more: bool,
}

/// A player's average of a month, which is listed from [`MIN_AVERAGED_GAMES`] on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayersAverage {
    /// What it is of.
    pub category: Category,
    /// The month (UTC) in which the games were started.
    pub month: Month,
    /// How many games it is of.
    pub games: u32,
    /// How many of these were finished.
    pub finished: u32,
    /// The sum of what they count.
    pub sum: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_exact_means() {
        let place = |(sum, games)| AveragePlace::of(sum, games, PlayerId(1));
        let large = i64::from(i32::MAX);
        let means = [
            (-large * 5, large),
            (-14, 3),
            (-9, 2),
            (-1, large),
            (0, 7),
            (1, large),
            (1, large - 1),
            (1, 3),
            (large / 2, large),
            (large - 1, large),
            (1, 1),
            (i64::MAX, 20),
        ];
        assert!(means.map(place).is_sorted_by(|one, other| one < other), "{:?}", means.map(place));
        for (one, other) in [((1, 3), (7, 21)), ((-2, 6), (-1, 3)), ((40, 20), (2, 1))] {
            assert_eq!(place(one), place(other));
        }
    }
}
