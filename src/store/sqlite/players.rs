//! Players, their names and tokens; and the secret.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row as _, Sqlite};

use crate::store::calendar::Timestamp;
use crate::store::{Created, NewPlayer, Player, PlayerId, Repeatable, Secret, StoreError, TokenHash};

pub(super) async fn secret(connection: &mut SqliteConnection, fresh: Secret) -> sqlx::Result<Secret> {
    let sql = "INSERT INTO memory (name, value) VALUES ('secret', ?) ON CONFLICT DO UPDATE SET value = value
        RETURNING value";
    let kept: Vec<u8> = sqlx::query_scalar(sql).bind(fresh.0.as_slice()).fetch_one(connection).await?;
    kept.try_into().map(Secret).map_err(|_| sqlx::Error::Decode("the secret is not 32 bytes long".into()))
}

pub(super) async fn of_token(readers: &SqlitePool, token: TokenHash) -> Result<Option<Player>, StoreError> {
    let sql = "SELECT id, name, created_at FROM players WHERE token_hash = ?";
    one(sqlx::query(sql).bind(token.0.as_slice()).fetch_optional(readers).await?)
}

pub(super) async fn get(readers: &SqlitePool, id: PlayerId) -> Result<Option<Player>, StoreError> {
    let sql = "SELECT id, name, created_at FROM players WHERE id = ? AND name IS NOT NULL";
    one(sqlx::query(sql).bind(id.0).fetch_optional(readers).await?)
}

fn one(row: Option<SqliteRow>) -> Result<Option<Player>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let created_at = Timestamp::from_millis(row.try_get(2)?);
    Ok(Some(Player { id: PlayerId(row.try_get(0)?), name: row.try_get(1)?, created_at }))
}

pub(super) async fn create(connection: &mut SqliteConnection, player: &NewPlayer) -> sqlx::Result<Created> {
    sqlx::query("DELETE FROM repeatable WHERE until < ?").bind(player.at.millis()).execute(&mut *connection).await?;
    if let Some(before) = came_before(connection, player).await? {
        return Ok(before);
    }
    if taken(connection, player).await? {
        return Ok(Created::Taken);
    }
    let sql = "INSERT INTO players (name, token_hash, created_at) VALUES (?, ?, ?) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&player.name).bind(player.token.0.as_slice());
    let id = PlayerId(query.bind(player.at.millis()).fetch_one(&mut *connection).await?);
    let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO names_taken (form) ");
    query.push_values(&player.forms, |mut row, form| {
        row.push_bind(form.as_slice());
    });
    query.push(" ON CONFLICT DO NOTHING").build().execute(&mut *connection).await?;
    if let Some(Repeatable { key, salt, until }) = &player.repeatable {
        let sql = "INSERT INTO repeatable (key, player, salt, until) VALUES (?, ?, ?, ?)";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(id.0).bind(salt.as_slice()).bind(until.millis());
        query.execute(connection).await?;
    }
    Ok(Created::New(id))
}

/// What the same request got before, if it came before.
async fn came_before(connection: &mut SqliteConnection, player: &NewPlayer) -> sqlx::Result<Option<Created>> {
    let Some(Repeatable { key, .. }) = &player.repeatable else { return Ok(None) };
    let sql =
        "SELECT players.id, created_at, salt, name FROM repeatable JOIN players ON players.id = player WHERE key = ?";
    let Some(row) = sqlx::query(sql).bind(key.as_slice()).fetch_optional(connection).await? else { return Ok(None) };
    if row.try_get::<Option<&str>, _>(3)? != Some(player.name.as_str()) {
        return Ok(Some(Created::OtherName));
    }
    let salt: Vec<u8> = row.try_get(2)?;
    let salt = salt.try_into().map_err(|_| sqlx::Error::Decode("a salt is not 32 bytes long".into()))?;
    let (id, created_at) = (PlayerId(row.try_get(0)?), Timestamp::from_millis(row.try_get(1)?));
    Ok(Some(Created::Before { id, created_at, salt }))
}

async fn taken(connection: &mut SqliteConnection, player: &NewPlayer) -> sqlx::Result<bool> {
    for form in &player.forms {
        let sql = "SELECT 1 FROM names_taken WHERE form = ?";
        if sqlx::query(sql).bind(form.as_slice()).fetch_optional(&mut *connection).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Once a token is replaced, the request that gave the first may not give it again.
async fn forget_request(connection: &mut SqliteConnection, id: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM repeatable WHERE player = ?").bind(id.0).execute(connection).await?;
    Ok(())
}

pub(super) async fn replace_token(
    connection: &mut SqliteConnection,
    id: PlayerId,
    token: TokenHash,
) -> sqlx::Result<bool> {
    forget_request(connection, id).await?;
    let sql = "UPDATE players SET token_hash = ? WHERE id = ? AND name IS NOT NULL";
    let done = sqlx::query(sql).bind(token.0.as_slice()).bind(id.0).execute(connection).await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn delete(connection: &mut SqliteConnection, id: PlayerId) -> sqlx::Result<bool> {
    forget_request(connection, id).await?;
    let sql = "UPDATE players SET name = NULL, token_hash = NULL WHERE id = ? AND name IS NOT NULL";
    let done = sqlx::query(sql).bind(id.0).execute(connection).await?;
    Ok(done.rows_affected() == 1)
}
