//! The calls of the store for tables.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::metrics::OpenTables;
use crate::model::averages::{AverageList, AveragePage, AveragePlace, PlayerAverage};
use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::model::changes::{Changed, NewTable, TableChange, TableCreated};
use crate::model::ids::{PlayerId, TableId};
use crate::model::leaves::EarlyLeaves;
use crate::model::ratings::{PlayerRating, RatingPage, RatingPlace};
use crate::model::records::Record;
use crate::model::retention::Retention;
use crate::model::tables::{DuePlace, StoredMove, StoredTable, TableMark, TablePlace, WaitingTables};

/// The calls for tables. They fail as those of [`Store`](crate::Store) do.
#[async_trait]
pub trait Tables: Send + Sync {
    /// Creates a table.
    async fn create_table(&self, table: NewTable) -> Result<TableCreated, StoreError>;

    /// Returns a table without its moves.
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError>;

    /// Returns the marks of these tables, in any order. Those that do not exist are missing.
    async fn table_marks(&self, ids: Vec<TableId>) -> Result<Vec<TableMark>, StoreError>;

    /// Returns the moves of a table after the first `after` moves, in order.
    async fn moves_of_table(&self, id: TableId, after: u32) -> Result<Vec<StoredMove>, StoreError>;

    /// Changes a table if it is at this version (compare-and-swap).
    async fn change_table(&self, id: TableId, version: i64, change: TableChange) -> Result<Changed, StoreError>;

    /// Removes a table that has not begun, if it is at this version. Returns whether it was removed.
    async fn remove_table(&self, id: TableId, version: i64) -> Result<bool, StoreError>;

    /// Returns at most `limit` of these tables, the newest first, after a place or from the newest.
    async fn waiting_tables(
        &self,
        of: WaitingTables,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// Returns at most `limit` tables at which a player has a seat, the newest first, after a place or from the newest.
    async fn tables_of(
        &self,
        player: PlayerId,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError>;

    /// Returns the table of a player's ranked daily game of a day, if there is one.
    async fn daily_table(&self, player: PlayerId, game: String, day: Day) -> Result<Option<TableId>, StoreError>;

    /// Returns at most `limit` tables for which something is due by now, after a place or from the first, in order.
    async fn due_tables(
        &self,
        now: Timestamp,
        after: Option<DuePlace>,
        limit: u32,
    ) -> Result<Vec<DuePlace>, StoreError>;

    /// Returns at most `limit` ranked daily tables of closed days that are not over, in any order.
    async fn tables_left_open(&self, closed: ClosedDays, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Returns at most `limit` tables that ended before a time, whose moves may be removed: those for which that is not [decided](Retention)
    /// yet, without ranked games and those whose rematch waits for players. The oldest come first.
    async fn undecided_tables(&self, ended_before: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Decides what happens to the moves of tables that are over, and removes moves. Does nothing where that is decided already, except that
    /// kept moves can turn out to be unreadable.
    async fn decide_retention(&self, decisions: Vec<(TableId, Retention)>) -> Result<(), StoreError>;

    /// Returns at most `limit` tables after a table, in order of number.
    async fn tables_after(&self, after: TableId, limit: u32) -> Result<Vec<TableId>, StoreError>;

    /// Returns those of the players whose lists of tables have a table, which was created at this time.
    async fn listing_players(
        &self,
        id: TableId,
        made_at: Timestamp,
        players: Vec<PlayerId>,
    ) -> Result<Vec<PlayerId>, StoreError>;

    /// Returns the number of tables after a table.
    async fn count_tables_after(&self, after: TableId) -> Result<u64, StoreError>;

    /// Returns the numbers of tables that are not over.
    async fn open_tables(&self) -> Result<OpenTables, StoreError>;

    /// Waits until any instance has changed tables, and returns them with their versions. The changes of this instance may be among them.
    /// Changes during a failure of the database are missed. With SQLite, which serves one instance, this waits forever.
    async fn tables_changed(&self) -> Vec<(TableId, i64)>;

    /// Sends a text of at most 7,999 bytes to all instances, this one included. It is not stored, and lost where an instance does not listen.
    /// With SQLite, which serves one instance, this does nothing.
    async fn signal(&self, signal: String) -> Result<(), StoreError>;

    /// Waits for signals, and returns them. With SQLite, this waits forever.
    async fn signals(&self) -> Vec<String>;

    /// Returns how often a player left games early; none if never.
    async fn early_leaves(&self, player: PlayerId) -> Result<Option<EarlyLeaves>, StoreError>;

    /// Returns a player's records, in the order of the games' ids.
    async fn records_of(&self, player: PlayerId) -> Result<Vec<Record>, StoreError>;

    /// Returns a player's ratings, listed or not, in the order of the games' ids.
    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StoreError>;

    /// Returns the ratings of these players in a game, listed or not, without those of banned players, in any order.
    async fn ratings_among(
        &self,
        game: String,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, PlayerRating)>, StoreError>;

    /// Returns at most `limit` listed ratings of a game, the best first, after a place or from the best.
    async fn ratings(&self, game: String, after: Option<RatingPlace>, limit: u32) -> Result<RatingPage, StoreError>;

    /// Returns at most `limit` averages of a category in a month, the best first, after a place or from the best.
    async fn averages(
        &self,
        list: AverageList,
        after: Option<AveragePlace>,
        limit: u32,
    ) -> Result<AveragePage, StoreError>;

    /// Returns at most `limit` averages of a player, the newest month first.
    async fn averages_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerAverage>, StoreError>;
}
