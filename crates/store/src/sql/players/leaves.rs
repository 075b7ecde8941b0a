//! How often players left games early.

use super::super::Connection;
use super::super::values::{number_at, time_at};
use crate::model::calendar::Timestamp;
use crate::{EarlyLeaves, Patience, PlayerId};

pub(crate) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Option<EarlyLeaves>> {
    let sql = "SELECT count, last_at FROM early_leaves WHERE player = $1";
    let row = sqlx::query(sql).bind(player.0).fetch_optional(connection).await?;
    row.map(|row| Ok(EarlyLeaves { count: number_at(&row, 0)?, last_at: time_at(&row, 1)? })).transpose()
}

/// Adds a leave of a player, whose row is locked.
pub(crate) async fn add(connection: &mut Connection, player: PlayerId, at: Timestamp) -> sqlx::Result<()> {
    let EarlyLeaves { count, last_at } = Patience::PLAYER.after(of_player(connection, player).await?, at);
    let sql = "INSERT INTO early_leaves (player, count, last_at) VALUES ($1, $2, $3)
        ON CONFLICT (player) DO UPDATE SET count = excluded.count, last_at = excluded.last_at";
    let query = sqlx::query(sql).bind(player.0).bind(i64::from(count)).bind(last_at.millis());
    query.execute(connection).await?;
    Ok(())
}

pub(crate) async fn forget(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM early_leaves WHERE player = $1").bind(player.0).execute(connection).await?;
    Ok(())
}
