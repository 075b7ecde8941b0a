//! Tables: games that the service holds.
//!
//! A change compares version and occupants of its table in the statement that sets the next version, and inserts the moves, for a
//! [group](changes) of tables at once. Only changes by which players arrive or leave, or the table ends, need more statements. The occupants
//! are in the row of the table, so that one read suffices, and in `table_players`, by which a player's tables are found.

mod change;
mod changes;
mod create;
mod read;
mod retention;
mod row;
mod seats;

use async_trait::async_trait;

pub(super) use self::changes::Change;
pub(super) use self::create::insert_table;
pub(super) use self::seats::sitting;
use super::boards::averages;
use super::players::{leaves, records};
use super::{Connection, SqlStore, events, ratings};
use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::{
    AverageList, AveragePage, AveragePlace, Changed, DuePlace, EarlyLeaves, NewTable, OpenTables, PlayerAverage,
    PlayerId, PlayerRating, RatingPage, RatingPlace, Record, Retention, StoreError, StoredMove, StoredTable,
    TableChange, TableCreated, TableId, TableMark, TablePlace, Tables, WaitingTables,
};

#[async_trait]
impl Tables for SqlStore {
    async fn create_table(&self, table: NewTable) -> Result<TableCreated, StoreError> {
        let players = events::players_of(&table.events).chain([table.terms.maker]).collect();
        let work = async move |connection: &mut Connection| create::create(connection, &table).await;
        self.writer.write_of(players, work).await
    }

    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.readers.read(async move |connection| read::get(connection, id).await).await
    }

    async fn table_marks(&self, ids: Vec<TableId>) -> Result<Vec<TableMark>, StoreError> {
        self.readers.read(async move |connection| read::marks(connection, &ids).await).await
    }

    async fn moves_of_table(&self, id: TableId, after: u32) -> Result<Vec<StoredMove>, StoreError> {
        self.readers.read(async move |connection| read::moves(connection, id, after).await).await
    }

    async fn change_table(&self, id: TableId, version: i64, change: TableChange) -> Result<Changed, StoreError> {
        self.writer.change(Change { id, version, change }).await
    }

    async fn remove_table(&self, id: TableId, version: i64) -> Result<bool, StoreError> {
        let work = async move |connection: &mut Connection| create::remove(connection, id, version).await;
        self.writer.write(None, work).await
    }

    async fn waiting_tables(
        &self,
        of: WaitingTables,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.readers.read(async move |connection| read::waiting(connection, &of, after, limit).await).await
    }

    async fn tables_of(
        &self,
        player: PlayerId,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.readers.read(async move |connection| read::of_player(connection, player, after, limit).await).await
    }

    async fn daily_table(&self, player: PlayerId, game: String, day: Day) -> Result<Option<TableId>, StoreError> {
        self.readers.read(async move |connection| read::of_day(connection, player, &game, day).await).await
    }

    async fn due_tables(
        &self,
        now: Timestamp,
        after: Option<DuePlace>,
        limit: u32,
    ) -> Result<Vec<DuePlace>, StoreError> {
        self.readers.read(async move |connection| read::due(connection, now, after, limit).await).await
    }

    async fn tables_left_open(&self, closed: ClosedDays, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| read::left_open(connection, closed, limit).await).await
    }

    async fn undecided_tables(&self, ended_before: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| read::undecided(connection, ended_before, limit).await).await
    }

    async fn decide_retention(&self, decisions: Vec<(TableId, Retention)>) -> Result<(), StoreError> {
        let work = async move |connection: &mut Connection| retention::decide(connection, &decisions).await;
        self.writer.write(None, work).await
    }

    async fn tables_after(&self, after: TableId, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| read::after(connection, after, limit).await).await
    }

    async fn listing_players(
        &self,
        id: TableId,
        made_at: Timestamp,
        players: Vec<PlayerId>,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.readers.read(async move |connection| seats::listing(connection, id, made_at, &players).await).await
    }

    async fn count_tables_after(&self, after: TableId) -> Result<u64, StoreError> {
        self.readers.read(async move |connection| read::count_after(connection, after).await).await
    }

    async fn open_tables(&self) -> Result<OpenTables, StoreError> {
        self.readers.read(async |connection| read::open(connection).await).await
    }

    async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        self.opened.tables_changed().await
    }

    async fn signal(&self, signal: String) -> Result<(), StoreError> {
        self.opened.signal(&self.readers, signal).await
    }

    async fn signals(&self) -> Vec<String> {
        self.opened.signals().await
    }

    async fn early_leaves(&self, player: PlayerId) -> Result<Option<EarlyLeaves>, StoreError> {
        self.readers.read(async move |connection| leaves::of_player(connection, player).await).await
    }

    async fn records_of(&self, player: PlayerId) -> Result<Vec<Record>, StoreError> {
        self.readers.read(async move |connection| records::of_player(connection, player).await).await
    }

    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StoreError> {
        self.readers.read(async move |connection| ratings::of_player(connection, player).await).await
    }

    async fn ratings_among(
        &self,
        game: String,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, PlayerRating)>, StoreError> {
        self.readers.read(async move |connection| ratings::of_players(connection, &game, &players).await).await
    }

    async fn ratings(&self, game: String, after: Option<RatingPlace>, limit: u32) -> Result<RatingPage, StoreError> {
        self.readers.read(async move |connection| ratings::page(connection, &game, after, limit).await).await
    }

    async fn averages(
        &self,
        list: AverageList,
        after: Option<AveragePlace>,
        limit: u32,
    ) -> Result<AveragePage, StoreError> {
        self.readers.read(async move |connection| averages::page(connection, &list, after, limit).await).await
    }

    async fn averages_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerAverage>, StoreError> {
        self.readers.read(async move |connection| averages::of_player(connection, player, limit).await).await
    }
}
