//! The calls of the store for tables.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::metrics::OpenTables;
use crate::model::averages::{AverageList, AveragePage, AveragePlace, PlayersAverage};
use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::model::ids::{PlayerId, TableId};
use crate::model::records::Record;
use crate::model::tables::{Changed, Made, NewTable, StoredMove, StoredTable, TableChange, TablePlace};

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

    /// Tables for which something is due by now, at most `limit` and at most [`MAX_DUE_OF_MAKER`](crate::MAX_DUE_OF_MAKER) of one maker. Each maker's oldest come
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
