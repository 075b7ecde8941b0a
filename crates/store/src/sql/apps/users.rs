//! Users of apps.

use sqlx::Row as _;

use super::super::players::player_at;
use super::super::{Connection, Row};
use super::lock;
use crate::{AppId, AppUser, PlayerId, UserId};

/// The user ids of an app with their players. `app_users.app` is the first parameter.
macro_rules! users_where {
    ($condition:literal) => {
        concat!(
            "SELECT user_id, acted_for_by, players.id, name, players.created_at, banned_at, bot
                FROM app_users CROSS JOIN players WHERE players.id = app_users.player AND app_users.app = $1",
            $condition
        )
    };
}

fn user_at(app: AppId, row: &Row) -> sqlx::Result<AppUser> {
    let user = UserId::new(row.try_get(0)?).ok_or_else(|| super::damaged("a user id is not valid"))?;
    let is_acted_for = row.try_get::<Option<i64>, _>(1)? == Some(app.0);
    Ok(AppUser { user, player: player_at(row, 2)?, is_acted_for })
}

pub(super) async fn get(connection: &mut Connection, app: AppId, user: &UserId) -> sqlx::Result<Option<AppUser>> {
    let query = sqlx::query(users_where!(" AND user_id = $2")).bind(app.0).bind(user.as_str());
    let row = query.fetch_optional(connection).await?;
    row.map(|row| user_at(app, &row)).transpose()
}

pub(super) async fn list(
    connection: &mut Connection,
    app: AppId,
    after: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<AppUser>> {
    let sql = users_where!(" AND app_users.player > $2 ORDER BY app_users.player LIMIT $3");
    let query = sqlx::query(sql).bind(app.0).bind(after.0).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(|row| user_at(app, row)).collect()
}

pub(super) async fn forget(connection: &mut Connection, app: AppId, user: &UserId) -> sqlx::Result<Option<PlayerId>> {
    if lock(connection, app).await?.is_none() {
        return Ok(None);
    }
    let sql = "DELETE FROM app_users WHERE app = $1 AND user_id = $2 RETURNING player";
    let query = sqlx::query_scalar(sql).bind(app.0).bind(user.as_str());
    let Some(player) = query.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let sql = "DELETE FROM tokens WHERE app = $1 AND player = $2";
    sqlx::query(sql).bind(app.0).bind(player).execute(connection).await?;
    Ok(Some(PlayerId(player)))
}

/// Forgets the user ids of a player who is being deleted, and that they asked for apps.
pub(in super::super) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    for sql in ["DELETE FROM app_users WHERE player = $1", "UPDATE apps SET owner = NULL WHERE owner = $1"] {
        sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}
