//! Records of players in games for several seats.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, Row as _};

use super::super::rows::{execute, fetch};
use super::super::values::number_at;
use super::super::{Connection, Row};
use crate::rating::{Rating, rated};
use crate::{PlayerId, PlayerResult, Record, TableId};

/// The columns of a [`Record`], in the order in which [`record_at`] reads them.
const RECORD: &str = "records.game, records.played, records.won, records.places, records.rated, records.rating,
    records.uncertainty";

/// Reads a record from a row, starting at a column.
fn record_at(row: &Row, column: usize) -> sqlx::Result<Record> {
    Ok(Record {
        game: row.try_get(column)?,
        played: number_at(row, column + 1)?,
        won: number_at(row, column + 2)?,
        places: row.try_get::<i64, _>(column + 3)?.unsigned_abs(),
        rated: number_at(row, column + 4)?,
        rating: row.try_get(column + 5)?,
        uncertainty: row.try_get(column + 6)?,
    })
}

/// The record of a player without games.
fn new_record(game: String) -> Record {
    let Rating { rating, uncertainty } = Rating::UNKNOWN;
    Record { game, played: 0, won: 0, places: 0, rated: 0, rating, uncertainty }
}

pub(crate) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<Record>> {
    let sql = format!("SELECT {RECORD} FROM records WHERE player = $1 ORDER BY game");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(player.0).fetch_all(connection).await?;
    rows.iter().map(|row| record_at(row, 0)).collect()
}

/// Adds the result of a table to the records. The rows of the players are locked.
pub(crate) async fn add(connection: &mut Connection, table: TableId, places: &[PlayerResult]) -> sqlx::Result<()> {
    let sql = "SELECT game FROM game_tables WHERE id = $1";
    let game: String = sqlx::query_scalar(sql).bind(table.0).fetch_one(&mut *connection).await?;
    let places: BTreeMap<PlayerId, u8> = places.iter().map(|result| (result.player, result.place)).collect();
    let mut records = read(connection, &game, places.keys().copied().collect()).await?;
    let old: Vec<(Rating, u8)> = records
        .iter()
        .zip(places.values())
        .map(|((_, record), place)| (Rating { rating: record.rating, uncertainty: record.uncertainty }, *place))
        .collect();
    for (((_, record), (_, place)), new) in records.iter_mut().zip(&old).zip(rated(&old)) {
        record.played += 1;
        record.won += u32::from(*place == 1);
        record.places += u64::from(*place);
        record.rated += u32::from(old.len() > 1);
        (record.rating, record.uncertainty) = (new.rating, new.uncertainty);
    }
    write(connection, &records).await
}

/// Returns the records of players in a game, in the order of the players.
async fn read(
    connection: &mut Connection,
    game: &str,
    players: Vec<PlayerId>,
) -> sqlx::Result<Vec<(PlayerId, Record)>> {
    let select = format!("SELECT records.player, {RECORD} FROM (");
    let of_players = ") AS asked CROSS JOIN records WHERE records.player = column1 AND records.game = column2";
    let found = fetch(connection, [&select, of_players], &players, |columns, player| {
        columns.push_bind(player.0).push_bind(game);
    });
    let mut known = BTreeMap::new();
    for row in &found.await? {
        known.insert(PlayerId(row.try_get(0)?), record_at(row, 1)?);
    }
    let record = |player| {
        let record = known.remove(&player).unwrap_or_else(|| new_record(game.to_owned()));
        (player, record)
    };
    Ok(players.into_iter().map(record).collect())
}

async fn write(connection: &mut Connection, records: &[(PlayerId, Record)]) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO records (player, game, played, won, places, rated, rating, uncertainty) ",
        " ON CONFLICT (player, game) DO UPDATE SET played = excluded.played, won = excluded.won, places = excluded.places,
            rated = excluded.rated, rating = excluded.rating, uncertainty = excluded.uncertainty",
    ];
    execute(connection, sql, records, |columns, (player, record)| {
        columns.push_bind(player.0).push_bind(record.game.as_str()).push_bind(i64::from(record.played));
        columns.push_bind(i64::from(record.won)).push_bind(record.places as i64).push_bind(i64::from(record.rated));
        columns.push_bind(record.rating).push_bind(record.uncertainty);
    })
    .await
}
