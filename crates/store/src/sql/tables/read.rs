//! Reads of tables.

use sqlx::AssertSqlSafe;

use super::super::rows::Columns;
use super::super::values::{fetch_list, of_json};
use super::super::{Connection, list_of};
use super::row::{REMATCH, by, columns, players, table_at};
use crate::model::calendar::{ClosedDays, Day, Timestamp};
use crate::{
    DuePlace, OpenTables, PlayerId, RoundId, StoredMove, StoredTable, TableId, TableMark, TablePlace, WaitingTables,
};

pub(super) async fn get(connection: &mut Connection, id: TableId) -> sqlx::Result<Option<StoredTable>> {
    let sql = format!("SELECT {} FROM game_tables WHERE game_tables.id = $1", columns());
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(table_at).transpose()
}

/// Returns the marks of those tables that exist.
pub(super) async fn marks(connection: &mut Connection, ids: &[TableId]) -> sqlx::Result<Vec<TableMark>> {
    // Concatenation makes it a text: SQLite would nest JSON in the list, also after a cast.
    let names = players("players.id, players.name, players.bot");
    let columns = format!("game_tables.id, game_tables.version, {REMATCH}, ({names}) || ''");
    let from = ") AS asked CROSS JOIN game_tables WHERE game_tables.id = asked.column1";
    let bind = |columns: &mut Columns<'_>, id: &TableId| {
        columns.push_bind(id.0);
    };
    let found: Vec<(i64, i64, Option<i64>, String)> = fetch_list(connection, &columns, from, ids, bind).await?;
    let mark = |(id, version, rematch, names): (i64, i64, Option<i64>, String)| {
        let names = of_json::<(i64, String, u8)>(&names)?.into_iter();
        let names = names.map(|(id, name, bot)| (PlayerId(id), (name, bot != 0))).collect();
        Ok(TableMark { id: TableId(id), version, rematch: rematch.map(TableId), names })
    };
    found.into_iter().map(mark).collect()
}

pub(super) async fn moves(connection: &mut Connection, id: TableId, after: u32) -> sqlx::Result<Vec<StoredMove>> {
    let list = list_of("number, seat, made_by, made_at, json");
    let sql = format!("SELECT {list} FROM table_moves WHERE table_id = $1 AND number > $2");
    let found: String =
        sqlx::query_scalar(AssertSqlSafe(sql)).bind(id.0).bind(i64::from(after)).fetch_one(connection).await?;
    let mut moves = of_json::<(i64, u8, i64, i64, String)>(&found)?;
    moves.sort_unstable_by_key(|(number, ..)| *number);
    let stored = |(_, seat, made_by, made_at, json)| {
        Ok(StoredMove { seat, by: by(made_by)?, at: Timestamp::from_millis(made_at), json })
    };
    moves.into_iter().map(stored).collect()
}

/// The bound of a list that continues after a place, or begins with the newest.
fn start_of(after: Option<TablePlace>) -> [i64; 2] {
    after.map_or([i64::MAX; 2], |place| [place.made_at.millis(), place.id.0])
}

pub(super) async fn waiting(
    connection: &mut Connection,
    WaitingTables { game, app }: &WaitingTables,
    after: Option<TablePlace>,
    limit: u32,
) -> sqlx::Result<Vec<StoredTable>> {
    let [made_at, id] = start_of(after);
    let listed = if app.is_some() { "app = $4 AND game_tables.listed > 0" } else { "listed = 1" };
    let of_game = match (game, app) {
        (None, _) => "",
        (Some(_), None) => "AND game_tables.game = $4",
        (Some(_), Some(_)) => "AND game_tables.game = $5",
    };
    let columns = columns();
    let sql = format!(
        "SELECT {columns} FROM game_tables WHERE game_tables.{listed} AND game_tables.status = 0 {of_game}
            AND (game_tables.created_at, game_tables.id) < ($1, $2)
        ORDER BY game_tables.created_at DESC, game_tables.id DESC LIMIT $3"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(made_at).bind(id).bind(i64::from(limit));
    let query = app.iter().fold(query, |query, app| query.bind(app.0));
    let query = game.iter().fold(query, |query, game| query.bind(game));
    query.fetch_all(connection).await?.iter().map(table_at).collect()
}

pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    after: Option<TablePlace>,
    limit: u32,
) -> sqlx::Result<Vec<StoredTable>> {
    let [made_at, id] = start_of(after);
    let columns = columns();
    let sql = format!(
        "SELECT {columns} FROM table_players CROSS JOIN game_tables
        WHERE table_players.player = $1 AND (table_players.created_at, table_players.table_id) < ($2, $3)
            AND game_tables.id = table_players.table_id
        ORDER BY table_players.created_at DESC, table_players.table_id DESC LIMIT $4"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(made_at).bind(id).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(table_at).collect()
}

/// Returns due tables, as the index has them.
pub(super) async fn due(
    connection: &mut Connection,
    now: Timestamp,
    after: Option<DuePlace>,
    limit: u32,
) -> sqlx::Result<Vec<DuePlace>> {
    let [due, id] = after.map_or([i64::MIN; 2], |place| [place.due.millis(), place.id.0]);
    let sql = format!(
        "SELECT {} FROM (
            SELECT due, id FROM game_tables WHERE (due, id) > ($1, $2) AND due <= $3 ORDER BY due, id LIMIT $4
        ) AS oldest",
        list_of("due, id")
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(due).bind(id).bind(now.millis()).bind(i64::from(limit));
    let found: String = query.fetch_one(connection).await?;
    let mut found = of_json::<(i64, i64)>(&found)?;
    found.sort_unstable();
    Ok(found.into_iter().map(|(due, id)| DuePlace { due: Timestamp::from_millis(due), id: TableId(id) }).collect())
}

pub(super) async fn left_open(
    connection: &mut Connection,
    closed: ClosedDays,
    limit: u32,
) -> sqlx::Result<Vec<TableId>> {
    let Some(newest) = closed.newest() else { return Ok(Vec::new()) };
    let sql = "SELECT id FROM game_tables WHERE status < 2 AND day < $1 ORDER BY day, id LIMIT $2";
    let query = sqlx::query_scalar(sql).bind(newest.start().millis()).bind(i64::from(limit));
    let found: Vec<i64> = query.fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}

/// Returns tables whose retention is not decided, as the index has them.
pub(super) async fn undecided(
    connection: &mut Connection,
    ended_before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<TableId>> {
    // The players of a rematch that waits may get their seats by the result of this game.
    let sql = "SELECT id FROM game_tables WHERE ended_at < $1 AND ranked = 0 AND moves_state IS NULL
            AND NOT EXISTS (SELECT 1 FROM game_tables AS waiting WHERE waiting.rematch_of = game_tables.id AND waiting.status = 0)
        ORDER BY ended_at, id LIMIT $2";
    let query = sqlx::query_scalar(sql).bind(ended_before.millis()).bind(i64::from(limit));
    let found: Vec<i64> = query.fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}

/// Returns the numbers of tables, so that a row that cannot be read does not hide others.
pub(super) async fn after(connection: &mut Connection, after: TableId, limit: u32) -> sqlx::Result<Vec<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE id > $1 ORDER BY id LIMIT $2";
    let found: Vec<i64> = sqlx::query_scalar(sql).bind(after.0).bind(i64::from(limit)).fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}

pub(super) async fn count_after(connection: &mut Connection, after: TableId) -> sqlx::Result<u64> {
    let sql = "SELECT count(*) FROM game_tables WHERE id > $1";
    let count: i64 = sqlx::query_scalar(sql).bind(after.0).fetch_one(connection).await?;
    Ok(count.unsigned_abs())
}

/// Returns a player's table of a ranked daily game.
pub(super) async fn of_day(
    connection: &mut Connection,
    player: PlayerId,
    game: &str,
    day: Day,
) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE maker = $1 AND game = $2 AND day = $3";
    let query = sqlx::query_scalar(sql).bind(player.0).bind(game).bind(day.start().millis());
    Ok(query.fetch_optional(connection).await?.map(TableId))
}

/// Returns a player's table of a round of a contest.
pub(super) async fn of_round(
    connection: &mut Connection,
    player: PlayerId,
    round: RoundId,
) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE round = $1 AND maker = $2";
    let query = sqlx::query_scalar(sql).bind(round.0).bind(player.0);
    Ok(query.fetch_optional(connection).await?.map(TableId))
}

/// Counts the tables that are not over.
pub(super) async fn open(connection: &mut Connection) -> sqlx::Result<OpenTables> {
    let sql = "SELECT count(*) FILTER (WHERE status = 0), count(*) FROM game_tables WHERE status < 2";
    let (waiting, all): (i64, i64) = sqlx::query_as(sql).fetch_one(connection).await?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    Ok(OpenTables { waiting: number(waiting), playing: number(all.saturating_sub(waiting)) })
}
