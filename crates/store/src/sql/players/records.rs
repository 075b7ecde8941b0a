//! Records of players in games for several seats.

use std::collections::BTreeMap;

use sqlx::Row as _;

use super::super::rows::execute_once;
use super::super::values::number_at;
use super::super::{Connection, Row};
use crate::{Counting, PlayerId, PlayerResult, Record};

pub(crate) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<Record>> {
    let sql = "SELECT game, played, won, places FROM records WHERE player = $1 ORDER BY game";
    let rows = sqlx::query(sql).bind(player.0).fetch_all(connection).await?;
    let record = |row: &Row| {
        let places = row.try_get::<i64, _>(3)?.unsigned_abs();
        Ok(Record { game: row.try_get(0)?, played: number_at(row, 1)?, won: number_at(row, 2)?, places })
    };
    rows.iter().map(record).collect()
}

/// Adds the result of a game to the records of those for whom it counts. The numbers are added by the database, so that no other addition is
/// lost.
pub(crate) async fn add(connection: &mut Connection, game: &str, players: &[PlayerResult]) -> sqlx::Result<()> {
    let counting = players.iter().filter(|result| result.counting != Counting::Nothing);
    let places: BTreeMap<PlayerId, u8> = counting.map(|result| (result.player, result.place)).collect();
    let places: Vec<(PlayerId, u8)> = places.into_iter().collect();
    let sql = [
        "INSERT INTO records (player, game, played, won, places) ",
        " ON CONFLICT (player, game) DO UPDATE SET played = records.played + excluded.played, won = records.won + excluded.won,
            places = records.places + excluded.places",
    ];
    execute_once(connection, sql, &places, |columns, (player, place)| {
        columns.push_bind(player.0).push_bind(game).push_bind(1_i64).push_bind(i64::from(*place == 1));
        columns.push_bind(i64::from(*place));
    })
    .await
}
