//! Invitations of players to tables that wait for players.
//!
//! An invitation that was declined or withdrawn stays until its table begins, so that no one can invite the same player to it again and again. One
//! that does not reach its player, or is hidden by a block, has the number 2 in `declined`: for the one who invited it waits like any other.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Row as _};

use super::super::events;
use super::super::players::{exists, standing};
use super::super::values::time_at;
use super::super::{Connection, FOR_SHARE, Row, lock_players};
use super::blocks::{named_at, with as blocked_with};
use crate::model::calendar::Timestamp;
use crate::{
    AppId, Invitation, Invited, MAX_INVITATIONS_OF_PLAYER, MAX_INVITATIONS_OF_TABLE, NewEvent, NewInvitation,
    PlayerEvent, PlayerId, TableId,
};

/// Stores an invitation, and its event. The rows of both players are locked.
pub(super) async fn add(connection: &mut Connection, new: &NewInvitation) -> sqlx::Result<Invited> {
    if !exists(connection, new.player).await? {
        return Ok(Invited::NoPlayer);
    }
    let sql = format!("SELECT app, rated FROM game_tables WHERE id = $1 AND status = 0{FOR_SHARE}");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(new.table.0).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(Invited::NotWaiting) };
    let (app, rated) = (row.try_get::<Option<i64>, _>(0)?.map(AppId), row.try_get::<i64, _>(1)? != 0);
    let sql = "SELECT EXISTS (SELECT 1 FROM invitations WHERE table_id = $1 AND player = $2)";
    let is_known: bool =
        sqlx::query_scalar(sql).bind(new.table.0).bind(new.player.0).fetch_one(&mut *connection).await?;
    if is_known {
        return Ok(Invited::Done);
    }
    if is_full(connection, new).await? {
        return Ok(Invited::TooMany);
    }
    let reaches =
        can_sit(connection, new, app, rated).await? && blocked_with(connection, new.player, [new.by]).await?.is_empty();
    let sql = "INSERT INTO invitations (table_id, player, by_player, at, declined) VALUES ($1, $2, $3, $4, $5)";
    let query = sqlx::query(sql).bind(new.table.0).bind(new.player.0).bind(new.by.0);
    query.bind(new.at.millis()).bind(if reaches { 0_i64 } else { 2 }).execute(&mut *connection).await?;
    if reaches {
        let event = PlayerEvent::Invited { table: new.table, by: new.by };
        events::add(connection, &[NewEvent { player: new.player, event, at: new.at, tag: new.tag }]).await?;
    }
    Ok(Invited::Done)
}

/// Whether the table, or the player who invites, has the maximum number of invitations.
async fn is_full(connection: &mut Connection, new: &NewInvitation) -> sqlx::Result<bool> {
    let sql = "SELECT count(*) FROM invitations WHERE table_id = $1";
    let of_table: i64 = sqlx::query_scalar(sql).bind(new.table.0).fetch_one(&mut *connection).await?;
    let sql = "SELECT count(*) FROM invitations WHERE player = $1 AND by_player = $2 AND declined <> 1";
    let query = sqlx::query_scalar(sql).bind(new.player.0).bind(new.by.0);
    let of_player: i64 = query.fetch_one(connection).await?;
    let reaches = |count: i64, max| usize::try_from(count).is_ok_and(|count| count >= max);
    Ok(reaches(of_table, MAX_INVITATIONS_OF_TABLE) || reaches(of_player, MAX_INVITATIONS_OF_PLAYER))
}

/// Whether an invited player could take a seat at a table that was created through an app or through none, and is rated or not.
async fn can_sit(
    connection: &mut Connection,
    new: &NewInvitation,
    app: Option<AppId>,
    rated: bool,
) -> sqlx::Result<bool> {
    let standing = standing(connection, BTreeSet::from([new.player])).await?;
    let is_own_app = standing.acted_for(new.player, new.at).is_none_or(|acting| Some(acting) == app && !rated);
    Ok(is_own_app && !standing.banned.contains(&new.player))
}

pub(super) async fn decline(
    connection: &mut Connection,
    table: TableId,
    player: PlayerId,
    by: PlayerId,
    (at, tag): (Timestamp, u32),
) -> sqlx::Result<Option<PlayerId>> {
    let sql = "SELECT by_player, declined FROM invitations WHERE table_id = $1 AND player = $2 AND declined <> 1";
    let found = sqlx::query_as(sql).bind(table.0).bind(player.0).fetch_optional(&mut *connection).await?;
    let Some((inviter, declined)): Option<(i64, i64)> = found else { return Ok(None) };
    let inviter = PlayerId(inviter);
    if by != inviter && (by != player || declined != 0) {
        return Ok(None);
    }
    lock_players(connection, &BTreeSet::from([inviter])).await?;
    let sql = "UPDATE invitations SET declined = 1 WHERE table_id = $1 AND player = $2 AND declined <> 1";
    let changed = sqlx::query(sql).bind(table.0).bind(player.0).execute(&mut *connection).await?;
    if changed.rows_affected() == 0 {
        return Ok(None);
    }
    if by == inviter {
        return Ok(Some(player));
    }
    let event = PlayerEvent::InvitationDeclined { table, by: player };
    events::add(connection, &[NewEvent { player: inviter, event, at, tag }]).await?;
    Ok(Some(inviter))
}

pub(super) async fn is_invited(connection: &mut Connection, table: TableId, player: PlayerId) -> sqlx::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM invitations WHERE table_id = $1 AND player = $2 AND declined = 0)";
    sqlx::query_scalar(sql).bind(table.0).bind(player.0).fetch_one(connection).await
}

pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<Invitation>> {
    let sql = "SELECT invitations.table_id, game_tables.game, invitations.at, players.id, players.name, players.bot
        FROM invitations CROSS JOIN game_tables CROSS JOIN players
        WHERE invitations.player = $1 AND invitations.declined = 0 AND game_tables.id = invitations.table_id
            AND players.id = invitations.by_player AND players.name IS NOT NULL
        ORDER BY invitations.at DESC, invitations.table_id DESC LIMIT $2";
    let rows = sqlx::query(sql).bind(player.0).bind(i64::from(limit)).fetch_all(connection).await?;
    let invitation = |row: &Row| {
        let (table, at) = (TableId(row.try_get(0)?), time_at(row, 2)?);
        Ok(Invitation { table, game: row.try_get(1)?, at, by: named_at(row, 3)? })
    };
    rows.iter().map(invitation).collect()
}

/// Deletes the invitations to a table that no longer waits for players.
pub(in super::super) async fn forget_table(connection: &mut Connection, table: TableId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM invitations WHERE table_id = $1").bind(table.0).execute(connection).await?;
    Ok(())
}

/// Deletes the invitations of a player and those by the player.
pub(in super::super) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    for sql in ["DELETE FROM invitations WHERE player = $1", "DELETE FROM invitations WHERE by_player = $1"] {
        sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}
