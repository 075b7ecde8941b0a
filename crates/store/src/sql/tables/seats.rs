//! Which players sit at which tables.

use std::collections::BTreeSet;

use super::super::Connection;
use sqlx::Row as _;

use super::super::rows::{Columns, execute, fetch};
use crate::model::calendar::Timestamp;
use crate::{PlayerId, TableId};

/// Returns the number of open tables of a player.
pub(in super::super) async fn sitting(connection: &mut Connection, player: PlayerId) -> sqlx::Result<i64> {
    let sql = "SELECT count(*) FROM table_players WHERE player = $1 AND is_open = 1";
    sqlx::query_scalar(sql).bind(player.0).fetch_one(connection).await
}

/// Stores that players sit at a table.
pub(super) async fn seat(
    connection: &mut Connection,
    table: TableId,
    made_at: Timestamp,
    players: &BTreeSet<PlayerId>,
    is_open: bool,
) -> sqlx::Result<()> {
    let players: Vec<PlayerId> = players.iter().copied().collect();
    let sql = [
        "INSERT INTO table_players (player, created_at, table_id, is_open) ",
        " ON CONFLICT (player, created_at, table_id) DO UPDATE SET is_open = excluded.is_open",
    ];
    execute(connection, sql, &players, |columns, player| {
        bind_seat(columns, *player, made_at, table);
        columns.push_bind(i64::from(is_open));
    })
    .await
}

pub(super) async fn unseat(
    connection: &mut Connection,
    table: TableId,
    made_at: Timestamp,
    players: &BTreeSet<PlayerId>,
) -> sqlx::Result<()> {
    let players: Vec<PlayerId> = players.iter().copied().collect();
    let sql = ["DELETE FROM table_players WHERE (player, created_at, table_id) IN (", ")"];
    execute(connection, sql, &players, |columns, player| bind_seat(columns, *player, made_at, table)).await
}

/// Returns those of the players who are stored to sit at a table.
pub(super) async fn listing(
    connection: &mut Connection,
    table: TableId,
    made_at: Timestamp,
    players: &[PlayerId],
) -> sqlx::Result<Vec<PlayerId>> {
    let sql = ["SELECT player FROM table_players WHERE (player, created_at, table_id) IN (", ")"];
    let found = fetch(connection, sql, players, |columns, player| bind_seat(columns, *player, made_at, table));
    found.await?.iter().map(|row| row.try_get(0).map(PlayerId)).collect()
}

fn bind_seat(columns: &mut Columns<'_>, player: PlayerId, made_at: Timestamp, table: TableId) {
    columns.push_bind(player.0).push_bind(made_at.millis()).push_bind(table.0);
}
