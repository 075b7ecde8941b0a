//! Players and their names.

pub(super) mod leaves;
pub(super) mod pending_uses;
pub(super) mod records;
pub(super) mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row as _;

use super::rows::{execute, fetch};
use super::values::{damaged, time_at};
use super::{Connection, Row};
use crate::model::calendar::Timestamp;
use crate::{AppId, Created, NewPlayer, NewToken, Player, PlayerId, Repeatable, ThroughApp};

pub(super) async fn get(connection: &mut Connection, id: PlayerId) -> sqlx::Result<Option<Player>> {
    let sql = "SELECT id, name, created_at, banned_at, bot FROM players WHERE id = $1 AND name IS NOT NULL";
    let row = sqlx::query(sql).bind(id.0).fetch_optional(connection).await?;
    row.map(|row| player_at(&row, 0)).transpose()
}

/// Returns the player with a name.
pub(super) async fn named(connection: &mut Connection, name: &str) -> sqlx::Result<Option<Player>> {
    let sql = "SELECT id, name, created_at, banned_at, bot FROM players WHERE name = $1";
    let row = sqlx::query(sql).bind(name).fetch_optional(connection).await?;
    row.map(|row| player_at(&row, 0)).transpose()
}

/// Reads a player from a row, starting at a column: number, name, time of creation, time of the ban, whether it is a bot.
pub(super) fn player_at(row: &Row, column: usize) -> sqlx::Result<Player> {
    let (id, name) = (PlayerId(row.try_get(column)?), row.try_get(column + 1)?);
    let banned = row.try_get::<Option<i64>, _>(column + 3)?.is_some();
    let bot = row.try_get::<i64, _>(column + 4)? != 0;
    Ok(Player { id, name, created_at: time_at(row, column + 2)?, banned, bot })
}

/// What of some players matters for what they make.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// Those who are banned.
    pub(super) banned: BTreeSet<PlayerId>,
    /// Those for whom an app acts or acted, with that app, and when they were taken over.
    acted_for: BTreeMap<PlayerId, (AppId, Option<Timestamp>)>,
}

impl Standing {
    /// Returns the app that acted for a player at a time.
    pub(super) fn acted_for(&self, player: PlayerId, at: Timestamp) -> Option<AppId> {
        let (app, until) = self.acted_for.get(&player)?;
        until.is_none_or(|until| at < until).then_some(*app)
    }

    /// Returns the app through which a player makes what they begin at a time: the one that acts for them, or the one whose token they use.
    pub(super) fn through(&self, player: PlayerId, token_of: Option<AppId>, at: Timestamp) -> Option<ThroughApp> {
        match self.acted_for(player, at) {
            Some(id) => Some(ThroughApp { id, alone: true, hidden: false }),
            None => token_of.map(|id| ThroughApp { id, alone: false, hidden: false }),
        }
    }
}

/// Returns the standing of players. If a write depends on it, their rows are locked.
pub(super) async fn standing(connection: &mut Connection, players: BTreeSet<PlayerId>) -> sqlx::Result<Standing> {
    let players: Vec<PlayerId> = players.into_iter().collect();
    let sql = [
        "SELECT id, banned_at, acted_for_by, acted_for_until FROM players
            WHERE (banned_at IS NOT NULL OR acted_for_by IS NOT NULL) AND id IN (",
        ")",
    ];
    let found = fetch(connection, sql, &players, |columns, player| {
        columns.push_bind(player.0);
    });
    let mut standing = Standing::default();
    for row in &found.await? {
        let player = PlayerId(row.try_get(0)?);
        if row.try_get::<Option<i64>, _>(1)?.is_some() {
            standing.banned.insert(player);
        }
        let until = row.try_get::<Option<i64>, _>(3)?.map(Timestamp::from_millis);
        let app = row.try_get::<Option<i64>, _>(2)?;
        standing.acted_for.extend(app.map(|app| (player, (AppId(app), until))));
    }
    Ok(standing)
}

/// Returns those of the players who are banned. If a write depends on it, their rows are locked.
pub(super) async fn banned(
    connection: &mut Connection,
    players: BTreeSet<PlayerId>,
) -> sqlx::Result<BTreeSet<PlayerId>> {
    Ok(standing(connection, players).await?.banned)
}

/// Whether there is a player who is not deleted.
pub(super) async fn exists(connection: &mut Connection, id: PlayerId) -> sqlx::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM players WHERE id = $1 AND name IS NOT NULL)";
    sqlx::query_scalar(sql).bind(id.0).fetch_one(connection).await
}

/// Creates a player. Waits for another instance that is taking the same name.
pub(super) async fn create(connection: &mut Connection, player: &NewPlayer) -> sqlx::Result<Created> {
    let forget = "DELETE FROM player_requests WHERE expires_at < $1";
    sqlx::query(forget).bind(player.at.millis()).execute(&mut *connection).await?;
    if let Some(outcome) = earlier_request(connection, player).await? {
        return Ok(outcome);
    }
    if !take_name(connection, &player.forms).await? {
        // Another instance may have taken it for the same request.
        return Ok(earlier_request(connection, player).await?.unwrap_or(Created::Taken));
    }
    let sql = "INSERT INTO players (name, recovery_hash, created_at, bot) VALUES ($1, $2, $3, $4) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&player.name).bind(player.recovery.0.as_slice());
    let query = query.bind(player.at.millis()).bind(i64::from(player.bot));
    let id = PlayerId(query.fetch_one(&mut *connection).await?);
    tokens::insert(connection, id, &NewToken { hash: player.token, label: None, at: player.at }).await?;
    if let Some(Repeatable { key, salt, until }) = &player.repeatable {
        let sql = "INSERT INTO player_requests (key, player, salt, expires_at) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(id.0).bind(salt.as_slice()).bind(until.millis());
        query.execute(connection).await?;
    }
    Ok(Created::New(id))
}

/// Returns the outcome of the same request before, if there was one.
async fn earlier_request(connection: &mut Connection, player: &NewPlayer) -> sqlx::Result<Option<Created>> {
    let Some(Repeatable { key, .. }) = &player.repeatable else { return Ok(None) };
    let sql = "SELECT players.id, created_at, salt, name, bot FROM player_requests JOIN players ON players.id = player
        WHERE key = $1";
    let Some(row) = sqlx::query(sql).bind(key.as_slice()).fetch_optional(connection).await? else { return Ok(None) };
    if row.try_get::<Option<&str>, _>(3)? != Some(player.name.as_str()) {
        return Ok(Some(Created::OtherName));
    }
    let salt: Vec<u8> = row.try_get(2)?;
    let salt = salt.try_into().map_err(|_| damaged("a salt is not 32 bytes long"))?;
    let (id, created_at) = (PlayerId(row.try_get(0)?), time_at(&row, 1)?);
    let bot = row.try_get::<i64, _>(4)? != 0;
    Ok(Some(Created::Repeated { id, created_at, bot, salt }))
}

/// Takes all forms of a name, or none if one of them is taken.
pub(super) async fn take_name(connection: &mut Connection, forms: &[[u8; 32]]) -> sqlx::Result<bool> {
    let forms: BTreeSet<[u8; 32]> = forms.iter().copied().collect();
    let forms: Vec<[u8; 32]> = forms.into_iter().collect();
    let sql = ["INSERT INTO names_taken (form) ", " ON CONFLICT (form) DO NOTHING RETURNING form"];
    let taken = fetch(connection, sql, &forms, |columns, form| {
        columns.push_bind(form.as_slice());
    });
    let taken = taken.await?.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<Vec<Vec<u8>>>>()?;
    if taken.len() == forms.len() {
        return Ok(true);
    }
    execute(connection, ["DELETE FROM names_taken WHERE form IN (", ")"], &taken, |columns, form| {
        columns.push_bind(form.as_slice());
    })
    .await?;
    Ok(false)
}

/// Whether all forms of a name are free.
pub(super) async fn are_free(connection: &mut Connection, forms: &[[u8; 32]]) -> sqlx::Result<bool> {
    let taken = fetch(connection, ["SELECT form FROM names_taken WHERE form IN (", ")"], forms, |columns, form| {
        columns.push_bind(form.as_slice());
    });
    Ok(taken.await?.is_empty())
}

/// Gives a player another name, unless it is taken. The old one stays taken.
pub(super) async fn rename(
    connection: &mut Connection,
    id: PlayerId,
    name: &str,
    forms: &[[u8; 32]],
) -> sqlx::Result<bool> {
    if !take_name(connection, forms).await? {
        return Ok(false);
    }
    // If the request were repeated, it would find another name.
    forget_request(connection, id).await?;
    sqlx::query("UPDATE players SET name = $1 WHERE id = $2").bind(name).bind(id.0).execute(connection).await?;
    Ok(true)
}

/// Sets whether a player says that they are a program. Returns whether the player exists.
pub(super) async fn set_bot(connection: &mut Connection, id: PlayerId, bot: bool) -> sqlx::Result<bool> {
    let sql = "UPDATE players SET bot = $1 WHERE id = $2 AND name IS NOT NULL";
    let result = sqlx::query(sql).bind(i64::from(bot)).bind(id.0).execute(connection).await?;
    Ok(result.rows_affected() == 1)
}

/// Forgets the request that created a player, so that repeating it cannot return a token that was replaced or revoked.
pub(super) async fn forget_request(connection: &mut Connection, id: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM player_requests WHERE player = $1").bind(id.0).execute(connection).await?;
    Ok(())
}

/// Deletes a player and what belongs to the player alone. The caller removes the names from the log of moderators.
pub(super) async fn delete(connection: &mut Connection, id: PlayerId) -> sqlx::Result<bool> {
    forget_request(connection, id).await?;
    tokens::delete_all(connection, id).await?;
    let sql = "UPDATE players SET name = NULL, recovery_hash = NULL WHERE id = $1 AND name IS NOT NULL";
    let result = sqlx::query(sql).bind(id.0).execute(connection).await?;
    Ok(result.rows_affected() == 1)
}
