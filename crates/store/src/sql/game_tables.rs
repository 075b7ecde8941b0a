//! Tables: games that the service holds. (What boards are read from is in [`tables`](super::tables).)
//!
//! A change is a comparison of the table's version and who sits at it with what its caller knows, by the statement that
//! sets the next version, and an insertion of the moves, for a [group](super::changes) of tables at once; there is more to do only where
//! somebody sits down or rises, and where the table is over. Who sits at a table is told in its own row, so that it is read as one, and by `table_players`, by which a
//! player's tables are found.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use sqlx::Row as _;

use super::players::player_at;
use super::rows::{Columns, execute, execute_once, fetch};
use super::runs::{damaged, number_at, of_json};
use super::submissions::insert as insert_runs;
use super::{Connection, Row, SqlStore, averages, days, list_of, records};
use crate::calendar::{ClosedDays, Day, Timestamp};
use crate::tables::MAX_DUE_OF_MAKER;
use crate::{
    AverageList, AveragePage, AveragePlace, Changed, Ending, Made, MovedBy, NewTable, Occupant, Outcome, Player,
    PlayerId, PlayersAverage, Record, RepeatableTable, RunId, Sealing, StoreError, StoredMove, StoredTable, Submitted,
    TableChange, TableId, TablePlace, TableSeat, TableState, TableStatus, TableTerms, Tables,
};

#[async_trait]
impl Tables for SqlStore {
    async fn make_table(&self, table: NewTable) -> Result<Made, StoreError> {
        self.writer.write(async move |connection: &mut Connection| make(connection, &table).await).await
    }

    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.readers.read(async move |connection| get(connection, id).await).await
    }

    async fn moves_of_table(&self, id: TableId, after: u32) -> Result<Vec<StoredMove>, StoreError> {
        self.readers.read(async move |connection| moves(connection, id, after).await).await
    }

    async fn change_table(&self, id: TableId, version: i64, to: TableChange) -> Result<Changed, StoreError> {
        self.writer.change((id, version, to)).await
    }

    async fn remove_table(&self, id: TableId, version: i64) -> Result<bool, StoreError> {
        self.writer.write(async move |connection: &mut Connection| remove(connection, id, version).await).await
    }

    async fn waiting_tables(
        &self,
        game: Option<String>,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.readers.read(async move |connection| waiting(connection, game.as_deref(), after, limit).await).await
    }

    async fn tables_of(
        &self,
        player: PlayerId,
        after: Option<TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, StoreError> {
        self.readers.read(async move |connection| of_player(connection, player, after, limit).await).await
    }

    async fn daily_table(&self, player: PlayerId, game: String, day: Day) -> Result<Option<TableId>, StoreError> {
        self.readers.read(async move |connection| of_day(connection, player, &game, day).await).await
    }

    async fn due_tables(&self, now: Timestamp, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| due(connection, now, limit).await).await
    }

    async fn tables_left_open(&self, closed: ClosedDays, limit: u32) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(async move |connection| left_open(connection, closed, limit).await).await
    }

    async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        self.opened.tables_changed().await
    }

    async fn records_of(&self, player: PlayerId) -> Result<Vec<Record>, StoreError> {
        self.readers.read(async move |connection| records::of_player(connection, player).await).await
    }

    async fn averages(
        &self,
        list: AverageList,
        after: Option<AveragePlace>,
        limit: u32,
    ) -> Result<AveragePage, StoreError> {
        self.readers.read(async move |connection| averages::page(connection, &list, after, limit).await).await
    }

    async fn averages_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayersAverage>, StoreError> {
        self.readers.read(async move |connection| averages::of_player(connection, player, limit).await).await
    }
}

/// What a [`StoredTable`] is read from, in the order in which [`table_at`] reads it.
const TABLE: &str = "game_tables.id, game_tables.version, game_tables.game, game_tables.rules, game_tables.options,
    game_tables.seed, game_tables.sealed, game_tables.day, game_tables.listed, game_tables.pace, game_tables.maker,
    game_tables.made_at, game_tables.status, game_tables.occupants, game_tables.clocks, game_tables.due,
    game_tables.started_at, game_tables.ended_at, game_tables.moves, game_tables.run,
    (SELECT rematch.id FROM game_tables AS rematch WHERE rematch.rematch_of = game_tables.id)";

/// How many of the oldest due tables are sorted by maker.
const MAX_DUE_READ: i64 = 16_384;

/// A status as it is kept. The numbers are in databases: none may change.
fn status_number(status: TableStatus) -> i64 {
    match status {
        TableStatus::Waiting => 0,
        TableStatus::Playing => 1,
        TableStatus::Over(Ending::Finished) => 2,
        TableStatus::Over(Ending::Resigned) => 3,
        TableStatus::Over(Ending::Abandoned) => 4,
    }
}

fn status(number: i64) -> sqlx::Result<TableStatus> {
    let over = [Ending::Finished, Ending::Resigned, Ending::Abandoned].map(TableStatus::Over);
    let known = [TableStatus::Waiting, TableStatus::Playing].into_iter().chain(over);
    let mut known = known.filter(|status| status_number(*status) == number);
    known.next().ok_or_else(|| damaged("the status of a table is unknown"))
}

/// Who made a move, as it is kept. The numbers are in databases: none may change.
fn by_number(by: MovedBy) -> i64 {
    match by {
        MovedBy::Player => 0,
        MovedBy::Robot => 1,
        MovedBy::Clock => 2,
    }
}

fn by(number: i64) -> sqlx::Result<MovedBy> {
    let mut known = [MovedBy::Player, MovedBy::Robot, MovedBy::Clock].into_iter();
    known.find(|by| by_number(*by) == number).ok_or_else(|| damaged("it is unknown who made a move"))
}

/// The number of a robot among occupants; those of players are larger.
const ROBOT: i64 = 0;

/// Who sits at a table, as it is kept: equal texts if and only if the same sit at the same seats.
fn occupants(state: &TableState) -> String {
    let occupant = |seat: &TableSeat| match seat.occupant {
        Occupant::Nobody => "null".to_owned(),
        Occupant::Robot => ROBOT.to_string(),
        Occupant::Player(player) => player.0.to_string(),
    };
    format!("[{}]", state.seats.iter().map(occupant).collect::<Vec<_>>().join(","))
}

fn occupants_of(text: &str) -> sqlx::Result<Vec<Occupant>> {
    let occupant = |number: Option<i64>| match number {
        None => Occupant::Nobody,
        Some(ROBOT) => Occupant::Robot,
        Some(player) => Occupant::Player(PlayerId(player)),
    };
    Ok(of_json(text)?.into_iter().map(occupant).collect())
}

/// What else is kept of seats.
fn clocks(state: &TableState) -> String {
    let clock = |seat: &TableSeat| {
        let due = seat.due.map_or("null".to_owned(), |due| due.millis().to_string());
        format!("[{due},{},{}]", seat.missed, u8::from(seat.left))
    };
    format!("[{}]", state.seats.iter().map(clock).collect::<Vec<_>>().join(","))
}

fn seats(occupants: &str, clocks: &str) -> sqlx::Result<Vec<TableSeat>> {
    let (occupants, clocks) = (occupants_of(occupants)?, of_json::<(Option<i64>, u8, u8)>(clocks)?);
    if occupants.len() != clocks.len() {
        return Err(damaged("a table has seats without clocks"));
    }
    let seat = |(occupant, (due, missed, left)): (Occupant, (Option<i64>, u8, u8))| {
        let due = due.map(Timestamp::from_millis);
        TableSeat { occupant, due, missed, left: left != 0 }
    };
    Ok(occupants.into_iter().zip(clocks).map(seat).collect())
}

/// The players among occupants.
fn players_of(occupants: impl IntoIterator<Item = Occupant>) -> BTreeSet<PlayerId> {
    let player = |occupant| match occupant {
        Occupant::Player(player) => Some(player),
        Occupant::Nobody | Occupant::Robot => None,
    };
    occupants.into_iter().filter_map(player).collect()
}

fn players_at(state: &TableState) -> BTreeSet<PlayerId> {
    players_of(state.seats.iter().map(|seat| seat.occupant))
}

fn moment_at(row: &Row, column: usize) -> sqlx::Result<Option<Timestamp>> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp::from_millis))
}

fn table_at(row: &Row) -> sqlx::Result<StoredTable> {
    let seed: &str = row.try_get(5)?;
    let sealing = match (row.try_get::<i64, _>(6)?, moment_at(row, 7)?) {
        (0, _) => None,
        (_, None) => Some(Sealing::Own),
        (_, Some(start)) => Some(Sealing::Daily(start.day())),
    };
    let terms = TableTerms {
        game: row.try_get(2)?,
        rules: number_at(row, 3)?,
        options: row.try_get(4)?,
        seed: seed.parse().map_err(|_| damaged("a seed is unreadable"))?,
        sealing,
        listed: row.try_get::<i64, _>(8)? != 0,
        pace: number_at(row, 9)?,
        maker: PlayerId(row.try_get(10)?),
        made_at: Timestamp::from_millis(row.try_get(11)?),
    };
    let state = TableState {
        status: status(row.try_get(12)?)?,
        seats: seats(row.try_get(13)?, row.try_get(14)?)?,
        due: moment_at(row, 15)?,
        started_at: moment_at(row, 16)?,
        ended_at: moment_at(row, 17)?,
    };
    Ok(StoredTable {
        id: TableId(row.try_get(0)?),
        version: row.try_get(1)?,
        terms,
        state,
        players: Vec::new(),
        moves: number_at(row, 18)?,
        run: row.try_get::<Option<i64>, _>(19)?.map(RunId),
        rematch: row.try_get::<Option<i64>, _>(20)?.map(TableId),
    })
}

/// Tables with the players at their seats.
async fn with_players(connection: &mut Connection, rows: &[Row]) -> sqlx::Result<Vec<StoredTable>> {
    let mut tables = rows.iter().map(table_at).collect::<sqlx::Result<Vec<_>>>()?;
    let asked: BTreeSet<PlayerId> = tables.iter().flat_map(|table| players_at(&table.state)).collect();
    let asked: Vec<PlayerId> = asked.into_iter().collect();
    let sql = ["SELECT id, name, created_at FROM players WHERE name IS NOT NULL AND id IN (", ")"];
    let found = fetch(connection, sql, &asked, |columns, player| {
        columns.push_bind(player.0);
    });
    let found = found.await?.iter().map(|row| player_at(row, 0)).collect::<sqlx::Result<Vec<_>>>()?;
    let known: BTreeMap<PlayerId, Player> = found.into_iter().map(|player| (player.id, player)).collect();
    for table in &mut tables {
        let player = |seat: &TableSeat| match seat.occupant {
            Occupant::Player(player) => known.get(&player).cloned(),
            Occupant::Nobody | Occupant::Robot => None,
        };
        table.players = table.state.seats.iter().map(player).collect();
    }
    Ok(tables)
}

async fn get(connection: &mut Connection, id: TableId) -> sqlx::Result<Option<StoredTable>> {
    let sql = format!("SELECT {TABLE} FROM game_tables WHERE game_tables.id = $1");
    let rows = sqlx::query(&sql).bind(id.0).fetch_all(&mut *connection).await?;
    Ok(with_players(connection, &rows).await?.pop())
}

async fn moves(connection: &mut Connection, id: TableId, after: u32) -> sqlx::Result<Vec<StoredMove>> {
    let list = list_of("number, seat, made_by, made_at, json");
    let sql = format!("SELECT {list} FROM table_moves WHERE table_id = $1 AND number > $2");
    let found: String = sqlx::query_scalar(&sql).bind(id.0).bind(i64::from(after)).fetch_one(connection).await?;
    let mut moves = of_json::<(i64, u8, i64, i64, String)>(&found)?;
    moves.sort_unstable_by_key(|(number, ..)| *number);
    let told = |(_, seat, made_by, made_at, json)| {
        Ok(StoredMove { seat, by: by(made_by)?, at: Timestamp::from_millis(made_at), json })
    };
    moves.into_iter().map(told).collect()
}

/// What lists go on after: a place that stands before all others, unless one is told.
fn start_of(after: Option<TablePlace>) -> [i64; 2] {
    after.map_or([i64::MAX; 2], |place| [place.made_at.millis(), place.id.0])
}

async fn waiting(
    connection: &mut Connection,
    game: Option<&str>,
    after: Option<TablePlace>,
    limit: u32,
) -> sqlx::Result<Vec<StoredTable>> {
    let [made_at, id] = start_of(after);
    let of_game = if game.is_some() { "AND game_tables.game = $4" } else { "" };
    let sql = format!(
        "SELECT {TABLE} FROM game_tables WHERE game_tables.listed = 1 AND game_tables.status = 0 {of_game}
            AND (game_tables.made_at, game_tables.id) < ($1, $2)
        ORDER BY game_tables.made_at DESC, game_tables.id DESC LIMIT $3"
    );
    let query = sqlx::query(&sql).bind(made_at).bind(id).bind(i64::from(limit));
    let query = if let Some(game) = game { query.bind(game) } else { query };
    let rows = query.fetch_all(&mut *connection).await?;
    with_players(connection, &rows).await
}

async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    after: Option<TablePlace>,
    limit: u32,
) -> sqlx::Result<Vec<StoredTable>> {
    let [made_at, id] = start_of(after);
    let sql = format!(
        "SELECT {TABLE} FROM table_players CROSS JOIN game_tables
        WHERE table_players.player = $1 AND (table_players.made_at, table_players.table_id) < ($2, $3)
            AND game_tables.id = table_players.table_id
        ORDER BY table_players.made_at DESC, table_players.table_id DESC LIMIT $4"
    );
    let query = sqlx::query(&sql).bind(player.0).bind(made_at).bind(id).bind(i64::from(limit));
    let rows = query.fetch_all(&mut *connection).await?;
    with_players(connection, &rows).await
}

/// Sorts the oldest due tables only, of which there are few unless the service was down or a maker has many.
async fn due(connection: &mut Connection, now: Timestamp, limit: u32) -> sqlx::Result<Vec<TableId>> {
    let sql = "SELECT id FROM (
            SELECT id, due, row_number() OVER (PARTITION BY maker ORDER BY due, id) AS turn FROM (
                SELECT id, maker, due FROM game_tables WHERE due <= $1 ORDER BY due, id LIMIT $2
            ) AS oldest
        ) AS turns WHERE turn <= $3 ORDER BY turn, due, id LIMIT $4";
    let query = sqlx::query_scalar(sql).bind(now.millis()).bind(MAX_DUE_READ).bind(i64::from(MAX_DUE_OF_MAKER));
    let found: Vec<i64> = query.bind(i64::from(limit)).fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}

async fn left_open(connection: &mut Connection, closed: ClosedDays, limit: u32) -> sqlx::Result<Vec<TableId>> {
    let Some(newest) = closed.newest() else { return Ok(Vec::new()) };
    let sql = "SELECT id FROM game_tables WHERE status < 2 AND day < $1 ORDER BY day, id LIMIT $2";
    let query = sqlx::query_scalar(sql).bind(newest.start().millis()).bind(i64::from(limit));
    let found: Vec<i64> = query.fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}

/// A player's table of a game on a day.
async fn of_day(connection: &mut Connection, player: PlayerId, game: &str, day: Day) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE maker = $1 AND game = $2 AND day = $3";
    let query = sqlx::query_scalar(sql).bind(player.0).bind(game).bind(day.start().millis());
    Ok(query.fetch_optional(connection).await?.map(TableId))
}

async fn rematch_of(connection: &mut Connection, table: TableId) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE rematch_of = $1";
    Ok(sqlx::query_scalar(sql).bind(table.0).fetch_optional(connection).await?.map(TableId))
}

/// At how many tables that are not over a player sits.
async fn sitting(connection: &mut Connection, player: PlayerId) -> sqlx::Result<i64> {
    let sql = "SELECT count(*) FROM table_players WHERE player = $1 AND is_open = 1";
    sqlx::query_scalar(sql).bind(player.0).fetch_one(connection).await
}

/// What became of the same request when it came before, if it did and its table is still there.
async fn came_before(connection: &mut Connection, request: &RepeatableTable) -> sqlx::Result<Option<Made>> {
    let sql = "SELECT game_tables.id, request FROM repeatable_tables CROSS JOIN game_tables
        WHERE key = $1 AND game_tables.id = table_id";
    let Some(row) = sqlx::query(sql).bind(request.key.as_slice()).fetch_optional(connection).await? else {
        return Ok(None);
    };
    let same = row.try_get::<&[u8], _>(1)? == request.request;
    Ok(Some(if same { Made::Before(TableId(row.try_get(0)?)) } else { Made::OtherRequest }))
}

/// The table that stands for one that is to be made, if there is one.
async fn made_before(connection: &mut Connection, table: &NewTable) -> sqlx::Result<Option<Made>> {
    if let Some(request) = &table.repeatable {
        let forget = sqlx::query("DELETE FROM repeatable_tables WHERE until < $1");
        forget.bind(table.terms.made_at.millis()).execute(&mut *connection).await?;
        if let Some(made) = came_before(connection, request).await? {
            return Ok(Some(made));
        }
    }
    if let Some(Sealing::Daily(day)) = table.terms.sealing
        && let Some(before) = of_day(connection, table.terms.maker, &table.terms.game, day).await?
    {
        return Ok(Some(Made::Before(before)));
    }
    let Some(table) = table.rematch_of else { return Ok(None) };
    Ok(rematch_of(connection, table).await?.map(Made::Before))
}

async fn make(connection: &mut Connection, table: &NewTable) -> sqlx::Result<Made> {
    if let Some(made) = made_before(connection, table).await? {
        return Ok(made);
    }
    let NewTable { id, terms, state, repeatable, most, .. } = table;
    if sitting(connection, terms.maker).await? >= i64::from(*most) {
        return Ok(Made::TooMany);
    }
    if let Some(Sealing::Daily(day)) = terms.sealing
        && days::closed(connection).await?.contains(day)
    {
        return Ok(Made::DayClosed);
    }
    if let Some(counts) = table.counts
        && let Some(open) = averages::start(connection, table, counts).await?
    {
        return Ok(Made::HasOpen(open));
    }
    insert(connection, table).await?;
    seat(connection, *id, terms.made_at, &players_at(state), is_open(state)).await?;
    if let Some(RepeatableTable { key, request, until }) = repeatable {
        let sql = "INSERT INTO repeatable_tables (key, request, table_id, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (key) DO UPDATE SET request = excluded.request, table_id = excluded.table_id, until = excluded.until";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(request.as_slice()).bind(id.0).bind(until.millis());
        query.execute(connection).await?;
    }
    Ok(Made::New)
}

async fn insert(connection: &mut Connection, table: &NewTable) -> sqlx::Result<()> {
    let NewTable { id, terms, state, rematch_of, .. } = table;
    let day = match terms.sealing {
        Some(Sealing::Daily(day)) => Some(day.start().millis()),
        Some(Sealing::Own) | None => None,
    };
    let sql =
        "INSERT INTO game_tables (id, version, game, rules, options, seed, sealed, day, listed, pace, maker, made_at,
            rematch_of, status, occupants, clocks, due, started_at, ended_at, moves)
        VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 0)";
    let query = sqlx::query(sql).bind(id.0).bind(&terms.game).bind(i64::from(terms.rules)).bind(&terms.options);
    let query = query.bind(terms.seed.as_str()).bind(i64::from(terms.sealing.is_some())).bind(day);
    let query = query.bind(i64::from(terms.listed)).bind(i64::from(terms.pace)).bind(terms.maker.0);
    let query = query.bind(terms.made_at.millis()).bind(rematch_of.map(|table| table.0));
    let query = query.bind(status_number(state.status)).bind(occupants(state)).bind(clocks(state));
    let query = query.bind(state.due.map(Timestamp::millis)).bind(state.started_at.map(Timestamp::millis));
    query.bind(state.ended_at.map(Timestamp::millis)).execute(connection).await?;
    Ok(())
}

/// Whether a table is not over.
pub(super) fn is_open(state: &TableState) -> bool {
    !matches!(state.status, TableStatus::Over(_))
}

/// Notes players as sitting at a table.
async fn seat(
    connection: &mut Connection,
    table: TableId,
    made_at: Timestamp,
    players: &BTreeSet<PlayerId>,
    is_open: bool,
) -> sqlx::Result<()> {
    let players: Vec<PlayerId> = players.iter().copied().collect();
    let sql = [
        "INSERT INTO table_players (player, made_at, table_id, is_open) ",
        " ON CONFLICT (player, made_at, table_id) DO UPDATE SET is_open = excluded.is_open",
    ];
    execute(connection, sql, &players, |columns, player| {
        bind_seat(columns, *player, made_at, table);
        columns.push_bind(i64::from(is_open));
    })
    .await
}

async fn unseat(
    connection: &mut Connection,
    table: TableId,
    made_at: Timestamp,
    players: &BTreeSet<PlayerId>,
) -> sqlx::Result<()> {
    let players: Vec<PlayerId> = players.iter().copied().collect();
    let sql = ["DELETE FROM table_players WHERE (player, made_at, table_id) IN (", ")"];
    execute(connection, sql, &players, |columns, player| bind_seat(columns, *player, made_at, table)).await
}

fn bind_seat(columns: &mut Columns<'_, '_>, player: PlayerId, made_at: Timestamp, table: TableId) {
    columns.push_bind(player.0).push_bind(made_at.millis()).push_bind(table.0);
}

/// Binds a change: the table, the version that it knows, the state, and how many moves it brings.
pub(super) fn bind_change(columns: &mut Columns<'_, '_>, id: TableId, version: i64, change: &TableChange) {
    let TableChange { state, moves, .. } = change;
    columns.push_bind(id.0).push_bind(version).push_bind(status_number(state.status));
    columns.push_bind(occupants(state)).push_bind(clocks(state)).push_bind(state.due.map(Timestamp::millis));
    columns.push_bind(state.started_at.map(Timestamp::millis)).push_bind(state.ended_at.map(Timestamp::millis));
    columns.push_bind(moves.len() as i64);
}

/// Binds a move of a table, under its number.
pub(super) fn bind_move<'a>(columns: &mut Columns<'_, 'a>, id: TableId, number: i64, made: &'a StoredMove) {
    columns.push_bind(id.0).push_bind(number).push_bind(i64::from(made.seat)).push_bind(by_number(made.by));
    columns.push_bind(made.at.millis()).push_bind(made.json.as_str());
}

/// Sets the next version of a table with a state and so many more moves, if it is at this version. Gives back how many moves there are
/// then.
async fn compare_and_set(
    connection: &mut Connection,
    id: TableId,
    version: i64,
    change: &TableChange,
) -> sqlx::Result<Option<i64>> {
    let TableChange { state, moves, .. } = change;
    let sql = "UPDATE game_tables SET version = version + 1, status = $3, occupants = $4, clocks = $5, due = $6, started_at = $7,
            ended_at = $8, moves = moves + $9
        WHERE id = $1 AND version = $2 RETURNING moves";
    let query = sqlx::query_scalar(sql).bind(id.0).bind(version).bind(status_number(state.status));
    let query = query.bind(occupants(state)).bind(clocks(state)).bind(state.due.map(Timestamp::millis));
    let query = query.bind(state.started_at.map(Timestamp::millis)).bind(state.ended_at.map(Timestamp::millis));
    query.bind(moves.len() as i64).fetch_optional(connection).await
}

/// Makes a change by which somebody sits down or rises, or the table ends; any other, too, of a table at another version.
pub(super) async fn change(
    connection: &mut Connection,
    id: TableId,
    version: i64,
    change: &TableChange,
) -> sqlx::Result<Changed> {
    let sql = "SELECT occupants, made_at FROM game_tables WHERE id = $1 AND version = $2";
    let row = sqlx::query(sql).bind(id.0).bind(version).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(Changed::Stale) };
    let (before, now) = (players_of(occupants_of(row.try_get(0)?)?), players_at(&change.state));
    let made_at = Timestamp::from_millis(row.try_get(1)?);
    for player in now.difference(&before) {
        if sitting(connection, *player).await? >= i64::from(change.most) {
            return Ok(Changed::TooMany);
        }
    }
    let total = compare_and_set(connection, id, version, change).await?;
    let Some(total) = total else { return Ok(Changed::Stale) };
    let first = total - change.moves.len() as i64 + 1;
    let numbered: Vec<(i64, &StoredMove)> = (first..).zip(&change.moves).collect();
    execute_once(connection, INSERT_MOVES, &numbered, |columns, (number, made)| bind_move(columns, id, *number, made))
        .await?;
    unseat(connection, id, made_at, &before.difference(&now).copied().collect()).await?;
    seat(connection, id, made_at, &now, is_open(&change.state)).await?;
    let run = match &change.outcome {
        Some(outcome) => conclude(connection, id, outcome).await?,
        None => None,
    };
    Ok(Changed::Done { run })
}

/// The statement that inserts moves, as [`bind_move`] binds them.
pub(super) const INSERT_MOVES: [&str; 2] =
    ["INSERT INTO table_moves (table_id, number, seat, made_by, made_at, json) ", ""];

/// Keeps what is kept beyond a table that is over, and gives the number of the run, if there is one.
async fn conclude(connection: &mut Connection, id: TableId, outcome: &Outcome) -> sqlx::Result<Option<RunId>> {
    match outcome {
        Outcome::Seated { players } => {
            records::note(connection, id, players).await?;
            Ok(None)
        }
        Outcome::Sealed(run) => {
            let submitted = insert_runs(connection, std::slice::from_ref(run)).await?;
            let kept = submitted.first().and_then(Submitted::id);
            if let Some(run) = kept {
                let sql = "UPDATE game_tables SET run = $1 WHERE id = $2";
                sqlx::query(sql).bind(run.0).bind(id.0).execute(connection).await?;
            }
            Ok(kept)
        }
    }
}

async fn remove(connection: &mut Connection, id: TableId, version: i64) -> sqlx::Result<bool> {
    let sql = "DELETE FROM game_tables WHERE id = $1 AND version = $2 AND status = 0 RETURNING occupants, made_at";
    let row = sqlx::query(sql).bind(id.0).bind(version).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(false) };
    let players = players_of(occupants_of(row.try_get(0)?)?);
    unseat(connection, id, Timestamp::from_millis(row.try_get(1)?), &players).await?;
    Ok(true)
}
