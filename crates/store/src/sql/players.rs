//! Players and their names.

use sqlx::Row as _;

use super::tokens;
use super::{Connection, Row, rows};
use crate::calendar::Timestamp;
use crate::{Created, NewPlayer, NewToken, Player, PlayerId, Repeatable};

pub(super) async fn get(connection: &mut Connection, id: PlayerId) -> sqlx::Result<Option<Player>> {
    let sql = "SELECT id, name, created_at FROM players WHERE id = $1 AND name IS NOT NULL";
    let row = sqlx::query(sql).bind(id.0).fetch_optional(connection).await?;
    row.map(|row| player_at(&row, 0)).transpose()
}

/// The player whose number, name and time stand in a row from this column on.
pub(super) fn player_at(row: &Row, column: usize) -> sqlx::Result<Player> {
    let created_at = Timestamp::from_millis(row.try_get(column + 2)?);
    Ok(Player { id: PlayerId(row.try_get(column)?), name: row.try_get(column + 1)?, created_at })
}

/// Whether there is a player who is not deleted.
pub(super) async fn exists(connection: &mut Connection, id: PlayerId) -> sqlx::Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM players WHERE id = $1 AND name IS NOT NULL)";
    sqlx::query_scalar(sql).bind(id.0).fetch_one(connection).await
}

pub(super) async fn create(connection: &mut Connection, player: &NewPlayer) -> sqlx::Result<Created> {
    sqlx::query("DELETE FROM repeatable WHERE until < $1").bind(player.at.millis()).execute(&mut *connection).await?;
    if let Some(before) = came_before(connection, player).await? {
        return Ok(before);
    }
    if taken(connection, player).await? {
        return Ok(Created::Taken);
    }
    let sql = "INSERT INTO players (name, recovery_hash, created_at) VALUES ($1, $2, $3) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&player.name).bind(player.recovery.0.as_slice());
    let id = PlayerId(query.bind(player.at.millis()).fetch_one(&mut *connection).await?);
    tokens::insert(connection, id, &NewToken { hash: player.token, label: None, at: player.at }).await?;
    let sql = ["INSERT INTO names_taken (form) ", " ON CONFLICT DO NOTHING"];
    rows::execute(connection, sql, &player.forms, |columns, form| {
        columns.push_bind(form.as_slice());
    })
    .await?;
    if let Some(Repeatable { key, salt, until }) = &player.repeatable {
        let sql = "INSERT INTO repeatable (key, player, salt, until) VALUES ($1, $2, $3, $4)";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(id.0).bind(salt.as_slice()).bind(until.millis());
        query.execute(connection).await?;
    }
    Ok(Created::New(id))
}

/// What became of the same request when it came before, if it did.
async fn came_before(connection: &mut Connection, player: &NewPlayer) -> sqlx::Result<Option<Created>> {
    let Some(Repeatable { key, .. }) = &player.repeatable else { return Ok(None) };
    let sql =
        "SELECT players.id, created_at, salt, name FROM repeatable JOIN players ON players.id = player WHERE key = $1";
    let Some(row) = sqlx::query(sql).bind(key.as_slice()).fetch_optional(connection).await? else { return Ok(None) };
    if row.try_get::<Option<&str>, _>(3)? != Some(player.name.as_str()) {
        return Ok(Some(Created::OtherName));
    }
    let salt: Vec<u8> = row.try_get(2)?;
    let salt = salt.try_into().map_err(|_| sqlx::Error::Decode("a salt is not 32 bytes long".into()))?;
    let (id, created_at) = (PlayerId(row.try_get(0)?), Timestamp::from_millis(row.try_get(1)?));
    Ok(Some(Created::Before { id, created_at, salt }))
}

async fn taken(connection: &mut Connection, player: &NewPlayer) -> sqlx::Result<bool> {
    for form in &player.forms {
        let sql = "SELECT 1 FROM names_taken WHERE form = $1";
        if sqlx::query(sql).bind(form.as_slice()).fetch_optional(&mut *connection).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Forgets the request that created a player, so that its repetition cannot give a token that was replaced or revoked.
pub(super) async fn forget_request(connection: &mut Connection, id: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM repeatable WHERE player = $1").bind(id.0).execute(connection).await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut Connection, id: PlayerId) -> sqlx::Result<bool> {
    forget_request(connection, id).await?;
    tokens::delete_all(connection, id).await?;
    let sql = "UPDATE players SET name = NULL, recovery_hash = NULL WHERE id = $1 AND name IS NOT NULL";
    let done = sqlx::query(sql).bind(id.0).execute(connection).await?;
    Ok(done.rows_affected() == 1)
}
