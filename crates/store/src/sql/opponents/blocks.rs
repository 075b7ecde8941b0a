//! Players who block others.

use std::collections::BTreeSet;

use sqlx::Row as _;

use super::super::players::exists;
use super::super::rows::fetch;
use super::super::{Connection, Row};
use crate::model::calendar::Timestamp;
use crate::{Blocked, MAX_BLOCKS, NamedPlayer, PlayerId};

/// Adds a block. The rows of both players are locked.
pub(super) async fn add(
    connection: &mut Connection,
    player: PlayerId,
    other: PlayerId,
    at: Timestamp,
) -> sqlx::Result<Blocked> {
    if !exists(connection, other).await? {
        return Ok(Blocked::NoPlayer);
    }
    let sql = "SELECT count(*) FROM blocks WHERE player = $1 AND blocked <> $2";
    let others: i64 = sqlx::query_scalar(sql).bind(player.0).bind(other.0).fetch_one(&mut *connection).await?;
    if usize::try_from(others).is_ok_and(|others| others >= MAX_BLOCKS) {
        return Ok(Blocked::TooMany);
    }
    let sql = "INSERT INTO blocks (player, blocked, at) VALUES ($1, $2, $3) ON CONFLICT (player, blocked) DO NOTHING";
    sqlx::query(sql).bind(player.0).bind(other.0).bind(at.millis()).execute(&mut *connection).await?;
    decline_between(connection, player, other).await?;
    Ok(Blocked::Done)
}

/// Hides the invitations between two players. Who invited cannot see that.
async fn decline_between(connection: &mut Connection, one: PlayerId, other: PlayerId) -> sqlx::Result<()> {
    let sql = "UPDATE invitations SET declined = 2 WHERE player = $1 AND by_player = $2 AND declined = 0";
    for (player, by) in [(one, other), (other, one)] {
        sqlx::query(sql).bind(player.0).bind(by.0).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn remove(connection: &mut Connection, player: PlayerId, other: PlayerId) -> sqlx::Result<()> {
    let sql = "DELETE FROM blocks WHERE player = $1 AND blocked = $2";
    sqlx::query(sql).bind(player.0).bind(other.0).execute(connection).await?;
    Ok(())
}

pub(super) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<NamedPlayer>> {
    let sql = "SELECT players.id, players.name, players.bot FROM blocks CROSS JOIN players
        WHERE blocks.player = $1 AND players.id = blocks.blocked AND players.name IS NOT NULL ORDER BY blocks.blocked";
    let rows = sqlx::query(sql).bind(player.0).fetch_all(connection).await?;
    rows.iter().map(|row| named_at(row, 0)).collect()
}

/// Reads a player from a row, starting at a column: number, name, whether it is a bot.
pub(super) fn named_at(row: &Row, column: usize) -> sqlx::Result<NamedPlayer> {
    let (id, name) = (PlayerId(row.try_get(column)?), row.try_get(column + 1)?);
    Ok(NamedPlayer { id, name, bot: row.try_get::<i64, _>(column + 2)? != 0 })
}

/// Returns those of the others who block a player or whom the player blocks. If a write depends on it, the row of the player is locked.
pub(in super::super) async fn with(
    connection: &mut Connection,
    player: PlayerId,
    others: impl IntoIterator<Item = PlayerId>,
) -> sqlx::Result<BTreeSet<PlayerId>> {
    let others = others.into_iter().filter(|other| *other != player);
    let pairs: Vec<[PlayerId; 2]> = others.flat_map(|other| [[player, other], [other, player]]).collect();
    let sql = ["SELECT player, blocked FROM blocks WHERE (player, blocked) IN (", ")"];
    let found = fetch(connection, sql, &pairs, |columns, [player, blocked]| {
        columns.push_bind(player.0).push_bind(blocked.0);
    });
    let other = |row: &Row| {
        let (one, blocked) = (PlayerId(row.try_get(0)?), PlayerId(row.try_get(1)?));
        Ok(if one == player { blocked } else { one })
    };
    found.await?.iter().map(other).collect()
}

/// Deletes the blocks of a player and those against the player.
pub(in super::super) async fn forget(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    for sql in ["DELETE FROM blocks WHERE player = $1", "DELETE FROM blocks WHERE blocked = $1"] {
        sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}
